import { runningOrderEndpoints } from '@callboard/contract/running-order/running-order.ts'
import { dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { instantAt } from '@callboard/domain/kernel/zoned-time.ts'
import { draftOrder } from '@callboard/domain/running-order/draft-order.ts'
import { entryLabel, entryNumbers } from '@callboard/domain/running-order/entry-numbers.ts'
import { moveEntries } from '@callboard/domain/running-order/moves.ts'
import { isSameVersion, orderChanges, versionOf } from '@callboard/domain/running-order/order-changes.ts'
import {
  entriesOfBlock,
  isWithinReach,
  mostDaysFromEvent,
  type BlockKind,
  type Order,
} from '@callboard/domain/running-order/order.ts'
import type { AuditAction } from '@callboard/domain/platform/audit-actions.ts'
import { audited, type Caller } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { newToken } from '../platform/http/sessions.ts'
import { sendMails } from '../platform/mail/queries.ts'
import { scheduleLetter } from './letters.ts'
import { loadRunningOrder, namesOf, type PresentOrder } from './present.ts'
import {
  deleteBlock,
  findOrderCity,
  findOrderVersion,
  insertBlock,
  insertOrderVersion,
  listOrderOwners,
  lockRunningOrder,
  raiseOrderVersion,
  saveEntryPlaces,
  saveReaders,
  setEntryNumbers,
  updateBlock,
} from './queries.ts'

type WriteRequest = { tour_date_id: number; version: number }

/** Locks a city's order and checks that nobody wrote since the caller read it. */
export async function lockForWrite(tx: Tx, { tour_date_id, version }: WriteRequest): Promise<void> {
  orNotFound(await findOrderCity(tx, tour_date_id))
  const current = await lockRunningOrder(tx, tour_date_id)
  if (current !== version) throw new Refused({ code: 'order.changed_meanwhile', version: current })
}

/** Ends a write: raises the version and leaves an audit entry. */
async function finishWrite(
  tx: Tx,
  caller: Caller,
  tour_date_id: number,
  { action, before = null, after }: { action: AuditAction; before?: unknown; after: unknown },
) {
  await raiseOrderVersion(tx, tour_date_id)
  await audited(tx, caller, { action, entity: 'running_order', entity_id: tour_date_id, before, after })
}

type BlockBody = { stage: number; kind: BlockKind; name: string; local_start: string; minutes: number }

type BlockCity = { time_zone: string; start_date: CalendarDate; end_date: CalendarDate }

/** The columns of a block. `before`: where it starts now; an old start far from the event may stay. */
function blockValues(
  { stage, kind, name, local_start, minutes }: BlockBody,
  { time_zone, ...days }: BlockCity,
  before?: Instant,
) {
  let starts_at: Instant
  try {
    starts_at = instantAt(time_zone, local_start)
  } catch {
    throw new Refused({ code: 'order.bad_time', field: 'local_start' })
  }
  if (starts_at !== before && !isWithinReach(dayIn(time_zone, starts_at), days)) {
    throw new Refused({ code: 'order.far_day', field: 'local_start', days: mostDaysFromEvent })
  }
  if (!name.trim()) throw new Refused({ code: 'required', field: 'name' })
  return { stage, kind, name: name.trim(), starts_at, minutes: kind === 'routines' ? 0 : minutes }
}

type EntryPlace = { id: number; block_id: number }

/** The parts of judging and results, which are behind the running order, that a change of it needs; app.ts passes them in. */
type OrderGuards = {
  /** The first of these entries that has marks of another panel than that of its new block. */
  findMarkedElsewhere: (tx: Tx, places: readonly EntryPlace[]) => Promise<number | undefined>
  /** The confirmed releases that wait for the awards of a block. */
  listWaitingVersions: (tx: Tx, tour_date_id: number, block_id: number) => Promise<readonly unknown[]>
}

/** Entries that stand in another block after a move than before it. */
const otherBlocks = (before: Order, after: Order): EntryPlace[] => {
  const earlier = new Map(before.entries.map(({ id, block_id }) => [id, block_id]))
  return after.entries.flatMap(({ id, block_id }) =>
    block_id === null || block_id === earlier.get(id) ? [] : [{ id, block_id }],
  )
}

/** The office orders a competition. docs/rules/running-order.md. */
export function officeRunningOrderRoutes(
  app: App,
  presentNow: PresentOrder,
  { findMarkedElsewhere, listWaitingVersions }: OrderGuards,
) {
  answerWith({ 'order.changed_meanwhile': 409 })
  const endpoints = runningOrderEndpoints

  serve(app, endpoints.readOfficeRunningOrder, (tx, { query }) => presentNow(tx, query.tour_date_id))

  serve(app, endpoints.moveRunningOrder, async (tx, { body, ...caller }) => {
    const { tour_date_id, moves, reason } = body
    await lockForWrite(tx, body)
    const { city, order, rows, settings } = await loadRunningOrder(tx, tour_date_id)
    const names = (after: Order) => namesOf(after, rows, city.time_zone)
    const movedOrder = orRefuse(moveEntries(order, moves, { reason: reason.trim(), settings, names }))
    const judgedId = await findMarkedElsewhere(tx, otherBlocks(order, movedOrder))
    const judgedEntry = order.entries.find(({ id }) => id === judgedId)
    if (judgedEntry) throw new Refused({ code: 'order.judged', label: entryLabel(judgedEntry) })
    await saveEntryPlaces(tx, tour_date_id, order, movedOrder)
    await finishWrite(tx, caller, tour_date_id, { action: 'move running order', after: { moves, reason } })
    return presentNow(tx, tour_date_id)
  })

  serve(app, endpoints.addBlock, async (tx, { body, ...caller }) => {
    const { tour_date_id } = body
    await lockForWrite(tx, body)
    const block = blockValues(body, orNotFound(await findOrderCity(tx, tour_date_id)))
    const { id } = await insertBlock(tx, tour_date_id, block)
    await finishWrite(tx, caller, tour_date_id, { action: 'add block', after: { id, ...block } })
    return presentNow(tx, tour_date_id)
  })

  serve(app, endpoints.changeBlock, async (tx, { params: { id }, body, ...caller }) => {
    const { tour_date_id } = body
    await lockForWrite(tx, body)
    const { city, order } = await loadRunningOrder(tx, tour_date_id)
    const before = orNotFound(order.blocks.find((block) => block.id === id))
    const block = blockValues(body, city, before.starts_at)
    if (block.kind !== 'routines' && entriesOfBlock(order, id).length > 0) {
      throw new Refused({ code: 'order.block_has_entries', name: before.name })
    }
    if (block.kind !== 'awards' && (await listWaitingVersions(tx, tour_date_id, id)).length > 0) {
      throw new Refused({ code: 'release.block_waits' })
    }
    await updateBlock(tx, id, block)
    await finishWrite(tx, caller, tour_date_id, { action: 'change block', before, after: { id, ...block } })
    return presentNow(tx, tour_date_id)
  })

  serve(app, endpoints.removeBlock, async (tx, { params: { id }, query, ...caller }) => {
    const { tour_date_id } = query
    await lockForWrite(tx, query)
    const { order } = await loadRunningOrder(tx, tour_date_id)
    const before = order.blocks.find((block) => block.id === id)
    if (!before) throw new NotFound()
    if (entriesOfBlock(order, id).length > 0) throw new Refused({ code: 'order.block_has_entries', name: before.name })
    await deleteBlock(tx, id)
    await finishWrite(tx, caller, tour_date_id, { action: 'remove block', before, after: null })
    return presentNow(tx, tour_date_id)
  })

  serve(app, endpoints.draftRunningOrder, async (tx, { body, ...caller }) => {
    const { tour_date_id } = body
    await lockForWrite(tx, body)
    const { order, settings } = await loadRunningOrder(tx, tour_date_id)
    const drafted = orRefuse(draftOrder(order, settings))
    const placedCount = await saveEntryPlaces(tx, tour_date_id, order, drafted)
    await finishWrite(tx, caller, tour_date_id, { action: 'draft running order', after: { placed: placedCount } })
    return presentNow(tx, tour_date_id)
  })

  serve(app, endpoints.changeReaders, async (tx, { body, ...caller }) => {
    const { tour_date_id, is_public, shows_dancers } = body
    await lockForWrite(tx, body)
    const before = orNotFound(await findOrderCity(tx, tour_date_id))
    await saveReaders(tx, tour_date_id, { is_public, shows_dancers }, newToken())
    await finishWrite(tx, caller, tour_date_id, {
      action: 'change order readers',
      before: { is_public: before.is_public, shows_dancers: before.shows_dancers },
      after: { is_public, shows_dancers },
    })
    return presentNow(tx, tour_date_id)
  })

  serve(app, endpoints.publishRunningOrder, async (tx, { body, ...caller }) => {
    const { tour_date_id } = body
    await lockForWrite(tx, body)
    const mailed = await publish(tx, app.origin, tour_date_id, caller)
    return { mailed, order: await presentNow(tx, tour_date_id) }
  })
}

/** Fixes the numbers, keeps the version, and mails each studio its differences. Returns how many mails. */
async function publish(tx: Tx, origin: string, tour_date_id: number, caller: Caller): Promise<number> {
  const { city, order, rows, settings } = await loadRunningOrder(tx, tour_date_id)
  const body = versionOf(order, settings)
  if (body.entries.length === 0) throw new Refused({ code: 'order.empty' })
  const before = await findOrderVersion(tx, tour_date_id)
  const changes = orderChanges(before, body)
  // A new number, or a time that moved by less than a minute, is published without a mail.
  if (before && isSameVersion(before, body)) throw new Refused({ code: 'order.no_changes' })

  await setEntryNumbers(tx, entryNumbers(order))
  const version = (city.published_version ?? 0) + 1
  await insertOrderVersion(tx, { tour_date_id, version, body, now: caller.now, by: caller.user.id })
  const owners = await listOrderOwners(tx, [...changes.keys()])
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const mails = owners.map(({ registration_id, user_id, email }) => ({
    envelope: { to: email, template: 'running_order', user_id, registration_id },
    letter: scheduleLetter(changes.get(registration_id) ?? [], {
      ...{ event: city.event, city: city.city, time_zone: city.time_zone, isFirst: before === null },
      url: `${origin}/event/${registration_id}/schedule`,
      nameOf: (id) => names.get(id) ?? 'A removed routine',
    }),
  }))
  await sendMails(tx, mails, caller.now)
  await finishWrite(tx, caller, tour_date_id, {
    action: 'publish running order',
    before: { version: city.published_version },
    after: { version, entries: body.entries.length, mailed: mails.length },
  })
  return mails.length
}
