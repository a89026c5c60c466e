import { sampleRoutine } from '../attendees/sample-city.ts'
import type { Facts, Registration, RegistrationRoutine, Nomination } from '../registration.ts'
import { competingStudio, competitionFacts } from '../routines/sample-competition.ts'
import type { NominationCategory, NominationType } from '../../tours/city.ts'
import { nomination } from './nomination.ts'

const type = (id: number, name: string, more: Partial<NominationType> = {}): NominationType => ({
  id,
  name,
  age_divisions: [],
  categories: [3],
  asks_for: null,
  half: null,
  ...more,
})

/** Types 1 to 12 of the Studio of the Year (six for Teen and Senior, six for Mini and Junior), studio awards 21 to 23, specialty 41 and 51. */
export const sampleNominations: readonly NominationCategory[] = [
  {
    id: 1,
    name: 'Studio of the Year',
    step: 'soty',
    nomination_types: Array.from({ length: 12 }, (_, place) =>
      type(place + 1, `Small Group ${(place % 6) + 1}`, {
        age_divisions: place < 6 ? [3, 4] : [1, 2],
        half: place < 6 ? 'teen_senior' : 'mini_junior',
      }),
    ),
  },
  {
    id: 2,
    name: 'Best group performance',
    step: 'studio-awards',
    nomination_types: [21, 22, 23].map((id) => type(id, `Performance ${id - 20}`)),
  },
  {
    id: 4,
    name: 'Outstanding choreography',
    step: 'specialty',
    nomination_types: [type(41, 'Any division', { categories: [], asks_for: 'choreographer' })],
  },
  {
    id: 5,
    name: 'Costume design',
    step: 'specialty',
    nomination_types: [type(51, 'Costume', { categories: [], asks_for: 'costume designer' })],
  },
]

/** The nationals city with the Studio of the Year, with what a test changes. */
export const nationalsFacts = ({ city, brand, ...more }: Parameters<typeof competitionFacts>[0] = {}): Facts =>
  competitionFacts({
    nominations: sampleNominations,
    ...more,
    city: { has_soty: true, ...city },
    brand: { is_nationals: true, ...brand },
  })

/** A small group of four; ids 1 to 6 are Teen, 7 to 12 Junior. */
export const groupRoutine = (id: number, more: Partial<RegistrationRoutine> = {}): RegistrationRoutine =>
  sampleRoutine(id, [1, 2, 3, 4], {
    age_division:
      id <= 6 ? { level_id: 3, name: 'Teen', minimum_age: 13 } : { level_id: 2, name: 'Junior', minimum_age: 11 },
    routine_category: { category_id: 3, name: 'Small Group', abbreviation: 'SG', limit: null },
    ...more,
  })

/** Each of the twelve types with the routine of its number; the first so many by outside choreographers. */
export const twelve = (outside = 0): Nomination[] =>
  Array.from({ length: 12 }, (_, place) => nomination(place + 1, place + 1, { outside: place < outside }))

/** A studio with twelve small groups, and a solo, number 13. */
export const nominatingStudio = (more: Partial<Registration> = {}): Registration =>
  competingStudio(4, {
    routines: [
      ...Array.from({ length: 12 }, (_, place) => groupRoutine(place + 1)),
      sampleRoutine(13, [1], { age_division: { level_id: 2, name: 'Junior', minimum_age: 11 } }),
    ],
    ...more,
  })
