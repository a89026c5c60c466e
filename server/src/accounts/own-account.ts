import {
  changePassword,
  readContactInfo,
  readPeopleLists,
  readSite,
  saveContactInfo,
  saveHints,
} from '@callboard/contract/accounts/accounts.ts'
import { newPasswordErrors } from '@callboard/domain/accounts/password.ts'
import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { needsPersonType } from '@callboard/domain/accounts/role.ts'
import { addressErrors, contactInfoErrors, isBlank, phoneError, required } from '@callboard/domain/roster/contact.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orRefuse, Refused } from '../platform/http/errors.ts'
import { loadSettings, wholeProduct } from '../platform/settings-queries.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { sendMail } from '../platform/mail/queries.ts'
import {
  loadAgeYear,
  loadPeopleLists,
  loadPerson,
  loadPersonTypes,
  saveContacts,
  savePersonAddress,
  updatePerson,
} from '../roster/person-queries.ts'
import { askPassword, mustBeOwn, hashPassword } from './ask-password.ts'
import { passwordChangedLetter } from './letters.ts'
import { sendConfirmation } from './mail-links.ts'
import { deleteSessions, endEmailTokens, mergeHints, updatePassword } from './queries.ts'
import { deleteSignInSteps } from './second-factor-queries.ts'

const mostHints = 100

export function ownAccountRoutes(app: App) {
  const { origin } = app

  servePhases(app, changePassword, async (db, { params, body, user, now }) => {
    mustBeOwn(params.id, user)
    const { password, password2, old_password } = body
    orRefuse(
      checkEntry({
        ...(old_password === '' && { old_password: required }),
        ...newPasswordErrors(password, password2),
      }),
    )
    await askPassword(app, db, user, old_password, 'old_password')
    const password_hash = await hashPassword(password)
    await inTransaction(db, async (tx) => {
      await updatePassword(tx, user.id, password_hash)
      await deleteSessions(tx, user.id, user.token_hash)
      await deleteSignInSteps(tx, user.id)
      await endEmailTokens(tx, user.id, now)
      // The pending confirmation link was revoked with the others, so a new one is sent.
      if (!user.confirmed) await sendConfirmation(tx, user, { origin, event: undefined }, now)
      const letter = passwordChangedLetter(`${origin}/signin`)
      await sendMail(tx, { to: user.email, template: 'password_changed', user_id: user.id }, letter, now)
    })
    return { email: user.email }
  })

  serve(app, saveHints, async (tx, { params, body: { hints }, user }) => {
    mustBeOwn(params.id, user)
    const merged = await mergeHints(tx, user.id, hints)
    const tooMany = Object.keys(merged).length > mostHints
    orRefuse(checkEntry(tooMany ? { hints: `Please keep at most ${mostHints} hints.` } : {}))
    return { hints: merged }
  })

  serve(app, readContactInfo, async (tx, { params, user, now }) => {
    mustBeOwn(params.id, user)
    return { person: await loadPerson(tx, user, await loadAgeYear(tx, now)) }
  })

  serve(app, saveContactInfo, async (tx, { params, body, user, now }) => {
    mustBeOwn(params.id, user)
    const { fname, lname, person_type_id, address, phone, email } = body
    const country = address?.country_id
    const [number = '', mail = ''] = [phone[0]?.value, email[0]?.value]
    const wrongAddress = address && !isUntouched(address) ? addressErrors(address) : {}
    orRefuse(
      checkEntry({
        ...contactInfoErrors({ fname, lname, person_type_id, phone: '', email: mail }, needsPersonType(user.role)),
        ...field('phone', phoneError(number, country)),
        ...Object.fromEntries(Object.entries(wrongAddress).map(([name, why]) => [`address.${name}`, why])),
      }),
    )
    const types = await loadPersonTypes(tx)
    const offeredTypes = typesOfGroup(types, user.studio_account ? 'studio' : 'user')
    if (person_type_id !== null && !offeredTypes.some(({ id }) => id === person_type_id)) {
      throw new Refused({ code: 'account.type_not_offered', field: 'person_type_id' })
    }
    await updatePerson(tx, user.person_id, { fname, lname, person_type_id })
    const contactOwner = { person_id: user.person_id, entered_by: user.id }
    await saveContacts(tx, [{ owner: contactOwner, phone, email }])
    if (address !== undefined) await savePersonAddress(tx, contactOwner, address)
    return { person: await loadPerson(tx, user, await loadAgeYear(tx, now)) }
  })

  serve(app, readPeopleLists, async (tx, { now }) => {
    const { dancer_age_threshold } = await loadSettings(tx, wholeProduct)
    return { ...(await loadPeopleLists(tx)), age_year: await loadAgeYear(tx, now), dancer_age_threshold }
  })

  serve(app, readSite, async (tx) => {
    const { maintenance } = await loadSettings(tx, wholeProduct)
    return { maintenance }
  })
}

const isUntouched = ({
  address,
  city,
  zip,
  state_id,
}: {
  address: string
  city: string
  zip: string | null
  state_id: number | null
}) => isBlank(address) && isBlank(city) && isBlank(zip) && state_id === null

const field = (name: string, error: string | null) => (error === null ? {} : { [name]: error })
