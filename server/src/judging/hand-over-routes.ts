import { sentSheet, tabletEndpoints } from '@callboard/contract/judging/tablet.ts'
import { joinHandOvers, readHandOverCode, readHandOverText } from '@callboard/domain/judging/hand-over.ts'
import { z } from 'zod'
import { audited } from '../platform/audit-queries.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import type { CritiqueParts } from './critique-parts.ts'
import { findHandingDevice } from './device-queries.ts'
import { handOverKey, isSealedBy } from './hand-over-seal.ts'
import { batchOf, storeSheets } from './store-sheets.ts'

const sentSheets = z.array(sentSheet)

/** Reads the codes of one device; each hand-over of it has to be whole. */
function readCodes(codes: readonly string[]) {
  const readings = codes.map((code) => {
    const reading = readHandOverCode(code)
    if (!reading) throw new Refused({ code: 'hand_over.unreadable' })
    return reading
  })
  const handOvers = joinHandOvers(readings)
  const missing = handOvers.flatMap((handOver) => handOver.missing)
  if (missing.length > 0) throw new Refused({ code: 'hand_over.incomplete', missing: missing.length })
  const device_id = readings[0]?.device_id ?? 0
  if (handOvers.some((handOver) => handOver.device_id !== device_id))
    throw new Refused({ code: 'hand_over.unreadable' })
  return { device_id, handOvers }
}

/** Sheets that a tablet without a network shows as QR codes, read by the office. The same rule stores them. */
export function handOverRoutes(app: App, critiques: CritiqueParts) {
  serve(app, tabletEndpoints.receiveSheets, async (tx, { body, ...caller }) => {
    const { device_id, handOvers } = readCodes(body.codes)
    const { token_hash, tour_date_id, panel, position, ...device } = orNotFound(await findHandingDevice(tx, device_id))
    const key = handOverKey(token_hash)
    const sheets = handOvers.flatMap((handOver) => {
      if (!isSealedBy(key, handOver)) throw new Refused({ code: 'hand_over.foreign' })
      const parsed = sentSheets.safeParse(readHandOverText(handOver.text))
      if (!parsed.success) throw new Refused({ code: 'hand_over.unreadable' })
      return parsed.data
    })
    const answers = await storeSheets(tx, device, batchOf(sheets), {
      now: caller.now,
      request_id: caller.request.id,
      critiques,
    })
    const after = { panel, position, sheets: answers.map(({ client_id, status }) => ({ client_id, status })) }
    const about = { entity: 'judging', entity_id: tour_date_id, before: null, after }
    await audited(tx, caller, { action: 'receive sheets', ...about })
    return { tour_date_id, panel, position, sheets: answers }
  })
}
