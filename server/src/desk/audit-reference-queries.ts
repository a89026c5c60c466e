import {
  referenceKey,
  referenceKinds,
  referencesOf,
  type ReferenceKind,
} from '@callboard/domain/desk/audit-references.ts'
import { productTimeZone } from '@callboard/domain/kernel/moment-text.ts'
import { sql, type RawBuilder } from 'kysely'
import { listAuditEntries } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'

const person = sql`nullif(trim(concat_ws(' ', p.fname, p.lname)), '')`
const city = sql`concat_ws(' ', e.name, c.name)`
const noZone = sql`null::text`
/** The event and the city of a tour date `t`. */
const cityJoins = sql`join events e on e.id = t.event_id join event_cities c on c.id = t.event_city_id`
const cityOf = sql`join tour_dates t on t.id = r.tour_date_id ${cityJoins}`

/** The table of each kind with its number, its name and the zone of its city. */
const namesOfKind: Record<
  ReferenceKind,
  { id: RawBuilder<unknown>; name: RawBuilder<unknown>; from: RawBuilder<unknown>; zone?: RawBuilder<unknown> }
> = {
  registration: {
    id: sql`r.id`,
    name: sql`concat_ws(' in ', coalesce(s.name, ${person}), ${city})`,
    from: sql`registrations r ${cityOf} join users u on u.id = r.user_id join persons p on p.id = u.person_id
      left join studios s on s.id = r.studio_id`,
    zone: sql`t.time_zone`,
  },
  tour_date: { id: sql`t.id`, name: city, from: sql`tour_dates t ${cityJoins}`, zone: sql`t.time_zone` },
  event: { id: sql`e.id`, name: sql`e.name`, from: sql`events e` },
  season: { id: sql`n.id`, name: sql`concat(n.start_year, '–', n.end_year)`, from: sql`seasons n` },
  person: { id: sql`p.id`, name: person, from: sql`persons p` },
  attendee: { id: sql`a.id`, name: person, from: sql`attendees a join persons p on p.id = a.person_id` },
  user: { id: sql`u.id`, name: person, from: sql`users u join persons p on p.id = u.person_id` },
  studio: { id: sql`s.id`, name: sql`s.name`, from: sql`studios s` },
  promo_code: { id: sql`k.id`, name: sql`k.code`, from: sql`promo_codes k` },
  waiver_type: { id: sql`w.id`, name: sql`w.name`, from: sql`waiver_types w` },
  waiver: {
    id: sql`q.id`,
    name: sql`concat_ws(' in ', ${person}, ${city})`,
    from: sql`waiver_requests q join persons p on p.id = q.person_id
      join registrations r on r.id = q.registration_id ${cityOf}`,
    zone: sql`t.time_zone`,
  },
  scholarship: { id: sql`h.id`, name: person, from: sql`scholarships h join persons p on p.id = h.person_id` },
  vip_type: { id: sql`v.id`, name: sql`v.name`, from: sql`vip_types v` },
  news: {
    id: sql`n.id`,
    name: city,
    from: sql`news n join tour_dates t on t.id = n.tour_date_id ${cityJoins}`,
    zone: sql`t.time_zone`,
  },
  group_mail: { id: sql`x.id`, name: sql`x.subject`, from: sql`group_mails x`, zone: sql`x.time_zone` },
  mail: { id: sql`m.id`, name: sql`m."to"`, from: sql`mails m` },
  level: { id: sql`l.id`, name: sql`l.level`, from: sql`workshop_levels l` },
  category: { id: sql`g.category_id`, name: sql`g.name`, from: sql`routine_categories g` },
  registration_routine: {
    id: sql`o.id`,
    name: sql`concat_ws(' in ', concat_ws(' ', n.entry_number || n.suffix, y.name), ${city})`,
    from: sql`registration_routines o join routines y on y.id = o.routine_id
      left join running_order_entries n on n.registration_routine_id = o.id
      join registrations r on r.id = o.registration_id ${cityOf}`,
    zone: sql`t.time_zone`,
  },
  judge_seat: {
    id: sql`s.id`,
    name: sql`concat('judge ', s.position, ' (' || j.name || ')')`,
    from: sql`judge_seats s left join judges j on j.id = s.judge_id`,
  },
  critique_item: { id: sql`i.id`, name: sql`i.name`, from: sql`critique_items i` },
}

type NameRow = { id: number; name: string | null; zone: string | null }

async function loadNames(tx: Tx, kind: ReferenceKind, ids: readonly number[]): Promise<[string, NameRow][]> {
  const { id, name, from, zone = noZone } = namesOfKind[kind]
  const { rows } = await sql<NameRow>`
    select ${id} as id, ${name} as name, ${zone} as zone from ${from} where ${id} = any(${[...ids]}::int[])`.execute(tx)
  return rows.map((row) => [referenceKey({ kind, id: Number(row.id) }), row])
}

/** Audit rows of one thing or of all, newest first, with the names and the zone that their sentences need. */
export async function loadAuditLines(tx: Tx, query: Parameters<typeof listAuditEntries>[1]) {
  const rows = (await listAuditEntries(tx, query)).map((row) => ({ ...row, references: referencesOf(row) }))
  const references = rows.flatMap((row) => row.references)
  const nameRows = new Map<string, NameRow>()
  for (const kind of referenceKinds) {
    const ids = new Set(references.filter((one) => one.kind === kind).map(({ id }) => id))
    if (ids.size === 0) continue
    for (const [key, row] of await loadNames(tx, kind, [...ids])) nameRows.set(key, row)
  }
  return rows.map(({ references: own, ...row }) => {
    const keys = [...new Set(own.map(referenceKey))]
    const names = keys.flatMap((key) =>
      nameRows.get(key)?.name ? [[key, nameRows.get(key)?.name ?? ''] as const] : [],
    )
    const zone = keys.map((key) => nameRows.get(key)?.zone).find((one) => one) ?? productTimeZone
    return { ...row, names: Object.fromEntries(names), zone }
  })
}
