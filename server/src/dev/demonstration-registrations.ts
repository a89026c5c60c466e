import { instant } from '@callboard/domain/kernel/instant.ts'
import { dollars } from '@callboard/domain/kernel/money.ts'
import type { Tx } from '../platform/db/connect.ts'
import type { insertStudio } from './build-people.ts'
import { insertRegistration, type RoutineInput } from './build-registrations.ts'
import { thisSeason } from './build-season.ts'
import { insertDemonstrationWaivers } from './build-waivers.ts'
import { insertDemonstrationMusic } from './demonstration-music.ts'
import { insertDemonstrationNationals } from './demonstration-nationals.ts'
import { lastYear, thisYear } from './season-41.ts'

type DemonstrationStudio = Awaited<ReturnType<typeof insertStudio>>
type RegistrationsInput = {
  past: readonly number[]
  current: readonly number[]
  main: DemonstrationStudio
  second: DemonstrationStudio
}

const titles = [
  'Paper Lanterns',
  'Undertow',
  'What the Water Gave',
  'Neon Psalm',
  'Small Hours',
  'Brass & Bone',
  'The Understudy',
  'Salt',
  'Kitchen Radio',
  'Murmuration',
  'Porch Light',
  'Second Wind',
] as const
const sizes = [8, 1, 12, 3, 1, 5, 18, 2, 1, 7, 10, 4] as const
const choreographers = ['Thea Marchetti', 'Jonah Okonkwo', 'Sam Vale'] as const

/** Returns routines whose casts are adjacent dancers of the roster. */
const repertoire = (count: number, dancers: number): RoutineInput[] =>
  titles.slice(0, count).map((name, i) => ({
    name,
    choreographer: choreographers[i % choreographers.length] ?? 'Sam Vale',
    performance_division_id: 1 + (i % 7),
    cast: Array.from({ length: Math.min(sizes[i] ?? 1, dancers) }, (_, seat) => (i * 3 + seat) % dancers),
  }))

/** Inserts the registrations of two studios for last year and this year: paid, partly paid and incomplete. */
export async function insertDemonstrationRegistrations(tx: Tx, { past, current, main, second }: RegistrationsInput) {
  const pastIn = (city: string, event_id = 7) =>
    past[lastYear.findIndex((one) => one.city === city && one.event_id === event_id)] ?? 0
  const currentIn = (city: string, event_id = 7) =>
    current[thisYear.findIndex((one) => one.city === city && one.event_id === event_id)] ?? 0
  const larkspur = { user_id: main.user_id, studio_id: main.studio_id }
  const marlowe = { user_id: second.user_id, studio_id: second.studio_id }
  const dancers = main.person_ids.slice(0, 40)
  const teachers = main.person_ids.slice(60, 63)
  const confirmedState = 'confirmed' as const

  await insertRegistration(tx, {
    ...larkspur,
    tour_date_id: pastIn('Portland'),
    dancers,
    teachers,
    routines: repertoire(12, 40),
    at: instant('2023-09-18T17:00:00Z'),
    left_off: 'success',
    state: confirmedState,
    paid: 'all',
  })
  await insertRegistration(tx, {
    ...larkspur,
    tour_date_id: pastIn('Reno'),
    dancers: dancers.slice(0, 18),
    teachers: teachers.slice(0, 1),
    routines: repertoire(5, 18),
    at: instant('2023-12-04T17:00:00Z'),
    left_off: 'success',
    state: confirmedState,
    paid: 'all',
  })
  const sacramento = await insertRegistration(tx, {
    ...larkspur,
    tour_date_id: currentIn('Sacramento'),
    dancers: dancers.slice(0, 22),
    teachers: teachers.slice(0, 2),
    routines: repertoire(9, 22),
    at: instant('2024-07-08T17:00:00Z'),
    left_off: 'success',
    state: confirmedState,
    paid: 'all',
  })
  const reno = await insertRegistration(tx, {
    ...larkspur,
    tour_date_id: currentIn('Reno'),
    dancers: dancers.slice(0, 12),
    teachers: teachers.slice(0, 1),
    routines: repertoire(6, 12),
    at: instant('2024-08-26T17:00:00Z'),
    left_off: 'success',
    state: 'completed',
    paid: dollars(300),
  })
  await insertDemonstrationMusic(tx, {
    registration_id: reno.id,
    tour_date_id: currentIn('Reno'),
    owner_user_id: main.user_id,
    uploaded: 3,
    at: instant('2024-09-22T19:10:00Z'),
  })
  await insertRegistration(tx, {
    ...larkspur,
    tour_date_id: currentIn('Minneapolis', 8),
    dancers: dancers.slice(4, 16),
    teachers: teachers.slice(1, 2),
    routines: repertoire(4, 12),
    at: instant('2024-09-24T17:00:00Z'),
    left_off: 'competition',
  })
  const denver = await insertRegistration(tx, {
    ...marlowe,
    tour_date_id: currentIn('Denver'),
    dancers: second.person_ids.slice(0, 14),
    routines: repertoire(12, 14),
    at: instant('2024-09-12T17:00:00Z'),
    left_off: 'success',
    state: 'completed',
    paid: dollars(600),
  })
  await insertRegistration(tx, {
    ...marlowe,
    tour_date_id: currentIn('Spokane'),
    dancers: second.person_ids.slice(0, 5),
    at: instant('2024-09-20T17:00:00Z'),
    left_off: 'dancers',
  })
  await insertDemonstrationNationals(tx, {
    main,
    second,
    past: pastIn('Las Vegas', 14),
    current: currentIn('Las Vegas', 14),
  })
  const season_id = thisSeason.id
  await insertDemonstrationWaivers(tx, {
    registration_id: sacramento.id,
    season_id,
    user_id: main.user_id,
    signed: 13,
    asked: 4,
    at: instant('2024-09-16T15:00:00Z'),
  })
  await insertDemonstrationWaivers(tx, {
    registration_id: denver.id,
    season_id,
    user_id: second.user_id,
    signed: 14,
    asked: 0,
    at: instant('2024-09-18T15:00:00Z'),
  })
}
