import type { Attendee } from '../registration.ts'
import type { LevelKind, PriceKind, WorkshopLevel } from '../../tours/city.ts'

export type Levels = ReadonlyMap<number, WorkshopLevel>

/** The city's workshop levels by id. ATT-016. */
export const levelsById = (levels: readonly WorkshopLevel[]): Levels =>
  new Map(levels.map((level) => [level.id, level]))

/** The kind of an attendee by their workshop level: dancer, teacher or observer. ATT-001. */
export const kindOf = (attendee: Pick<Attendee, 'workshop_level_id'>, levels: Levels): LevelKind | undefined =>
  levels.get(attendee.workshop_level_id)?.kind

/** Which of a level's three prices an attendee takes; virtual comes before one day. ATT-021, ATT-073, FEE-005. */
export const priceKindOf = ({ virtual, one_day }: Pick<Attendee, 'virtual' | 'one_day'>): PriceKind =>
  virtual ? 'virtual' : one_day ? 'one_day' : 'full'

/** The level of a dancer's age, open or closed: old enough for it, the fitting range before the oldest one. ATT-017. */
export function levelOfAge(levels: readonly WorkshopLevel[], age: number): WorkshopLevel | undefined {
  const levelsUpToAge = levels
    .filter(({ kind, minimum_age }) => kind === 'dancer' && minimum_age <= age)
    .toSorted((one, other) => other.minimum_age - one.minimum_age)
  return levelsUpToAge.find(({ maximum_age }) => maximum_age === null || age <= maximum_age) ?? levelsUpToAge[0]
}

/** The level that a dancer of this age would usually take: an open one. ATT-017. */
export const suggestedLevel = (levels: readonly WorkshopLevel[], age: number): WorkshopLevel | undefined =>
  levelOfAge(
    levels.filter(({ status }) => status === 'open'),
    age,
  )

/** The refusal of a level that takes nobody new; null: it is open. ATT-019. */
export function refusalOfClosed({ status, level }: Pick<WorkshopLevel, 'status' | 'level'>) {
  if (status === 'open') return null
  const code = status === 'sold_out' ? 'attendee.level_sold_out' : 'attendee.level_not_available'
  return { code, field: 'workshop_level_id', level } as const
}
