import { dollars } from '../../kernel/money.ts'
import { sampleAttendee, sampleFacts, sampleRegistration } from '../attendees/sample-city.ts'
import type { Facts, Registration } from '../registration.ts'
import type { RoutineCategory } from '../../tours/city.ts'
import { emptyDraft, type RoutineDraft } from './routine-draft.ts'

const category = (category_id: number, name: string, min_dancers: number, price: number): RoutineCategory => ({
  category_id,
  name,
  abbreviation: name.slice(0, 2).toUpperCase(),
  min_dancers,
  fee_per_dancer: dollars(price),
  is_solo: min_dancers === 1,
  enabled: true,
  limit: null,
})

/** The sample city with a competition: categories from 1, 2, 4, 10 and 16 dancers, divisions Mini to Open and Showcase. */
export function competitionFacts(changes: Parameters<typeof sampleFacts>[0] = {}): Facts {
  return sampleFacts({
    routine_categories: [
      category(1, 'Solo', 1, 120),
      category(2, 'Duo/Trio', 2, 70),
      category(3, 'Small Group', 4, 55),
      category(4, 'Large Group', 10, 50),
      category(5, 'Line', 16, 45),
    ],
    age_divisions: [
      { level_id: 1, name: 'Mini', minimum_age: 5, is_showcase: false },
      { level_id: 2, name: 'Junior', minimum_age: 11, is_showcase: false },
      { level_id: 3, name: 'Teen', minimum_age: 13, is_showcase: false },
      { level_id: 4, name: 'Senior', minimum_age: 16, is_showcase: false },
      { level_id: 6, name: 'Open', minimum_age: 21, is_showcase: false },
      { level_id: 99, name: 'Showcase', minimum_age: 0, is_showcase: true },
    ],
    performance_divisions: [
      { id: 1, name: 'Jazz', level: 1, is_ballet: false, offered: true },
      { id: 2, name: 'Ballet', level: 1, is_ballet: true, offered: true },
    ],
    ...changes,
  })
}

/** A studio with so many juniors, persons 1 and on, and a teacher, person 100. */
export const competingStudio = (juniors: number, changes: Partial<Registration> = {}): Registration =>
  sampleRegistration(
    [...Array.from({ length: juniors }, (_, place) => sampleAttendee(place + 1, 2)), sampleAttendee(100, 5)],
    changes,
  )

/** A filled-in form for these people. */
export const draftFor = (cast: readonly number[], changes: Partial<RoutineDraft> = {}): RoutineDraft => ({
  ...emptyDraft,
  _temp_id: 'new',
  name: 'Rain',
  performance_division_id: 1,
  attendees: cast.map((person_id) => ({ person_id })),
  ...changes,
})
