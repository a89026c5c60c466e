import {
  countLiveLinks,
  createShareLink,
  generateUrlToken,
  getTokenData,
  shareData,
  withdrawShareLinks,
} from '@callboard/contract/share-links/share-links.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { shareAddress, shareEnd, type SharePath } from '@callboard/domain/share-links/share-link.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { BadBody } from '../platform/http/guard-body.ts'
import { NotFound, orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { hashOf, newToken } from '../platform/http/sessions.ts'
import { loadSettings, wholeProduct } from '../platform/settings-queries.ts'
import {
  countLiveTokens,
  countRoutines,
  deleteShareTokens,
  findShareable,
  findShareScope,
  insertShareToken,
} from './queries.ts'

function dataOf(text: string) {
  try {
    const read = shareData.safeParse(JSON.parse(text))
    if (read.success) return read.data
  } catch {
    // Invalid JSON gets the same refusal as JSON of another shape.
  }
  throw new BadBody('Please say which registration the link is for.')
}

/** Share links, which need no account: created by the owner, opened by anyone who has them. TOK-001 to TOK-009. */
export function shareLinkRoutes(app: App) {
  serve(app, createShareLink, async (tx, { body: { hash, path, coda, ...data }, user, now }) => {
    const token = await issueToken(tx, path, data, user.id, now)
    return { token, url: `${app.origin}${shareAddress({ path, coda, hash }, token)}` }
  })

  serve(app, generateUrlToken, async (tx, { query: { path, event_id, coda, hash, data: text }, user, now }) => {
    const data = dataOf(text)
    // The event stands twice in the address: once of its own, once in `data`.
    if ((event_id ?? data.event_id) !== (data.event_id ?? event_id)) throw new NotFound()
    const token = await issueToken(tx, path, { ...data, event_id: data.event_id ?? event_id }, user.id, now)
    return { token, url: `${app.origin}${shareAddress({ path, coda: coda === 'true', hash }, token)}` }
  })

  serve(app, getTokenData, async (tx, { query, now }) => orNotFound(await findShareScope(tx, hashOf(query.token), now)))

  serve(app, countLiveLinks, async (tx, { query, user, now }) => {
    orNotFound(await findShareable(tx, query.registration_id, user.id))
    return { links: await countLiveTokens(tx, query.registration_id, query.path, now) }
  })

  serve(app, withdrawShareLinks, async (tx, { query, user }) => {
    orNotFound(await findShareable(tx, query.registration_id, user.id))
    await deleteShareTokens(tx, query.registration_id, query.path)
    return {}
  })
}

type ShareData = z.output<typeof shareData>

/** Stores a new link to a page of the owner's completed registration; returns its token. */
async function issueToken(tx: Tx, path: SharePath, data: ShareData, user_id: number, now: Instant): Promise<string> {
  const { registration_id, routine_ids } = data
  const registration = orNotFound(await findShareable(tx, registration_id, user_id))
  if ((data.event_id ?? registration.event_id) !== registration.event_id) throw new NotFound()
  if (!registration.completed) throw new Refused({ code: 'registration.not_completed' })
  const routineIds = routine_ids ? [...new Set(routine_ids)] : null
  if (routineIds && (await countRoutines(tx, registration_id, routineIds)) < routineIds.length) throw new NotFound()

  const { share_link_days } = await loadSettings(tx, wholeProduct)
  const token = newToken()
  const shareToken = { token_hash: hashOf(token), path, registration_id, routine_ids: routineIds }
  await insertShareToken(tx, { ...shareToken, expires_at: shareEnd(now, share_link_days) }, now)
  return token
}
