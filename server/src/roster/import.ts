import { importRoster } from '@callboard/contract/roster/roster.ts'
import { dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { birthdateText, isBirthdate } from '@callboard/domain/roster/birthdate.ts'
import { invalidBirthdate } from '@callboard/domain/roster/contact.ts'
import { nameKey } from '@callboard/domain/roster/duplicate.ts'
import { mapNames, rosterDetailNames } from '@callboard/domain/roster/person-fields.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import { importErrors } from '@callboard/domain/roster/import/rows.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, NotFound, orRefuse, Refused, Forbidden } from '../platform/http/errors.ts'
import { withIdempotencyKey } from '../platform/http/idempotency.ts'
import { serve, type App } from '../platform/http/serve.ts'
import type { SessionUser } from '../platform/user.ts'
import { insertContacts, insertPersons, loadAgeYear, saveContacts, updateBirthdates } from './person-queries.ts'
import { findExactly, insertRosterRows, loadRoster } from './queries.ts'
import { findStudioOf } from './studio-queries.ts'

type ImportBody = z.output<typeof importRoster.body>
type ImportRow = ImportBody['add'][number]

const today = (now: Instant): CalendarDate => dayIn('America/Los_Angeles', now)

const keyRefusals = {
  malformed: { code: 'roster.import_key', field: 'Idempotency-Key' },
  reused: { code: 'roster.import_changed' },
} as const

export function rosterImportRoutes(app: App) {
  answerWith({ 'roster.import_changed': 409 })

  // The path is hashed too: the same body sent to another call is another request.
  serve(app, importRoster, (tx, { body, user, now, request }) =>
    withIdempotencyKey(tx, { user, now, request }, [importRoster.path, body], keyRefusals, async () => {
      mustBeOwn(user, body.mybtf_user_id)
      for (const [at, person] of body.add.entries()) checkPerson(person, at, today(now))
      await completeBirthdates(tx, user, body.birthdates, now)
      const linked = await addPeople(tx, user, body.add, now)
      return { added: body.add.length, linked, birthdates: body.birthdates.length }
    }),
  )
}

/** Same checks as for a single person; the field names the row of the list. */
function checkPerson(person: ImportRow, at: number, day: CalendarDate) {
  const errors = importErrors(
    {
      fname: person.fname,
      lname: person.lname,
      gender_id: person.gender_id,
      birthdate: person.birthdate ? birthdateText(person.birthdate) : '',
      person_type_id: person.person_type_id ?? null,
      email: person.email?.[0]?.value ?? '',
      phone: person.phone?.[0]?.value ?? '',
      ...mapNames(rosterDetailNames, (name) => person[name] ?? ''),
    },
    day,
  )
  orRefuse(checkEntry(Object.fromEntries(Object.entries(errors).map(([field, why]) => [`add.${at}.${field}`, why]))))
}

async function completeBirthdates(tx: Tx, user: SessionUser, birthdates: ImportBody['birthdates'], now: Instant) {
  if (birthdates.length === 0) return
  for (const [at, { birthdate }] of birthdates.entries()) {
    const isWrong = !isBirthdate(birthdate, today(now))
    orRefuse(checkEntry(isWrong ? { [`birthdates.${at}.birthdate`]: invalidBirthdate } : {}))
  }
  const own = new Map((await loadRoster(tx, user.id, await loadAgeYear(tx, now))).map((person) => [person.id, person]))
  for (const { id } of birthdates) {
    const person = own.get(id)
    if (!person) throw new NotFound()
    if (person.shared) throw new Refused({ code: 'roster.shared', field: 'birthdate' })
  }
  await updateBirthdates(tx, birthdates)
}

/**
 * Links people that this account or its studio entered with exactly this name and birthdate and adds the others, even
 * if other accounts have equal people: an import asks for no confirmation. ROST-021.
 */
async function addPeople(tx: Tx, user: SessionUser, people: readonly ImportRow[], now: Instant): Promise<number> {
  if (people.length === 0) return 0
  const studio_id = user.studio_account ? user.studio_id : null
  const keyOf = ({ fname, lname, birthdate }: ImportRow) => `${nameKey(fname, lname)} ${birthdate}`
  const idByKey = new Map(
    (await findExactly(tx, { user_id: user.id, studio_ids: await studiosOf(tx, user) }, people)).map(
      ({ id, name_key, birthdate }) => [`${name_key} ${birthdate}`, id],
    ),
  )
  // Two rows with the same name and birthdate are two people, as their owner confirmed. Only the first can match an
  // existing person.
  const matchedPeople = people.map((person) => {
    const id = idByKey.get(keyOf(person))
    idByKey.delete(keyOf(person))
    return { person, id }
  })
  const fresh = matchedPeople.filter(({ id }) => id === undefined).map(({ person }) => person)
  const drafts = fresh.map(({ fname, lname, birthdate, gender_id, person_type_id = null }) => ({
    fname,
    lname,
    birthdate,
    gender_id,
    person_type_id,
  }))
  const ids = await insertPersons(tx, drafts, now, user.id)
  const idOf = new Map(fresh.map((person, at) => [person, ids[at]]))
  const entries = matchedPeople.flatMap(({ person, id = idOf.get(person) }) =>
    id === undefined ? [] : [{ person, id }],
  )
  await insertRosterRows(
    tx,
    entries.map(({ person, id: person_id }) => {
      return { user_id: user.id, person_id, studio_id, ...mapNames(rosterDetailNames, (name) => person[name] ?? null) }
    }),
    now,
  )
  const lists = ({ person: { email, phone }, id: person_id }: (typeof entries)[number]) => ({
    owner: { person_id, entered_by: user.id },
    ...(email?.length && { email }),
    ...(phone?.length && { phone }),
  })
  const isFresh = ({ person }: (typeof entries)[number]) => idOf.has(person)
  await insertContacts(tx, entries.filter(isFresh).map(lists))
  await saveContacts(tx, entries.filter((entry) => !isFresh(entry)).map(lists))
  return matchedPeople.length - fresh.length
}

/** Fails when a request names another account's roster. ROST-001, SEC-008. */
export function mustBeOwn(user: SessionUser, user_id: number | undefined) {
  // A page of the office names its own account.
  if (user.office_edit) return
  if (user_id !== undefined && user_id !== user.id) throw new Forbidden('foreign_roster', 'This is not your roster.')
}

/** The studios whose people an account may be offered: its own, and the one it left. A110. */
export async function studiosOf(tx: Tx, user: SessionUser): Promise<number[]> {
  const { studio_id, previous_studio_id } = await findStudioOf(tx, user.id)
  return [studio_id, previous_studio_id].filter((id) => id !== null)
}
