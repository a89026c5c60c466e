import { saveAncillaryPerson } from '@callboard/contract/accounts/accounts.ts'
import { contactErrors, isBlank, required } from '@callboard/domain/roster/contact.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import { orNotFound, orRefuse } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { lockOwnRegistration, updateRegistration } from '../registrations/queries.ts'

/** REV-003: name, address and phone must be there; an e-mail address must be one. */
export function ancillaryPersonRoutes(app: App) {
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
    await updateRegistration(tx, row.id, { ancillary_person: JSON.stringify(person), updated: now })
    return { person }
  })
}
