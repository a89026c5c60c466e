import { addToRoster, readRoster, removeFromRoster, saveRosterPerson } from '@callboard/contract/roster/roster.ts'
import { dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { birthdateText } from '@callboard/domain/roster/birthdate.ts'
import { phoneError } from '@callboard/domain/roster/contact.ts'
import { likelySame, likeness } from '@callboard/domain/roster/likeness.ts'
import { mapNames, rosterDetailNames } from '@callboard/domain/roster/person-fields.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import { rosterEditErrors, rosterErrors, type RosterDraft } from '@callboard/domain/roster/roster-entry.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { audited, type Caller } from '../platform/audit-queries.ts'
import { answerWith, NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import type { SessionUser } from '../platform/user.ts'
import { insertPerson, loadAgeYear, saveContacts, savePersonAddress, updatePerson } from './person-queries.ts'
import { loadPersonWaivers } from './waiver-queries.ts'
import { rosterImportRoutes, mustBeOwn, studiosOf } from './import.ts'
import {
  dancesInOpenRegistration,
  deleteRosterRows,
  findComparable,
  insertRosterRow,
  isOnRoster,
  loadRoster,
  updateRosterRow,
  type RosterKey,
} from './queries.ts'

type PersonBody = z.output<typeof addToRoster.body>['person']
type Edited = z.output<typeof saveRosterPerson.body>['person']

const mostOffered = 8
// A birthdate must be past in every time zone: by the day it is in the east of the Pacific.
const today = (now: Instant): CalendarDate => dayIn('America/Los_Angeles', now)

const draftOf = (person: PersonBody | Edited): RosterDraft => ({
  fname: person.fname,
  lname: person.lname,
  gender_id: person.gender_id ?? null,
  birthdate: person.birthdate ? birthdateText(person.birthdate) : '',
  email: person.email?.[0]?.value ?? '',
  ...mapNames(rosterDetailNames, (name) => person[name] ?? ''),
  ...(person.address && { address: person.address }),
  parent: {
    email: person.parent?.email ?? '',
    ...(person.parent?.address && { address: person.parent.address }),
  },
})

function checkPhone({ phone, address }: PersonBody | Edited) {
  const wrong = phoneError(phone?.[0]?.value ?? '', address?.country_id)
  orRefuse(checkEntry(wrong ? { phone: wrong } : {}))
}

async function candidatesFor(tx: Tx, user: SessionUser, { fname, lname, birthdate }: PersonBody) {
  const studio_ids = await studiosOf(tx, user)
  const people = await findComparable(tx, { user_id: user.id, studio_ids, fname, lname, birthdate })
  const comparedPerson = { fname, lname, birthdate }
  return people
    .map((person) => ({ person, score: likeness(comparedPerson, person) }))
    .filter(({ score }) => score >= likelySame)
    .sort((one, other) => other.score - one.score || one.person.id - other.person.id)
    .slice(0, mostOffered)
    .map(({ person }) => person)
}

/** Saves the contact data this account has of a person; absent fields stay unchanged. */
async function saveDetails(tx: Tx, row: RosterKey, { address, phone, email, ...person }: PersonBody | Edited) {
  const contactOwner = { person_id: row.person_id, entered_by: row.user_id }
  if (address !== undefined) await savePersonAddress(tx, contactOwner, address)
  await saveContacts(tx, [{ owner: contactOwner, phone, email }])
  await updateRosterRow(tx, row, person)
}

async function presentPerson(tx: Tx, user: SessionUser, person_id: number, now: Instant) {
  const [person] = await withWaivers(tx, user, await loadRoster(tx, user.id, await loadAgeYear(tx, now), { person_id }))
  return orNotFound(person)
}

/** Adds the season's required waivers and their signatures for this account. WAIV-023. */
async function withWaivers<Row extends { id: number }>(tx: Tx, user: SessionUser, rows: readonly Row[]) {
  const people = rows.map(({ id }) => id)
  const waivers = await loadPersonWaivers(tx, user.id, people)
  return rows.map((row) => ({ ...row, waivers: waivers.get(row.id) ?? [] }))
}

/** Records a person whom the office adds to an owner's roster while it edits their registration. */
async function auditOffice(tx: Tx, person_id: number, { user, request, now }: Caller & { user: SessionUser }) {
  const { office_edit } = user
  if (!office_edit) return
  const change = { action: 'add person for owner', entity: 'person', entity_id: person_id } as const
  const after = { user_id: user.id, registration_id: office_edit.registration_id }
  await audited(tx, { user: office_edit.actor, request, now }, { ...change, before: null, after })
}

export function rosterRoutes(app: App) {
  rosterImportRoutes(app)
  answerWith({ 'roster.already_there': 409, 'roster.in_routine': 409, 'roster.shared': 409 })

  serve(app, readRoster, async (tx, { query, user, now, reply }) => {
    mustBeOwn(user, query.mybtf_user_id)
    const age_year = await loadAgeYear(tx, now)
    const isPaged = query.page !== undefined || query.per_page !== undefined
    if (!isPaged) return withWaivers(tx, user, await loadRoster(tx, user.id, age_year))
    const { page = 1, per_page = 50 } = query
    const people = await loadRoster(tx, user.id, age_year, { limit: per_page + 1, offset: (page - 1) * per_page })
    if (people.length > per_page) {
      void reply.header('link', `</v1/mybtf/roster?page=${page + 1}&per_page=${per_page}>; rel="next"`)
    }
    return withWaivers(tx, user, people.slice(0, per_page))
  })

  serve(app, addToRoster, async (tx, { body: { person, mybtf_user_id, skipFuzzy }, user, now, request }) => {
    mustBeOwn(user, mybtf_user_id)
    // Every person of a studio is the studio's too, so that its next manager finds them. A110.
    const studio_id = user.studio_account ? user.studio_id : null
    if (person.id !== undefined) {
      const candidate = (await candidatesFor(tx, user, person)).find(({ id }) => id === person.id)
      const { id: person_id } = orNotFound(candidate)
      orRefuse(checkEntry(rosterErrors(draftOf(person), today(now))))
      checkPhone(person)
      const rosterRow = await insertRosterRow(tx, { user_id: user.id, person_id, studio_id }, now)
      if (!rosterRow) throw new Refused({ code: 'roster.already_there' })
      await saveDetails(tx, orNotFound(await isOnRoster(tx, user.id, person_id)), person)
      await auditOffice(tx, person_id, { user, request, now })
      return { person: await presentPerson(tx, user, person_id, now) }
    }
    orRefuse(checkEntry(rosterErrors(draftOf(person), today(now))))
    checkPhone(person)
    const fuzzy = skipFuzzy ? [] : await candidatesFor(tx, user, person)
    if (fuzzy.length > 0) return { fuzzy }

    const { fname, lname, birthdate, gender_id, person_type_id = null } = person
    const person_id = await insertPerson(tx, { fname, lname, birthdate, gender_id, person_type_id }, now, user.id)
    await insertRosterRow(tx, { user_id: user.id, person_id, studio_id }, now)
    await saveDetails(tx, orNotFound(await isOnRoster(tx, user.id, person_id)), person)
    await auditOffice(tx, person_id, { user, request, now })
    return { person: await presentPerson(tx, user, person_id, now) }
  })

  serve(app, saveRosterPerson, async (tx, { body: { person, mybtf_user_id }, user, now }) => {
    mustBeOwn(user, mybtf_user_id)
    const row = orNotFound(await isOnRoster(tx, user.id, person.id))
    const before = await presentPerson(tx, user, person.id, now)
    const isContactOnly = person.gender_id === undefined && person.birthdate === undefined
    const whole = { ...person, gender_id: person.gender_id ?? before.gender_id, birthdate: person.birthdate ?? null }
    const errors = isContactOnly
      ? rosterErrors({ ...draftOf(whole), birthdate: '' }, today(now))
      : rosterEditErrors(draftOf(person), today(now))
    orRefuse(checkEntry(errors))
    checkPhone(person)
    if (before.shared) {
      const field = changedIdentity(before, person)
      if (field) throw new Refused({ code: 'roster.shared', field })
    } else {
      const { id, fname, lname, gender_id, birthdate, person_type_id } = person
      await updatePerson(tx, id, {
        fname,
        lname,
        ...(gender_id !== undefined && { gender_id }),
        ...(birthdate !== undefined && { birthdate }),
        ...(person_type_id !== undefined && { person_type_id }),
      })
    }
    await saveDetails(tx, row, person)
    return { person: await presentPerson(tx, user, person.id, now) }
  })

  serve(app, removeFromRoster, async (tx, { query: { person_id, mybtf_user_id }, user, now }) => {
    mustBeOwn(user, mybtf_user_id)
    if (!(await isOnRoster(tx, user.id, person_id))) throw new NotFound()
    if (await dancesInOpenRegistration(tx, user.id, person_id, today(now))) {
      const { fname, lname } = await presentPerson(tx, user, person_id, now)
      throw new Refused({ code: 'roster.in_routine', name: `${fname} ${lname}` })
    }
    await deleteRosterRows(tx, user.id, [person_id])
    return {}
  })
}

const identity = ['fname', 'lname', 'gender_id', 'birthdate'] as const

const changedIdentity = (before: Pick<PersonBody, (typeof identity)[number]>, person: Edited) =>
  identity.find((field) => person[field] !== undefined && person[field] !== before[field])
