import type { Nomination, Attendee, Credit, PromoUse, Registration, RegistrationRoutine } from './registration.ts'

type Root = Omit<
  Registration,
  | 'id'
  | 'version'
  | 'attendees'
  | 'routines'
  | 'waiting_list_routines'
  | 'nomination_routines'
  | 'promo_codes'
  | 'credit'
>

type CastChange = { routine: RegistrationRoutine; added: readonly number[]; removed: readonly number[] }

/** The writes that turn the stored registration into another; each list is one multi-row statement. */
export type Difference = {
  root: Partial<Root>
  attendees: {
    inserted: readonly Attendee[]
    updated: readonly Attendee[]
    /** By person. */
    deleted: readonly number[]
  }
  routines: {
    inserted: readonly RegistrationRoutine[]
    updated: readonly RegistrationRoutine[]
    /** By id. */
    deleted: readonly number[]
  }
  casts: readonly CastChange[]
  /** Null: as they were. */
  nominations: readonly Nomination[] | null
  promo_codes: readonly PromoUse[] | null
  credit: { value: Credit | null } | null
}

const apart = new Set([
  'id',
  'version',
  'attendees',
  'routines',
  'waiting_list_routines',
  'nomination_routines',
  'promo_codes',
  'credit',
])

/** Plain data alike in content; key order is that of our own literals and never varies. */
const same = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * The difference to save after actions on a registration; a changed price counts too. EDIT-003, architecture: sets, not
 * rows.
 */
export function difference(before: Registration, after: Registration): Difference {
  const routinesBefore = [...before.routines, ...before.waiting_list_routines]
  const routinesAfter = [...after.routines, ...after.waiting_list_routines]
  const storedRoutines = new Map(
    routinesBefore.flatMap((routine) => (routine.id === null ? [] : [[routine.id, routine]])),
  )
  const remainingIds = new Set(routinesAfter.map(({ id }) => id))
  const storedOf = ({ id }: RegistrationRoutine) => (id === null ? undefined : storedRoutines.get(id))

  return {
    root: rootDifference(before, after),
    attendees: attendeesDifference(before.attendees, after.attendees),
    routines: {
      inserted: routinesAfter.filter((routine) => !storedOf(routine)),
      updated: routinesAfter.filter((routine) => {
        const old = storedOf(routine)
        return old !== undefined && old !== routine && !same(rowOf(old), rowOf(routine))
      }),
      deleted: [...storedRoutines.keys()].filter((id) => !remainingIds.has(id)),
    },
    casts: routinesAfter.flatMap((routine) => castChange(storedOf(routine), routine)),
    nominations: same(before.nomination_routines, after.nomination_routines) ? null : after.nomination_routines,
    promo_codes: same(before.promo_codes, after.promo_codes) ? null : after.promo_codes,
    credit: same(before.credit, after.credit) ? null : { value: after.credit },
  }
}

function rootDifference(before: Registration, after: Registration): Partial<Root> {
  const names = (Object.keys(after) as (keyof Registration)[]).filter(
    (name) => !apart.has(name) && !same(before[name], after[name]),
  )
  // The names left are exactly those of `Root`.
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<Root>
}

function attendeesDifference(before: Registration['attendees'], after: Registration['attendees']) {
  const people = Object.keys(after)
  const row = ({ person: _person, ...attendee }: Attendee) => attendee
  const inserted: Attendee[] = []
  const updated: Attendee[] = []
  for (const person of people) {
    const [old, now] = [before[person], after[person]]
    if (!now || old === now) continue
    if (!old) inserted.push(now)
    else if (!same(row(old), row(now))) updated.push(now)
  }
  const deleted = Object.keys(before)
    .filter((person) => !(person in after))
    .map(Number)
  return { inserted, updated, deleted }
}

const rowOf = ({ attendees: _attendees, _temp_id, ...row }: RegistrationRoutine) => row

function castChange(before: RegistrationRoutine | undefined, routine: RegistrationRoutine): CastChange[] {
  if (before?.attendees === routine.attendees) return []
  // With a level it is somebody who is still to come in: another row.
  const levelsOf = (cast: RegistrationRoutine['attendees'] = []) =>
    new Map(cast.map(({ person_id, workshop_level_id }) => [person_id, workshop_level_id]))
  const old = levelsOf(before?.attendees)
  const now = levelsOf(routine.attendees)
  const differs = (person: number) => !old.has(person) || !now.has(person) || old.get(person) !== now.get(person)
  const newPeople = [...now.keys()].filter(differs)
  const removed = [...old.keys()].filter(differs)
  return newPeople.length + removed.length > 0 ? [{ routine, added: newPeople, removed }] : []
}
