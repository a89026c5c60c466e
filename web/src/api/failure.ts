import { confirm, notice } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'
import type { FormError } from '../ui/form-state.ts'
import { ReplyError } from './reply-error.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { SharePath } from '@callboard/domain/share-links/share-link.ts'
import { call } from './call.ts'

type FailureWords = { title: string; message: string; leadsTo?: string }

const unknownFailure = 'Something went wrong!'

/** Texts for a failed call, and the page it leads to (ERR-001 to ERR-005). */
export function failureWords(error: unknown): FailureWords {
  if (!(error instanceof ReplyError)) return { title: 'Oops...', message: unknownFailure }
  if (error.offline) {
    return {
      title: 'Could not connect to server',
      message: 'Please check your internet connection and try again later',
    }
  }
  const { message } = error
  if (error.code === 'registration_completed') return { title: 'Sorry!', message, ...overviewOf(error) }
  if (error.status === 403 && error.said) return { title: 'Hey there!', message }
  return { title: 'Oops...', message }
}

function overviewOf({ facts }: ReplyError) {
  const id = facts['registration_id'] ?? facts['id']
  return typeof id === 'number' || typeof id === 'string' ? { leadsTo: `/event/${id}/overview` } : {}
}

/** The sentence a form shows in place: the same words without a dialog. */
export function failureSentence(error: unknown): string | undefined {
  if (!error) return undefined
  return error instanceof ReplyError ? error.message : unknownFailure
}

/** The same for a form that does not act through `useAct`: with the field it is about. */
export const formError = (error: unknown): FormError =>
  error instanceof ReplyError ? error : { message: unknownFailure }

/** Says a failed call in these words in a dialog, unless it ended the session: then the sign-in page says so. */
export async function noticeFailure(error: unknown, words: { title: string; message: string }): Promise<void> {
  if (error instanceof ReplyError && error.endedSession) return
  await notice(words)
}

/** The same in the words of the failure; where it leads is gone to once the dialog is closed. */
export async function showFailure(error: unknown, goTo: (path: string) => void): Promise<void> {
  const { leadsTo, ...words } = failureWords(error)
  await noticeFailure(error, words)
  if (leadsTo) goTo(leadsTo)
}

/** All sentences of all refusals: no screen shows one before somebody has done something, so none waits for them. */
export const loadSentences = () => import('@callboard/domain/refusals.ts')

export const explained = async (refusal: Refusal): Promise<string> => (await loadSentences()).explain(refusal)

/** A link that opens one page of a registration without an account; undefined when there is none, which was said. TOK-013. */
export async function makeShareLink(path: SharePath, registration_id: number): Promise<string | undefined> {
  try {
    return (await call('POST /v1/dance360/share-links', { body: { path, registration_id } })).url
  } catch (error) {
    await showFailure(error, () => {})
    return undefined
  }
}

/** Asks first, and then takes back every link to a page of a registration that was given out. Returns whether it did. */
export async function turnOffShareLinks(path: SharePath, registration_id: number, message: string): Promise<boolean> {
  const isConfirmed = await confirm({
    title: 'Turn off all shared links?',
    message,
    yes: 'Yes, turn them off',
    no: 'No, keep them',
    consequence: 'loss',
    act: () => call('DELETE /v1/dance360/share-links', { query: { path, registration_id } }),
  })
  if (isConfirmed) toast('The shared links are off')
  return isConfirmed
}
