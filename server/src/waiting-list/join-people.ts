import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { refuse } from '@callboard/domain/kernel/result.ts'
import { shortagesOf } from '@callboard/domain/registrations/places/availability.ts'
import type { Facts } from '@callboard/domain/registrations/registration.ts'
import { needsOf, needsOfPerson } from '@callboard/domain/waiting-list/entry.ts'
import { waitForLevel } from '@callboard/domain/waiting-list/person.ts'
import { applyInOrder } from '../registrations/act.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { addWaiting, askForRound } from '../capacity/queries.ts'
import { candidatesFor } from './people-admission.ts'
import { changeOwn } from './join-routines.ts'
import { insertPeopleEntry, loadOwnEntries } from '../capacity/waiting-queries.ts'

type Joining = {
  registration_id: number
  version: number | undefined
  people: readonly { person_id: number; workshop_level_id: number }[]
  takes_part: boolean
  user: { id: number }
  now: Instant
}

/** People join the line for a full level; who stood at it without a place leaves it meanwhile. A18. */
export async function joinWithPeople(tx: Tx, { registration_id, version, people, takes_part, user, now }: Joining) {
  if (people.length === 0) throw new Refused({ code: 'waiting.no_people' })
  let facts: Facts | undefined
  let names: string[] = []
  const { registration } = await changeOwn(tx, { registration_id, version, user, now }, async (context) => {
    facts = context.facts
    const candidates = await candidatesFor(tx, context.row.user_id, people)
    const levels = new Map(context.facts.workshop_levels.map(({ id, level }) => [id, level]))
    names = people.map(({ person_id, workshop_level_id }) => {
      const person = candidates.get(person_id)
      return person ? `${person.fname} ${person.lname}`.trim() + ` (${levels.get(workshop_level_id) ?? ''})` : ''
    })
    return applyInOrder(
      context.registration,
      people.map(({ person_id, workshop_level_id }) => (it) => {
        const person = candidates.get(person_id)
        // A person with a place at this level cannot wait for it.
        const isThere = it.completed && it.attendees[person_id]?.workshop_level_id === workshop_level_id
        if (isThere) return refuse({ code: 'waiting.has_room', of: 'level' } as const)
        return person
          ? waitForLevel(it, { person_id, person }, workshop_level_id, context.facts)
          : refuse({ code: 'attendee.unknown_person', person_id } as const)
      }),
    )
  })
  await refuseTwice(tx, registration_id, people)
  const { tour_date_id } = registration
  const waits = people.map(({ person_id, workshop_level_id }) => ({ person_id, level_id: workshop_level_id }))
  const needs = needsOf(waits.map(({ person_id, level_id }) => ({ id: person_id, needs: needsOfPerson(level_id) })))
  const lacking = shortagesOf(needs, {}, orNotFound(facts).places).map(({ key }) => key)
  if (lacking.length === 0) throw new Refused({ code: 'waiting.has_room', of: 'level' })
  const joining = { tour_date_id, registration_id, takes_part, title: names.join(', '), joined_at: now }
  await insertPeopleEntry(tx, joining, waits)
  await askForRound(tx, tour_date_id)
  await addWaiting(tx, tour_date_id, lacking)
  return registration
}

/** Fails when a person is already in the waiting list. */
async function refuseTwice(tx: Tx, registration_id: number, people: Joining['people']) {
  const inLine = (await loadOwnEntries(tx, registration_id)).flatMap((entry) => entry.people)
  const twice = inLine.find((one) => people.some(({ person_id }) => person_id === one.person_id))
  if (twice) throw new Refused({ code: 'waiting.in_line', name: twice.name })
}
