import { instant } from '@callboard/domain/kernel/instant.ts'
import { nomination } from '@callboard/domain/registrations/nominations/nomination.ts'
import type { Nomination } from '@callboard/domain/registrations/registration.ts'
import type { Tx } from '../platform/db/connect.ts'
import { studioAtFinals } from './demonstration-finals.ts'
import { insertRegistration, type RoutineInput } from './build-registrations.ts'

type NationalsStudio = { user_id: number; studio_id: number; person_ids: readonly number[] }
type NationalsInput = { main: NationalsStudio; second: NationalsStudio; past: number; current: number }

// How many dance, from where in the half: two small groups, two large ones, a line, and one of any size.
const pieces = [
  [5, 0],
  [6, 4],
  [11, 2],
  [12, 9],
  [17, 1],
  [8, 6],
  [7, 11],
  [1, 3],
] as const
const older = [
  'Undertow',
  'Neon Psalm',
  'Brass & Bone',
  'Murmuration',
  'What the Water Gave',
  'Salt',
  'Second Wind',
  'Solitaire',
]
const younger = [
  'Paper Lanterns',
  'Kitchen Radio',
  'Porch Light',
  'The Understudy',
  'Small Hours',
  'Tin Soldiers',
  'Hopscotch',
  'Skylark',
]
const choreographers = ['Thea Marchetti', 'Jonah Okonkwo', 'Sam Vale'] as const

/** Number of youngest and of oldest dancers at nationals, also last year. */
const half = 22

/** A studio's routines at nationals: per half one routine for each type, one more group and a solo. */
function repertoire(dancers: number): RoutineInput[] {
  const of = (names: readonly string[], first: number, seats: number) =>
    pieces.map(([size, offset], i): RoutineInput => ({
      name: names[i] ?? 'Untitled',
      choreographer: choreographers[i % choreographers.length] ?? 'Sam Vale',
      performance_division_id: 1 + (i % 7),
      cast: Array.from({ length: size }, (_, seat) => first + ((offset + seat) % seats)),
    }))
  return [...of(older, dancers - half, half), ...of(younger, 0, half)]
}

/** Youngest first. */
const byAge = async (tx: Tx, people: readonly number[]): Promise<number[]> => {
  const rows = await tx
    .selectFrom('persons')
    .where('id', 'in', people)
    .where('birthdate', 'is not', null)
    .orderBy('birthdate', 'desc')
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The twelve of the Studio of the Year, by their places among the routines; three by an outside choreographer. */
const twelve = (routine: (place: number) => number): Nomination[] =>
  Array.from({ length: 12 }, (_, place) =>
    nomination(place + 1, routine(place < 6 ? place : place + 2), { outside: place % 4 === 1 }),
  )

const through = ['roster', 'dancers', 'vip', 'teachers', 'observers', 'competition']

/**
 * Nationals: last year's registrations are completed; this year's is started by one studio and completed by the other.
 */
export async function insertDemonstrationNationals(tx: Tx, { main, second, past, current }: NationalsInput) {
  const ours = await byAge(tx, main.person_ids.slice(0, 60))
  const theirs = await byAge(tx, second.person_ids.slice(0, 15))
  const larkspur = {
    user_id: main.user_id,
    studio_id: main.studio_id,
    dancers: ours,
    routines: repertoire(ours.length),
  }
  await insertRegistration(tx, {
    ...larkspur,
    tour_date_id: past,
    at: instant('2024-02-12T17:00:00Z'),
    left_off: 'success',
    state: 'confirmed',
    paid: 'all',
    values: { has_soty: true },
    nominations: (routine) => [
      ...twelve(routine),
      nomination(21, routine(9)),
      nomination(23, routine(1)),
      nomination(24, routine(3)),
      nomination(41, routine(7), { name: 'Thea Marchetti' }),
    ],
  })
  await insertRegistration(tx, {
    ...larkspur,
    tour_date_id: current,
    at: instant('2024-09-26T17:00:00Z'),
    left_off: 'competition',
    values: { visited_steps: through },
    program: studioAtFinals,
  })
  await insertRegistration(tx, {
    user_id: second.user_id,
    studio_id: second.studio_id,
    dancers: theirs,
    tour_date_id: current,
    routines: [
      { name: 'Glasshouse', choreographer: 'Desmond Marlowe', cast: [8, 9, 10, 11, 12] },
      { name: 'Cartography', choreographer: 'Sam Vale', cast: [7, 8, 9, 10, 11, 12, 13] },
      { name: 'Bell Jar', choreographer: 'Desmond Marlowe', cast: [0, 1, 2, 3, 4, 5] },
      { name: 'Lamplight', choreographer: 'Sam Vale', cast: [13] },
    ],
    program: studioAtFinals,
    at: instant('2024-09-18T17:00:00Z'),
    left_off: 'success',
    state: 'confirmed',
    paid: 'all',
    nominations: (routine) => [
      nomination(23, routine(1)),
      nomination(31, routine(2), { name: 'Desmond Marlowe' }),
      nomination(32, routine(0), { name: 'Desmond Marlowe' }),
      nomination(41, routine(1), { name: 'Sam Vale' }),
      nomination(51, routine(3), { name: 'Ida Wren' }),
      nomination(61, routine(1)),
    ],
  })
}
