import { saveAncillaryPerson } from '@callboard/contract/accounts/accounts.ts'
import { changeStudio } from '@callboard/contract/accounts/studios.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { contactErrors, isBlank, required } from '@callboard/domain/roster/contact.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import { presentAccount } from '../accounts/present.ts'
import { leaveStudio } from '../accounts/queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { findStudio } from '../roster/studio-queries.ts'
import { lockOwnRegistration } from './queries.ts'
import { setAncillaryPerson, setStudio } from './root-queries.ts'

/** Takes in what owners say about themselves as they register: their studio, and who else to reach. */
export function ownerRoutes(app: App) {
  serve(app, changeStudio, async (tx, { params, body: { studio_id, registration_id }, user, request, now }) => {
    if (params.id !== user.id) throw new NotFound()
    if (user.studio_account) throw new Refused({ code: 'studio.own_studio' })
    if (studio_id !== null) orNotFound(await findStudio(tx, studio_id))
    await leaveStudio(tx, user.id)
    const registration =
      registration_id === null ? null : await affiliate(tx, { registration_id, studio_id, user_id: user.id }, now)
    return { user: await presentAccount(tx, user.id, request, null, user.lacks_second_factor), registration }
  })

  // REV-003: name, address and phone must be there; an email address must be one.
  serve(app, saveAncillaryPerson, async (tx, { body, user, now }) => {
    const { row } = orNotFound(await lockOwnRegistration(tx, body.registration_id, user.id))
    const [fname, lname, address, phone, email] = [
      body.person.fname.trim(),
      body.person.lname.trim(),
      body.person.address.trim(),
      body.person.phone.trim(),
      body.person.email.trim(),
    ]
    const person = { fname, lname, address, phone, email }
    orRefuse(
      checkEntry({
        ...contactErrors(person, { fname: true, lname: true, phone: true }),
        ...(isBlank(address) && { address: required }),
      }),
    )
    await setAncillaryPerson(tx, row.id, person, now)
    return { person }
  })
}

type Affiliated = { registration_id: number; studio_id: number | null; user_id: number }

/** Sets the studio of a registration, which is then not independent. A28. */
async function affiliate(tx: Tx, { registration_id, studio_id, user_id }: Affiliated, now: Instant) {
  const { row } = orNotFound(await lockOwnRegistration(tx, registration_id, user_id))
  if (row.completed) throw new Refused({ code: 'registration_completed' })
  await setStudio(tx, row.id, { studio_id, version: row.version + 1, updated: now })
  return { id: row.id, studio_id, independent: false }
}
