import { createHash } from 'node:crypto'
import { tabletEndpoints } from '@callboard/contract/judging/tablet.ts'
import { secondsBetween } from '@callboard/domain/kernel/instant.ts'
import { checkPairing } from '@callboard/domain/judging/pairing.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Tx } from '../platform/db/connect.ts'
import { Refused, SignedOut } from '../platform/http/errors.ts'
import { serve, serveEvents, servePhases, type App } from '../platform/http/serve.ts'
import type { JudgeDevice } from '../platform/user.ts'
import { hashOf, newToken, setJudgeCookie } from '../platform/http/sessions.ts'
import { listEntriesOnStage } from '../running-order/queries.ts'
import type { openStageEvents } from '../running-order/stage-events.ts'
import type { CritiqueParts } from './critique-parts.ts'
import {
  countPairingTry,
  findSeatCity,
  insertDevice,
  lockPairing,
  markPairingUsed,
  saveHeartbeat,
} from './device-queries.ts'
import { loadPack } from './pack.ts'
import { markVerified } from './sheet-queries.ts'
import { batchOf, storeSheets } from './store-sheets.ts'

/** The device of a call; `serve` has checked that there is one. */
function orSignedOut(judge: JudgeDevice | null): JudgeDevice {
  if (!judge) throw new SignedOut()
  return judge
}

/** The judge's tablet. Its token opens its own seat's pack, sheets and heartbeat, and nothing else. */
export function tabletRoutes(app: App, critiques: CritiqueParts, watchStage: ReturnType<typeof openStageEvents>) {
  // The address that judges type. Only a document that is loaded below /judge/ has the service worker's files kept for it.
  app.get('/judge', ({ url }, reply) => reply.redirect(`/judge/tablet${url.slice('/judge'.length)}`))

  // A wrong code is counted although the call is refused, so the count commits on its own.
  servePhases(app, tabletEndpoints.pairDevice, async (db, { body: { pairing_id, code }, now, reply }) => {
    const token = newToken()
    const pair = async (tx: Tx) => {
      const pairing = await lockPairing(tx, pairing_id)
      const seat = pairing && (await findSeatCity(tx, pairing.seat_id))
      if (!pairing || !seat) return { refusal: { code: 'pairing.over' } as const }
      const check = checkPairing(pairing, pairing.code_hash === hashOf(code), now)
      if (!check.ok) {
        if (check.refusal.code === 'pairing.wrong_code') await countPairingTry(tx, pairing_id)
        return { refusal: check.refusal }
      }
      await markPairingUsed(tx, pairing_id, now)
      const { seat_id, label, created_by } = pairing
      const expires_at = seat.devices_end_at
      await insertDevice(tx, {
        ...{ token_hash: hashOf(token), seat_id, label, paired_at: now, paired_by: created_by, expires_at },
      })
      return { expires_at }
    }
    const outcome = await inTransaction(db, pair)
    if ('refusal' in outcome) throw new Refused(outcome.refusal)
    const { expires_at } = outcome
    setJudgeCookie(reply, token, Math.max(0, Math.round(secondsBetween(now, expires_at))))
    return { token, expires_at }
  })

  serve(app, tabletEndpoints.readPack, async (tx, { judge, request, reply }) => {
    const pack = await loadPack(tx, orSignedOut(judge), critiques)
    const tag = `"${createHash('sha256').update(JSON.stringify(pack)).digest('base64url').slice(0, 22)}"`
    void reply.header('cache-control', 'private, no-cache').header('etag', tag)
    if (request.headers['if-none-match'] === tag) void reply.code(304)
    return pack
  })

  serve(app, tabletEndpoints.sendSheets, async (tx, { judge, body, now, request }) => {
    const { id, seat_id, is_replaced } = orSignedOut(judge)
    const options = { now, request_id: request.id, critiques }
    return { sheets: await storeSheets(tx, { id, seat_id, is_replaced }, batchOf(body.sheets), options) }
  })

  serve(app, tabletEndpoints.readJudgeStage, async (tx, { judge }) => ({
    entry_ids: (await listEntriesOnStage(tx, orSignedOut(judge).tour_date_id)).map(({ id }) => id),
  }))

  serveEvents(app, tabletEndpoints.watchJudgeStage, async ({ judge, reply }) => {
    const { id, tour_date_id } = orSignedOut(judge)
    return watchStage(tour_date_id, `device ${id}`, reply)
  })

  serve(app, tabletEndpoints.verifySheets, async (tx, { judge, body, now }) => {
    await markVerified(tx, body.client_ids, orSignedOut(judge).seat_id, now)
    return {}
  })

  serve(app, tabletEndpoints.sendHeartbeat, async (tx, { judge, body: { clock, ...beat }, now }) => {
    const { id, is_replaced } = orSignedOut(judge)
    const clock_offset_ms = Math.max(-2_000_000_000, Math.min(2_000_000_000, Date.parse(now) - Date.parse(clock)))
    await saveHeartbeat(tx, id, { ...beat, last_seen: now, clock_offset_ms })
    return { now, replaced: is_replaced }
  })
}
