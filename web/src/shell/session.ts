import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { onSignedOut, send } from '../api/call.ts'
import { dropOpeningReplies } from '../api/opening-replies.ts'
import { ReplyError } from '../api/reply-error.ts'
import { dialogs } from '../ui/dialogs.ts'
import { useMarkup } from '../ui/markup.ts'
import { openDrafts, removeAllDrafts, removeOldDrafts } from '../ui/draft-store.ts'
import {
  afterSignInKey,
  clearStoredData,
  storeEndReason,
  sessionEndedKey,
  notifyOtherTabs,
  type SessionEndReason,
} from './browser-storage.ts'

/** The signed-in user, as POST mybtf/authenticate returns it. */
export type SignedIn = {
  id: number
  email: string
  /** Asked for, and not proven yet by the link mailed there. */
  pending_email: string | null
  confirmed: boolean
  role: 'user' | 'office' | 'admin'
  /** Of the office, signed in without the second step it asks for. */
  lacks_second_factor: boolean
  studio_id: number | null
  studio_account: boolean
  previous_studio_id: number | null
  person: { fname: string; lname: string } | null
  studio: { name: string } | null
  hints: Readonly<Record<string, unknown>>
}

type Session = SignedIn | null

// The session's own cookie cannot be read here; the server sets this one beside it.
const mayBeSignedIn = () => /(?:^|; )callboard_signed_in=1/.test(document.cookie)

/** Asks who is signed in, and opens their drafts before a form reads them. */
async function readSession(): Promise<Session> {
  const user = await authenticate()
  openDrafts(user?.id ?? null)
  return user
}

async function authenticate(): Promise<Session> {
  // A visitor need not ask: the answer would be a 401, which the browser writes down as an error.
  if (!mayBeSignedIn()) return null
  try {
    // The cookie is the credential, and our own server's answer is trusted to be its contract's.
    return (await send('POST', '/v1/mybtf/authenticate', { body: {} }, { isRead: true })) as SignedIn
  } catch (error) {
    if (error instanceof ReplyError && error.bad_request) return null
    throw error
  }
}

/** A visitor is told by the cookies alone: the first screen need not wait for an answer. */
export function recognizeVisitor(queries: QueryClient) {
  if (mayBeSignedIn()) return
  openDrafts(null)
  queries.setQueryData(sessionQuery.queryKey, null)
}

/** Asked once at the start of the app (ACC-009); after that sign-in and sign-out tell. */
export const sessionQuery = queryOptions<Session, ReplyError>({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
})

export const isStaff = (user: Pick<SignedIn, 'role'> | null) => user !== null && user.role !== 'user'

/** The signed-in person, null for a visitor, undefined until the server has said. */
export function useSession(): Session | undefined {
  const user = useQuery(sessionQuery).data
  // The answer may be here before the page of the server is taken over, which was written without it.
  const markup = useMarkup()
  if (markup) return markup.isVisitor ? null : undefined
  return user
}

/**
 * Ends or begins a session: nothing that another person read may stay, here or in another window. ROST-031. Called when a
 * person signs in or out; a session that ended by time keeps the drafts of its account.
 */
export function beginSession(queries: QueryClient, user: Session) {
  if (user === null) removeAllDrafts()
  storeEndReason(null)
  takeSession(queries, user)
  notifyOtherTabs()
}

function takeSession(queries: QueryClient, user: Session) {
  clearStoredData()
  dropOpeningReplies()
  // A dialog tells something of the data that was read, and would stand on top of the sign-in page.
  if (user === null) dialogs.cancelAll()
  openDrafts(user?.id ?? null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  queries.setQueryData(sessionQuery.queryKey, user)
}

export function useBeginSession(): (user: Session) => void {
  const queries = useQueryClient()
  return (user) => beginSession(queries, user)
}

/**
 * A 401 to any call clears the session and all that was read in it, and so does another window that ended it; `ended`
 * then leads away from what is on the screen. Called once, at the start.
 */
export function watchSession(queries: QueryClient, onEnded: () => void = () => {}): () => void {
  const cachedUser = () => queries.getQueryData(sessionQuery.queryKey)
  let hasEnded = false
  function take(user: Session, reason: SessionEndReason) {
    takeSession(queries, user)
    hasEnded = user === null
    // The readable cookie lives as long as a session: while it is there, somebody ended the session before its time.
    storeEndReason(user ? null : reason)
    onEnded()
  }
  const stop = onSignedOut(() => {
    // The first answer of a visitor's app is no session's end.
    if (cachedUser() !== null) take(null, mayBeSignedIn() ? 'elsewhere' : 'expired')
    // Calls that were on their way beside the first learn of the same end.
    return hasEnded
  })
  const elsewhere = async ({ key }: StorageEvent) => {
    if (key !== sessionEndedKey) return
    const before = cachedUser()
    const user = await authenticate().catch(() => before)
    if (user !== undefined && user?.id !== before?.id) take(user, 'elsewhere')
  }
  const onStorage = (event: StorageEvent) => void elsewhere(event)
  window.addEventListener('storage', onStorage)
  // A page may stay open for days.
  document.addEventListener('visibilitychange', removeOldDrafts)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', removeOldDrafts)
  }
}

/** Where the person was going when the sign-in page came between. */
export const rememberRoute = (href: string) => sessionStorage.setItem(afterSignInKey, href)

const wayIn = /^\/(signin|signup|confirm|forgot-password|reset-password|invitation|awaiting-confirmation)(\/|\?|$)/

/** The same for who went to sign in by themselves; the screens of that way lead nowhere of their own. */
export function rememberLeft(href: string) {
  if (!wayIn.test(href)) rememberRoute(href)
}

export function takeRememberedRoute(): string {
  const href = sessionStorage.getItem(afterSignInKey)
  sessionStorage.removeItem(afterSignInKey)
  // Only a path of our own: '//host' would leave the product.
  return href && /^\/(?![/\\])/.test(href) ? href : '/'
}
