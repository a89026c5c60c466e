import { ageAsOf } from '@callboard/domain/roster/birthdate.ts'
import { minutesAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { cents, sumOf, type Cents } from '@callboard/domain/kernel/money.ts'
import type { Quote, QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import { suggestedLevel } from '@callboard/domain/registrations/attendees/level.ts'
import { priceListOf } from '@callboard/domain/registrations/pricing/price-list.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import { categoryFor } from '@callboard/domain/registrations/routines/cast.ts'
import { divisionFor } from '@callboard/domain/registrations/routines/age-division.ts'
import type { Facts, Nomination, Registration } from '@callboard/domain/registrations/registration.ts'
import type { City } from '@callboard/domain/tours/city.ts'
import { countNeededPlaces } from '@callboard/domain/registrations/places/needed-places.ts'
import { sql, type Insertable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { saveNominations } from '../registrations/nominations/queries.ts'
import { insertPayment } from '../payments/queries.ts'
import { postCompletion } from '../registrations/postings.ts'
import { keepPriceList } from '../registrations/price-list-queries.ts'
import { assignAttendeeNumbers, findRegistration } from '../registrations/queries.ts'
import { assignRoutineNumbers } from '../registrations/routines/queries.ts'
import { insertProgram, type DancerProgram } from './build-program.ts'
import { loadCity } from '../tours/queries.ts'

export type RoutineInput = {
  name: string
  choreographer?: string
  performance_division_id?: number
  /** Positions in `dancers`. */
  cast: readonly number[]
}

export type RegistrationInput = {
  tour_date_id: number
  user_id: number
  studio_id: number | null
  dancers: readonly number[]
  teachers?: readonly number[]
  routines?: readonly RoutineInput[]
  program?: readonly DancerProgram[]
  /** Nominations of the registration; `routine` returns the id of the routine at an index. */
  nominations?: (routine: (place: number) => number) => readonly Nomination[]
  /** Start of the registration; later dates are relative to it. */
  at: Instant
  left_off?: string
  /** 'completed': reviewed, priced for good, its places claimed; 'confirmed': also by the office. */
  state?: 'draft' | 'completed' | 'confirmed'
  /** Amount paid by check: cents, or the whole price. */
  paid?: Cents | 'all'
  values?: Partial<Insertable<Schema['registrations']>>
}

export type Inserted = { id: number; tour_date_id: number; routine_ids: number[] }

/** Inserts a registration as the wizard would create it: levels by age, categories and divisions by cast. */
export async function insertRegistration(tx: Tx, input: RegistrationInput): Promise<Inserted> {
  const { tour_date_id, user_id, studio_id, at, state = 'draft', left_off = 'dancers' } = input
  const city = await loadCity(tx, tour_date_id, at)
  const isCompleted = state !== 'draft'
  const { id } = await tx
    .insertInto('registrations')
    .values({
      tour_date_id,
      user_id,
      studio_id,
      ancillary: studio_id === null,
      info_acknowledged: true,
      is_competing: input.routines ? input.routines.length > 0 : null,
      full_rates: false,
      late_rates: false,
      created: at,
      updated: at,
      left_off,
      ...(isCompleted && {
        reviewed: true,
        waiver: true,
        competition_code_waiver: true,
        completed: true,
        reviewed_at: minutesAfter(at, 30),
        completed_at: minutesAfter(at, 40),
      }),
      ...(state === 'confirmed' && { confirmed: true, confirmed_at: minutesAfter(at, 1_440) }),
      ...input.values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  await insertPeople(tx, id, input, city)
  const routine_ids = await insertRoutines(tx, id, input, city)
  const { dancers, program = [] } = input
  if (program.length > 0) {
    await insertProgram(tx, { registration_id: id, dancers, program }, factsOf(city, at))
  }
  const nominated = input.nominations?.((place) => routine_ids[place] ?? 0)
  await saveNominations(tx, id, nominated ?? null)
  const price = await storePrice(tx, id, city, at, isCompleted)
  if (isCompleted) await settle(tx, id, price, input)
  return { id, tour_date_id, routine_ids }
}

async function insertPeople(tx: Tx, registration_id: number, input: RegistrationInput, city: City) {
  const people = await tx
    .selectFrom('persons')
    .select(['id', 'birthdate'])
    .where('id', '=', sql<number>`any(${input.dancers}::int[])`)
    .execute()
  const birthdates = new Map(people.map(({ id, birthdate }) => [id, birthdate]))
  const levelOf = (person_id: number) => {
    const birthdate = birthdates.get(person_id)
    const age = birthdate ? ageAsOf(birthdate, city.tour_date.season.age_year) : 12
    const level = suggestedLevel(city.workshop_levels, age)
    if (!level) throw new Error(`No level for someone of ${age}`)
    return level.id
  }
  const teacher = city.workshop_levels.find(({ kind }) => kind === 'teacher')
  const rows = [
    ...input.dancers.map((person_id) => ({ person_id, workshop_level_id: levelOf(person_id) })),
    ...(input.teachers ?? []).map((person_id) => ({ person_id, workshop_level_id: teacher?.id ?? 0 })),
  ]
  if (rows.length === 0) return
  await tx
    .insertInto('attendees')
    .values(rows.map((row) => ({ ...row, registration_id })))
    .execute()
}

async function insertRoutines(tx: Tx, registration_id: number, input: RegistrationInput, city: City) {
  const routines = input.routines ?? []
  if (routines.length === 0) return []
  const people = await tx.selectFrom('persons').select(['id', 'birthdate']).where('id', 'in', input.dancers).execute()
  const ages = new Map(
    people.map(({ id, birthdate }) => [id, birthdate ? ageAsOf(birthdate, city.tour_date.season.age_year) : 12]),
  )
  const pieces = await tx
    .insertInto('routines')
    .values(
      routines.map(({ name, choreographer = 'Sam Vale' }) => ({
        user_id: input.user_id,
        studio_id: input.studio_id,
        name,
        choreographer,
      })),
    )
    .returning('id')
    .execute()
  const casts = routines.map(({ cast }) => cast.map((place) => input.dancers[place] ?? 0))
  const rows = routines.map(({ performance_division_id = 2 }, i) => {
    const cast = casts[i] ?? []
    const category = categoryFor(cast.length, city.routine_categories)
    const division = divisionFor(
      { ages: cast.map((person_id) => ages.get(person_id) ?? 12), has_teacher: false, age_up: false },
      city.age_divisions,
      city.settings,
    )
    return {
      registration_id,
      routine_id: pieces[i]?.id ?? 0,
      performance_division_id,
      category_id: category?.category_id ?? 0,
      age_division_level_id: division?.level_id ?? 0,
    }
  })
  const inserted = await tx.insertInto('registration_routines').values(rows).returning('id').execute()
  const seats = inserted.flatMap(({ id }, i) =>
    (casts[i] ?? []).map((person_id) => ({ registration_routine_id: id, registration_id, person_id })),
  )
  await tx.insertInto('routine_attendees').values(seats).execute()
  return inserted.map(({ id }) => id)
}

const factsOf = (city: City, now: Instant): Facts => ({
  ...city,
  now,
  exempt: false,
  studio: {
    flagged: false,
    bypass_deposit: false,
    bypass_removed_routine_fee: false,
    bypass_removed_routine_fee_post_deadline: false,
  },
})

/** Totals as lists show them; a completed one also has its lines, its numbers and its places. */
async function storePrice(tx: Tx, id: number, city: City, at: Instant, isCompleted: boolean) {
  const loadedRegistration = await findRegistration(tx, id)
  if (!loadedRegistration) throw new Error('A registration was inserted and is not there')
  const { registration } = loadedRegistration
  const facts = factsOf(city, at)
  const price = quote(registration, facts)
  const { lines, fees, free_teacher } = price
  const people = Object.values(registration.attendees)
  const kinds = new Map(city.workshop_levels.map((level) => [level.id, level.kind]))
  const countKind = (kind: string) =>
    people.filter(({ workshop_level_id }) => kinds.get(workshop_level_id) === kind).length
  const counts = { dancers: countKind('dancer'), teachers: countKind('teacher') }
  const { total } = fees
  await tx
    .updateTable('registrations')
    .set({
      ...counts,
      routine_count: registration.routines.length,
      total,
      fees: JSON.stringify(fees),
      free_teacher: JSON.stringify(free_teacher),
    })
    .where('id', '=', id)
    .execute()
  await setRoutineFees(tx, registration, lines)
  if (!isCompleted) return price

  await keepPriceList(tx, id, city.tour_date.id, priceListOf(city))
  await assignAttendeeNumbers(tx, id)
  await assignRoutineNumbers(tx, id)

  if (lines.length > 0) {
    await tx
      .insertInto('price_lines')
      .values(
        lines.map((line, position) => ({
          registration_id: id,
          key: line.key,
          position,
          line: JSON.stringify(line),
          amount: line.amount,
        })),
      )
      .execute()
  }
  const tour_date_id = city.tour_date.id
  const needs = Object.entries(countNeededPlaces(registration, facts))
  if (needs.length > 0) {
    await tx
      .insertInto('place_claims')
      .values(needs.map(([key, n]) => ({ registration_id: id, tour_date_id, key, n, held_until: null })))
      .execute()
    for (const [key, n] of needs) {
      await tx
        .updateTable('capacity')
        .set((of) => ({ taken: of('taken', '+', n) }))
        .where('tour_date_id', '=', tour_date_id)
        .where('key', '=', key)
        .execute()
    }
  }
  await tx
    .updateTable('tour_date_totals')
    .set((of) => ({
      registrations: of('registrations', '+', 1),
      dancers: of('dancers', '+', counts.dancers),
      teachers: of('teachers', '+', counts.teachers),
      routines: of('routines', '+', registration.routines.length),
      total: of('total', '+', total),
    }))
    .where('tour_date_id', '=', tour_date_id)
    .execute()
  return price
}

/** Stores with each routine what its lines charge, as saving a routine does. */
async function setRoutineFees(tx: Tx, { routines }: Registration, lines: readonly QuoteLine[]) {
  if (routines.length === 0) return
  const fees = routines.map(({ id }) => ({
    id,
    fee: sumOf(
      lines.filter(({ routine }) => routine !== null && routine === id),
      ({ amount }) => amount,
    ),
  }))
  await sql`update registration_routines q set fee = f.fee
    from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as f (id integer, fee integer) where q.id = f.id`.execute(
    tx,
  )
}

/** Posts a completed registration's charges and payments. */
async function settle(tx: Tx, registration_id: number, price: Quote, { tour_date_id, at, paid }: RegistrationInput) {
  const amount = paid === 'all' ? price.fees.total : paid
  const now = minutesAfter(at, 40)
  if (amount) {
    const check = { payment_method_id: 2, details: JSON.stringify({ check_number: '1042' }) }
    await insertPayment(tx, { registration_id, amount, ...check, settled_at: now, timestamp: now })
    await tx.updateTable('registrations').set({ paid: amount }).where('id', '=', registration_id).execute()
    await tx
      .updateTable('tour_date_totals')
      .set((of) => ({ paid: of('paid', '+', amount) }))
      .where('tour_date_id', '=', tour_date_id)
      .execute()
  }
  await postCompletion(tx, { registration_id, price, credit: cents(0), now })
}
