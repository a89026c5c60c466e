import { kindOf, levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { refuse, type Result } from '@callboard/domain/kernel/result.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { admitPerson } from '@callboard/domain/waiting-list/person.ts'
import { applyInOrder } from '../registrations/act.ts'
import type { RegistrationContext } from '../registrations/facts.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { loadOwnPeople, upsertAttendees } from '../registrations/queries.ts'
import { setPeopleCounts } from '../registrations/root-queries.ts'

type AdmittedPeople = readonly { person_id: number; level_id: number }[]

/** The registration with these people, each at the level that is kept for them. */
export async function admitPeople(
  tx: Tx,
  { registration, row, facts }: RegistrationContext,
  coming: AdmittedPeople,
): Promise<Result<Registration, Refusal>> {
  const candidates = await candidatesFor(tx, row.user_id, coming)
  return applyInOrder(
    registration,
    coming.map(({ person_id, level_id }) => (it) => {
      const person = candidates.get(person_id)
      return person
        ? admitPerson(it, { person_id, person }, level_id, facts)
        : refuse({ code: 'attendee.unknown_person', person_id } as const)
    }),
  )
}

/** Loads the people the owner may register, by id. */
export async function candidatesFor(tx: Tx, user_id: number, people: readonly { person_id: number }[]) {
  const own = await loadOwnPeople(
    tx,
    user_id,
    people.map(({ person_id }) => person_id),
  )
  return new Map(own.map(({ id, ...person }) => [id, person]))
}

/** Saves these people of a completed registration and updates its counts for new ones. */
export async function saveNewcomers(
  tx: Tx,
  { registration, row, facts }: RegistrationContext,
  after: Registration,
  coming: AdmittedPeople,
  fees: ReadonlyMap<number, Cents>,
) {
  const { id } = registration
  const people = coming.map(({ person_id }) => orNotFound(after.attendees[person_id]))
  const levels = levelsById(facts.workshop_levels)
  const news = people.filter(({ person_id }) => !registration.attendees[person_id])
  const count = (kind: string) => news.filter((one) => kindOf(one, levels) === kind).length
  const counts = { dancers: count('dancer'), teachers: count('teacher'), observers: count('observer') }
  if (people.length === 0) return counts
  await upsertAttendees(
    tx,
    people.map(({ id: _, person: __, ...columns }) => ({
      registration_id: id,
      ...columns,
      fee: fees.get(columns.person_id) ?? zeroCents,
    })),
  )
  await setPeopleCounts(tx, id, {
    dancers: row.dancers + counts.dancers,
    teachers: row.teachers + counts.teachers,
    observers: row.observers + counts.observers,
  })
  return counts
}
