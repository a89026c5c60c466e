import type {
  Attendee,
  Credit,
  PromoUse,
  Registration,
  RegistrationRoutine,
  Nomination,
} from '@callboard/domain/registrations/registration.ts'
import type { PriceList } from '@callboard/domain/registrations/pricing/price-list.ts'
import type { PromoState } from '@callboard/domain/payments/promo.ts'
import { sql, type Selectable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { attendeeDetails, type AttendeeDetails } from '@callboard/domain/roster/person-fields.ts'
import { attendeeDetailsOf } from '../roster/queries.ts'

export type RegistrationRow = Selectable<Schema['registrations']>
/** The registration as the rules use it, and its row with the columns only screens and lists use. */
export type LoadedRegistration = {
  registration: Registration
  row: RegistrationRow
  /** How its promo codes stand; the day decides which of them are live (`loadContext`). */
  promo_states?: readonly (PromoState & { code: string })[]
  /** The prices it was completed with; null: not completed, or before they were kept. */
  price_list: PriceList | null
}

const attendeesOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('attendees as a')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .where('a.registration_id', '=', id)
    .selectAll('a')
    .select(['p.fname', 'p.lname', 'p.birthdate', 'p.gender_id'])
    .orderBy('a.id')
    .execute()

type AttendeeRow = Awaited<ReturnType<typeof attendeesOf>>[number]

const noDetails: AttendeeDetails = Object.fromEntries(attendeeDetails.map((name) => [name, null]))

function attendeeOf(
  { fname, lname, birthdate, gender_id, registration_id: _, reminder_email: __, ...row }: AttendeeRow,
  details: Readonly<Record<string, AttendeeDetails>>,
): Attendee {
  return { ...row, person: { fname, lname, birthdate, gender_id, ...noDetails, ...details[row.person_id] } }
}

const routinesOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('registration_routines as r')
    .innerJoin('routines as d', 'd.id', 'r.routine_id')
    .innerJoin('age_divisions as g', 'g.level_id', 'r.age_division_level_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'r.category_id')
    .innerJoin('registrations as o', 'o.id', 'r.registration_id')
    .leftJoin('tour_date_categories as l', (join) =>
      join.onRef('l.category_id', '=', 'r.category_id').onRef('l.tour_date_id', '=', 'o.tour_date_id'),
    )
    .where('r.registration_id', '=', id)
    .selectAll('r')
    .select([
      'd.name',
      'd.choreographer',
      'g.name as division_name',
      'g.minimum_age',
      'c.name as category_name',
      'c.abbreviation',
      'l.max_routines as limit',
    ])
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('routine_attendees')
          .whereRef('registration_routine_id', '=', 'r.id')
          .select('person_id')
          .orderBy('person_id'),
      ).as('cast'),
    )
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('waiting_casts')
          .whereRef('registration_routine_id', '=', 'r.id')
          .select(['person_id', 'level_id as workshop_level_id'])
          .orderBy('person_id'),
      ).as('coming'),
    )
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('registration_nominations as n')
          .whereRef('n.registration_routine_id', '=', 'r.id')
          .select(['n.nomination_type_id', 'n.registration_routine_id as registrations_routine_id', 'n.details']),
      ).as('nominated'),
    )
    .orderBy('r.id')
    .execute()

type RoutineRow = Awaited<ReturnType<typeof routinesOf>>[number]

function routineOf(row: RoutineRow): RegistrationRoutine {
  const { registration_id: _, age_division_level_id, category_id, name, choreographer, cast, coming, ...rest } = row
  const { division_name, minimum_age, category_name, abbreviation, limit, nominated: __, ...routine } = rest
  return {
    ...routine,
    _temp_id: null,
    routine: { name, choreographer },
    attendees: coming.length === 0 ? cast : [...cast, ...coming],
    age_division: { level_id: age_division_level_id, name: division_name, minimum_age },
    routine_category: { category_id, name: category_name, abbreviation, limit },
  }
}

export const rootsOf = (tx: Tx) =>
  tx
    .selectFrom('registrations')
    .selectAll('registrations')
    .select((from) => [
      jsonArrayFrom(
        from
          .selectFrom('promo_uses as u')
          .innerJoin('promo_codes as p', 'p.id', 'u.promo_code_id')
          .whereRef('u.registration_id', '=', 'registrations.id')
          .orderBy('u.position')
          .select(['p.code', 'p.type', 'p.value', 'p.percentage', 'p.is_unique as unique', 'u.amount'])
          .select(['p.active', 'p.max_uses', 'p.valid_from', 'p.valid_through', 'u.counted'])
          .select([
            sql<boolean>`exists (select from promo_uses o where o.promo_code_id = u.promo_code_id
              and o.user_id = u.user_id and o.event_id = u.event_id and o.season_id = u.season_id
              and o.registration_id <> u.registration_id and o.counted)`.as('used_before'),
            sql<number>`case when p.max_uses is null then 0 else (select count(*)::integer from promo_uses o
              where o.promo_code_id = u.promo_code_id and o.registration_id <> u.registration_id and o.counted) end`.as(
              'other_uses',
            ),
          ]),
      ).as('promo_codes'),
      jsonObjectFrom(
        from
          .selectFrom('credits as c')
          .whereRef('c.registration_id', '=', 'registrations.id')
          .select(['c.from', 'c.amount', 'c.status']),
      ).as('credit'),
      attendeeDetailsOf('registrations.user_id').as('details'),
      from
        .selectFrom('price_lists as l')
        .whereRef('l.id', '=', 'registrations.price_list_id')
        .select('l.prices')
        .as('price_list'),
    ])

/** In the order of their types, as an act leaves them. */
const nominationsOf = (rows: readonly RoutineRow[]): Nomination[] =>
  rows
    .flatMap(({ nominated }) => nominated)
    .toSorted((one, other) => one.nomination_type_id - other.nomination_type_id)
    // Stored without an order of their keys.
    .map(({ details: { outside, name }, ...one }) => ({ ...one, details: { outside, name } }))

type AppliedPromo = PromoUse & PromoState
type Root = RegistrationRow & {
  promo_codes: AppliedPromo[]
  credit: Credit | null
  /** Of the roster, by person. */
  details: Record<string, AttendeeDetails>
  price_list: PriceList | null
}

const useOf = ({ code, type, value, percentage, unique, amount }: AppliedPromo): PromoUse => {
  return { code, type, value, percentage, unique, amount }
}

function registrationOf(
  row: Root,
  attendees: readonly Attendee[],
  routines: readonly RegistrationRoutine[],
  nomination_routines: readonly Nomination[],
): Registration {
  return {
    id: row.id,
    version: row.version,
    tour_date_id: row.tour_date_id,
    mybtf_user_id: row.user_id,
    studio_id: row.studio_id,
    ancillary: row.ancillary,
    independent: row.independent,
    info_acknowledged: row.info_acknowledged,
    is_competing: row.is_competing,
    attendees: Object.fromEntries(attendees.map((attendee) => [attendee.person_id, attendee])),
    routines: routines.filter(({ status }) => status === 'registered'),
    waiting_list_routines: routines.filter(({ status }) => status === 'waiting'),
    has_soty: row.has_soty,
    nomination_routines,
    additional_observers: {
      one: row.observers_one,
      two: row.observers_two,
      complimentary: row.observers_complimentary,
    },
    comp_room: row.comp_room,
    beat_street: row.beat_street,
    full_rates: row.full_rates,
    late_rates: row.late_rates,
    rates_told: row.rates_told,
    reviewed: row.reviewed,
    waiver: row.waiver,
    competitionCodeWaiver: row.competition_code_waiver,
    paying_by_check: row.paying_by_check,
    completed: row.completed,
    confirmed: row.confirmed,
    editing: false,
    visited_steps: row.visited_steps,
    left_off: row.left_off,
    left_off_details: row.left_off_details,
    promo_codes: row.promo_codes.map(useOf),
    credit: row.credit,
    competition_deposit_routines: row.competition_deposit_routines,
    removed_routines_post_deadline: row.removed_routines_post_deadline,
    dates: {
      created: row.created,
      updated: row.updated,
      reviewed: row.reviewed_at,
      completed: row.completed_at,
      confirmed: row.confirmed_at,
      edited: row.edited_at,
    },
  }
}

/**
 * Loads a registration with people and routines. The queries are sent together and executed in this order, so that a
 * transaction that waited for the row's lock reads what the previous one saved.
 */
export async function withContents(
  tx: Tx,
  id: number,
  root: Promise<Root | undefined>,
): Promise<LoadedRegistration | undefined> {
  const [row, attendees, routines] = await Promise.all([root, attendeesOf(tx, id), routinesOf(tx, id)])
  if (!row) return undefined
  const people = attendees.map((attendee) => attendeeOf(attendee, row.details))
  const registration = registrationOf(row, people, routines.map(routineOf), nominationsOf(routines))
  return { registration, row, promo_states: row.promo_codes, price_list: row.price_list }
}
