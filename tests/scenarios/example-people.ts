import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { ExampleRegistration, ExampleWorld } from '@callboard/contract/example-world.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { writtenCode } from '@callboard/domain/accounts/second-factor.ts'
import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { codeAt, newSecret } from '@callboard/server/accounts/one-time-codes.ts'
import { insertAccount, insertIndependent, insertUnclaimedStudio } from '@callboard/server/dev/build-people.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import { findOfficePerson } from '@callboard/server/roster/office-queries.ts'
import { insertPerson } from '@callboard/server/roster/person-queries.ts'
import { insertRosterRow } from '@callboard/server/roster/queries.ts'
import type { Stage } from '../kit.ts'
import { created, type Season, type Studio } from './small-city.ts'

/** An invitation to the office whose link was mailed. */
export async function makeInvitation({ db, clock }: Stage): Promise<ExampleWorld['invitation']> {
  const token = newToken()
  const now = clock.now()
  const invitee = { email: 'invitee@callboard.example', fname: 'Ida', lname: 'Novak', role: 'office' as const }
  const link = { token_hash: hashOf(token), expires_at: daysAfter(now, 300), created: now, mailed_at: now }
  const { id } = await db
    .insertInto('invitations')
    .values({ ...invitee, ...link })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** An attendee who takes part virtually, with a code. */
export async function makeVirtual({ db }: Stage, { attendee_id }: ExampleRegistration) {
  const change = { virtual: true, access_code: 'WREN-2024' }
  await db.updateTable('attendees').set(change).where('id', '=', attendee_id).execute()
}

export async function makePeople({ db }: Stage) {
  return db.transaction().execute(async (tx) => {
    const account = async (email: string, more: object = {}) =>
      (await insertAccount(tx, { email, fname: 'Noor', lname: 'Haddad', ...more }, created)).user_id
    const ines = { email: 'independent@example.com', fname: 'Ines', lname: 'Moreau' }
    const independent = await insertIndependent(tx, ines, created)
    const unclaimed = { name: 'Juniper Dance', city: 'Salem', state_id: 38, email: 'front.desk@example.com', created }
    return {
      staff: {
        office: await account('office@example.com', { role: 'office' }),
        admin: await account('admin@example.com', { role: 'admin' }),
      },
      others: {
        users: {
          independent: independent.user_id,
          unconfirmed: await account('unconfirmed@example.com', { confirmed: false }),
        },
        unclaimed: { id: await insertUnclaimedStudio(tx, unclaimed), email: unclaimed.email },
      },
    }
  })
}

export async function saveCard({ db, clock }: Stage, { user_id }: Studio) {
  const billing_id = 'm_01JEXAMPLE'
  const bill_to = {
    firstName: 'Grace',
    lastName: 'Oyelaran',
    address: '18 Mercer Street',
    city: 'Portland',
    state_id: 38,
    country_id: 1,
    zip: '97209',
  }
  await db
    .insertInto('payment_profiles')
    .values({
      user_id,
      billing_id,
      payment_method_id: 1,
      gateway_customer_id: billing_id,
      last_four: '1111',
      brand: 'visa',
      expiration_date: '10/28',
      bill_to: JSON.stringify(bill_to),
      created: clock.now(),
    })
    .execute()
  return billing_id
}

/** A person on the roster of an account, in no registration. */
export async function makeLeaving({ db, clock }: Stage, user_id: number) {
  const child = {
    fname: 'Lena',
    lname: 'Halvorsen',
    name_key: 'lenahalvorsen',
    created: clock.now(),
    owner_user_id: user_id,
  }
  const person = await db.insertInto('persons').values(child).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('roster').values({ user_id, person_id: person.id, created: clock.now() }).execute()
  return { user_id, person_id: person.id }
}

/** The owner has an unfinished second-step setup; the independent has one, and has entered the password. */
export async function makeSecondFactor({ db, clock }: Stage, owner: number, independent: number) {
  const [secret, recovery, second_step] = [newSecret(), 'ABCDEFGHJKLMNPQR', newToken()]
  const expires_at = daysAfter(clock.now(), 2)
  await db
    .insertInto('second_factors')
    .values([
      { user_id: owner, secret, created: clock.now() },
      { user_id: independent, secret: newSecret(), confirmed_at: clock.now(), created: clock.now() },
    ])
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ user_id: independent, code_hash: hashOf(recovery) })
    .execute()
  const step = { token_hash: hashOf(second_step), user_id: independent, expires_at }
  await db.insertInto('sign_in_steps').values(step).execute()
  const session = await db
    .insertInto('sessions')
    .values({ token_hash: hashOf(newToken()), user_id: owner, created: clock.now(), expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return withCurrentCode({ secret, recovery_code: writtenCode(recovery), second_step, session_id: session.id })
}

/** With the code that an app shows now: another one every half minute. */
export const withCurrentCode = <Factor extends { secret: string }>(factor: Factor) => ({
  ...factor,
  get first_code() {
    return codeAt(factor.secret, Date.now())
  },
})

export async function makeTokens({ db, clock }: Stage, { user_id }: Studio, unclaimed_studio_id: number) {
  const tokens = { confirm: newToken(), reset: newToken(), setup: newToken(), session: newToken() }
  const expires_at = daysAfter(clock.now(), 2)
  const row = (kind: 'confirm' | 'reset' | 'setup') => ({
    token_hash: hashOf(tokens[kind]),
    kind,
    user_id: kind === 'setup' ? null : user_id,
    studio_id: kind === 'setup' ? unclaimed_studio_id : null,
    expires_at,
    created: clock.now(),
  })
  await db
    .insertInto('sessions')
    .values({ token_hash: hashOf(tokens.session), user_id, created: clock.now(), expires_at })
    .execute()
  await db
    .insertInto('email_tokens')
    .values([row('confirm'), row('reset'), row('setup')])
    .execute()
  const pending = { token_hash: hashOf(newToken()), kind: 'change' as const, user_id, studio_id: null, expires_at }
  await db
    .insertInto('email_tokens')
    .values({ ...pending, email: 'grace.pending@example.com', created: clock.now() })
    .execute()
  return tokens
}

/** Someone without a studio of their own, with a registration in progress. */
export async function beginAsIndependent(stage: Stage, season: Season, user_id: number) {
  const tour_date_id = await season.city()
  const reply = await stage.call(user_id, 'POST', '/v1/mybtf/registration', { tour_date_id })
  return { user_id, registration_id: reply.json().id as number }
}

/** A scholarship nobody uses, of somebody whose earlier attendance is on record. */
export async function makeScholarship({ db, clock }: Stage, person_id: number): Promise<number> {
  await db
    .insertInto('attendance_records')
    .values({ person_id, season_id: 41, attended: true, note: '', recorded: clock.now() })
    .execute()
  const { id } = await db
    .insertInto('scholarships')
    .values({ person_id, season_id: 41, event_id: null, vip_type_id: null, amount: cents(5_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A person on a roster whose owner is gone. */
export async function makeOwnerless({ db, clock }: Stage, { user_id, studio_id }: Studio) {
  return db.transaction().execute(async (tx) => {
    const draft = { fname: 'Wrenn', lname: 'Alder', birthdate: calendarDate('2012-05-04') }
    const person_id = await insertPerson(tx, draft, clock.now())
    await insertRosterRow(tx, { user_id, person_id, studio_id }, clock.now())
    const { version = '' } = (await findOfficePerson(tx, person_id)) ?? {}
    return { person_id, version }
  })
}
