import {
  correctOfficePerson,
  readOfficePerson,
  setOfficePersonOwner,
} from '@callboard/contract/roster/office-people.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { planCorrection, planNewOwner } from '@callboard/domain/roster/correct-person.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, orNotFound, orRefuse } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { findOfficePerson, lockOfficePerson } from './office-queries.ts'
import { loadAgeYear, setOwner, updatePerson, withAge } from './person-queries.ts'

const lockPerson = async (tx: Tx, id: number) => orNotFound(await lockOfficePerson(tx, id))

async function present(tx: Tx, id: number, now: Instant) {
  const { owner_user_id: _, ...person } = orNotFound(await findOfficePerson(tx, id))
  return withAge(person, await loadAgeYear(tx, now))
}

/** People whose owner is gone, corrected by the office. docs/decisions/0006-a-person-has-one-owner.md. */
export function officePeopleRoutes(app: App) {
  answerWith({ 'person.has_owner': 409, 'person.changed': 409 })

  serve(app, readOfficePerson, (tx, { params: { id }, now }) => present(tx, id, now))

  serve(app, correctOfficePerson, async (tx, { params: { id }, body, ...caller }) => {
    const before = await lockPerson(tx, id)
    // A birthdate must be past in every time zone.
    const today = dayIn('America/Los_Angeles', caller.now)
    const { reason } = orRefuse(planCorrection(before, body, today))
    const { fname, lname, birthdate } = body
    await updatePerson(tx, id, { fname, lname, birthdate })
    await audited(tx, caller, {
      action: 'correct person',
      entity: 'person',
      entity_id: id,
      before: { fname: before.fname, lname: before.lname, birthdate: before.birthdate },
      after: { fname: fname.trim(), lname: lname.trim(), birthdate, reason },
    })
    return present(tx, id, caller.now)
  })

  serve(app, setOfficePersonOwner, async (tx, { params: { id }, body, ...caller }) => {
    const { reason } = orRefuse(planNewOwner(await lockPerson(tx, id), body))
    await setOwner(tx, id, body.user_id)
    await audited(tx, caller, {
      action: 'give person an owner',
      entity: 'person',
      entity_id: id,
      before: { owner_user_id: null },
      after: { owner_user_id: body.user_id, reason },
    })
    return present(tx, id, caller.now)
  })
}
