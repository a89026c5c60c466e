import { randomInt } from 'node:crypto'
import { tabletEndpoints } from '@callboard/contract/judging/tablet.ts'
import { secondsAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { pairingMinutes } from '@callboard/domain/judging/pairing.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { hashOf } from '../platform/http/sessions.ts'
import { findOrderCity } from '../running-order/queries.ts'
import {
  findDevicesEnd,
  findSeatCity,
  insertPairing,
  listSeatsWithDevices,
  lockDevice,
  markRevoked,
} from './device-queries.ts'

async function presentDevices(tx: Tx, tour_date_id: number, now: Instant) {
  const { event, city } = orNotFound(await findOrderCity(tx, tour_date_id))
  const { devices_end_at } = orNotFound(await findDevicesEnd(tx, tour_date_id))
  const rows = await listSeatsWithDevices(tx, tour_date_id)
  return {
    ...{ tour_date_id, event, city, now, is_over: devices_end_at <= now },
    seats: rows.map(({ seat_id, panel, position, judge, id, label, paired_at, ...device }) => ({
      ...{ seat_id, panel, position, judge },
      device:
        id === null || paired_at === null
          ? null
          : { id, label: label ?? '', paired_at, ...device, app_version: device.app_version ?? '' },
    })),
  }
}

/** The board of devices, and the codes that pair them. */
export function officeDeviceRoutes(app: App) {
  serve(app, tabletEndpoints.readDevices, (tx, { query, now }) => presentDevices(tx, query.tour_date_id, now))

  serve(app, tabletEndpoints.offerPairing, async (tx, { body: { seat_id, label }, ...caller }) => {
    const { tour_date_id, panel, position, devices_end_at } = orNotFound(await findSeatCity(tx, seat_id))
    if (devices_end_at <= caller.now) throw new Refused({ code: 'pairing.city_over' })
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const expires_at = secondsAfter(caller.now, 60 * pairingMinutes)
    const by = { created_at: caller.now, created_by: caller.user.id }
    const pairing_id = await insertPairing(tx, { seat_id, code_hash: hashOf(code), label, expires_at, ...by })
    const about = { entity: 'judging', entity_id: tour_date_id, before: null, after: { panel, position, label } }
    await audited(tx, caller, { action: 'offer pairing', ...about })
    return { pairing_id, code, url: `${app.origin}/judge/tablet?pairing=${pairing_id}&code=${code}`, expires_at }
  })

  serve(app, tabletEndpoints.revokeDevice, async (tx, { params: { id }, ...caller }) => {
    const { tour_date_id, panel, position, label } = orNotFound(await lockDevice(tx, id))
    await markRevoked(tx, id, caller.now)
    const about = { entity: 'judging', entity_id: tour_date_id, before: { panel, position, label }, after: null }
    await audited(tx, caller, { action: 'revoke device', ...about })
    return presentDevices(tx, tour_date_id, caller.now)
  })
}
