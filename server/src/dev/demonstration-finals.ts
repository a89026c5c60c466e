import { instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../platform/db/connect.ts'
import type { insertIndependent, insertStudio } from './build-people.ts'
import { insertRegistration } from './build-registrations.ts'
import type { DancerProgram } from './build-program.ts'
import { thisYear } from './season-41.ts'

type FinalsStudio = Awaited<ReturnType<typeof insertStudio>>
type FinalsInput = {
  current: readonly number[]
  main: FinalsStudio
  second: FinalsStudio
  alone: Awaited<ReturnType<typeof insertIndependent>>
}

const jazz = 1
const contemporary = 2

/** A studio at the finals: complete, partial and attendance only. */
export const studioAtFinals: readonly DancerProgram[] = [
  {
    dancer: 0,
    code: 'COMPETING',
    jacket_size_id: 2,
    jacket_name: 'Wren',
    routine: { name: 'Second Skin', choreographer: 'Jonah Okonkwo', performance_division_id: jazz },
    photo: true,
  },
  {
    dancer: 1,
    code: 'COMPETING',
    jacket_size_id: 3,
    routine: { name: 'TBA', choreographer: '', performance_division_id: contemporary },
  },
  { dancer: 2, code: 'JACKET_ONLY', jacket_size_id: 4, jacket_name: 'Odette', photo: true },
  { dancer: 3, code: 'WORKSHOP_ONLY' },
]

/** The programs of the finals: a studio that is choosing, a dancer on her own, a cast. */
export async function insertDemonstrationFinals(tx: Tx, { current, main, second, alone }: FinalsInput) {
  const cityOf = (city: string, event_id: number) =>
    current[thisYear.findIndex((one) => one.city === city && one.event_id === event_id)] ?? 0
  await insertRegistration(tx, {
    user_id: main.user_id,
    studio_id: main.studio_id,
    tour_date_id: cityOf('Orlando', 14),
    dancers: main.person_ids.slice(0, 9),
    teachers: main.person_ids.slice(60, 61),
    at: instant('2024-09-26T17:00:00Z'),
    left_off: 'best-dancers',
    values: { visited_steps: ['dancers'] },
    program: [
      {
        dancer: 0,
        code: 'COMPETING',
        jacket_size_id: 5,
        jacket_name: 'Ana',
        routine: { name: 'Moth', choreographer: 'Thea Marchetti', performance_division_id: contemporary },
        photo: true,
      },
      { dancer: 1, code: 'COMPETING' },
      { dancer: 2, code: 'JACKET_ONLY', jacket_size_id: 3 },
      { dancer: 3, code: 'WORKSHOP_ONLY' },
    ],
  })
  await insertRegistration(tx, {
    user_id: alone.user_id,
    studio_id: null,
    tour_date_id: cityOf('Las Vegas', 14),
    dancers: [alone.person_id],
    at: instant('2024-09-18T17:00:00Z'),
    left_off: 'success',
    state: 'confirmed',
    paid: 'all',
    values: { independent: true },
    program: [
      {
        dancer: 0,
        code: 'COMPETING',
        routine: { name: 'Slow Weather', choreographer: 'Sam Vale', performance_division_id: contemporary },
      },
    ],
  })
  await insertRegistration(tx, {
    user_id: second.user_id,
    studio_id: second.studio_id,
    tour_date_id: cityOf('Philadelphia', 52),
    dancers: second.person_ids.slice(0, 4),
    at: instant('2024-09-16T17:00:00Z'),
    left_off: 'success',
    state: 'confirmed',
    paid: 'all',
    program: [{ dancer: 0, code: 'CAST', jacket_size_id: 4, photo: true }],
  })
}
