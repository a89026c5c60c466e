import { privacyEndpoints } from '@callboard/contract/accounts/privacy.ts'
import { attemptLimits } from '@callboard/domain/accounts/attempt-limits.ts'
import { checkForgetAccount, checkForgetPerson } from '@callboard/domain/accounts/privacy.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { answerWith, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { clearSessionCookie } from '../platform/http/sessions.ts'
import type { SessionUser } from '../platform/user.ts'
import { deleteFilesLater } from '../platform/files/queries.ts'
import { addJobs } from '../platform/queue/queue.ts'
import {
  forgetEmptyRegistrations,
  forgetPeople,
  forgetUser,
  detachPeople,
  listPeopleOf,
  findSharedPeople,
  listExternalData,
  loadOwnData,
  loadSnapshotsWith,
  loadStandings,
} from './erasure-queries.ts'
import { loadAgeYear, loadPerson } from '../roster/person-queries.ts'
import { loadRoster } from '../roster/queries.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import { loadStudio } from '../roster/studio-queries.ts'
import { askPassword, mustBeOwn, sessionKey } from './ask-password.ts'
import { limitAttempts } from './limit-attempts.ts'
import { useCode } from './use-code.ts'

// Returns the date in the westernmost time zone: an event is over when its last day has ended everywhere.
const todayAt = (now: Instant) => dayIn('Pacific/Pago_Pago', now)

/** Renders documents that contained erased names again from current data. */
const rerenderDocuments = (tx: Tx, snapshots: readonly number[]) =>
  addJobs(
    tx,
    'confirmation',
    snapshots.map((snapshot_id) => ({ snapshot_id, mails: false })),
  )

/** Takes people off an account, and out of the product where no other account has entered them. */
async function erasePeople(tx: Tx, user_id: number, people: readonly number[]): Promise<Map<number, boolean>> {
  const elsewhere = await findSharedPeople(tx, user_id, people)
  const files = await detachPeople(tx, user_id, people)
  await deleteFilesLater(tx, files)
  const alone = people.filter((id) => !elsewhere.has(id))
  const snapshots = await loadSnapshotsWith(tx, user_id, alone)
  const erased = await forgetPeople(tx, user_id, alone)
  await rerenderDocuments(tx, snapshots)
  return new Map(alone.map((id, index) => [id, erased[index] ?? false]))
}

/** Deletes an account's uploaded music, which accounts does not know. */
type ForgetMusic = (tx: Tx, user_id: number, now: Instant) => Promise<void>

async function forgetWholeAccount(tx: Tx, user: SessionUser, now: Instant, forgetMusic: ForgetMusic): Promise<void> {
  const today = todayAt(now)
  orRefuse(checkForgetAccount(user, await loadStandings(tx, user.id), today))
  const people = (await listPeopleOf(tx, user.id)).map(({ id }) => id)
  await forgetEmptyRegistrations(tx, user.id, today)
  await erasePeople(tx, user.id, people)
  await forgetMusic(tx, user.id, now)
  const { methods, files, snapshots } = await listExternalData(tx, user.id)
  await addJobs(tx, 'forget_payment_method', methods)
  await deleteFilesLater(
    tx,
    files.map(({ key }) => key),
  )
  await rerenderDocuments(tx, snapshots)
  await forgetUser(tx, user.id)
  const alone = !(await findSharedPeople(tx, user.id, [user.person_id])).has(user.person_id)
  if (alone) await forgetPeople(tx, user.id, [user.person_id])
}

export function privacyRoutes(app: App, forgetMusic: ForgetMusic) {
  const { exportOwnData, listOwnPeople, forgetOwnPerson, forgetAccount } = privacyEndpoints
  answerWith({
    'privacy.person_registered': 409,
    'privacy.account_registered': 409,
    'privacy.account_unfinished': 409,
    'privacy.money_open': 409,
    'privacy.staff': 403,
  })

  serve(app, exportOwnData, async (tx, { params, user, now, reply }) => {
    mustBeOwn(params.id, user)
    const age_year = await loadAgeYear(tx, now)
    const data = {
      exported: now,
      person: await loadPerson(tx, user, age_year),
      studio: user.studio_account && user.studio_id !== null ? await loadStudio(tx, user.studio_id) : null,
      roster: await loadRoster(tx, user.id, age_year),
      ...(await loadOwnData(tx, user.id, now)),
    }
    void reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="callboard-data.json"')
    return JSON.stringify(data, null, 2)
  })

  serve(app, listOwnPeople, async (tx, { params, user }) => {
    mustBeOwn(params.id, user)
    return { people: await listPeopleOf(tx, user.id) }
  })

  serve(app, forgetOwnPerson, async (tx, { params, user, now }) => {
    mustBeOwn(params.id, user)
    const { id, fname, lname } = orNotFound(
      (await listPeopleOf(tx, user.id)).find((one) => one.id === params.person_id),
    )
    orRefuse(checkForgetPerson(await loadStandings(tx, user.id, id), todayAt(now), `${fname} ${lname}`))
    const erased = (await erasePeople(tx, user.id, [id])).get(id)
    return { what: erased === undefined ? 'elsewhere' : erased ? 'erased' : 'anonymised' } as const
  })

  servePhases(app, forgetAccount, async (db, { params, body, user, now, reply }) => {
    mustBeOwn(params.id, user)
    await askPassword(app, db, user, body.password, 'password')
    await limitAttempts(app, sessionKey('code', user), attemptLimits.code.here)
    await inTransaction(db, async (tx) => {
      const asksCode = await hasSecondFactor(tx, user.id)
      if (asksCode && !(await useCode(tx, app, user.id, { code: body.code ?? '', now }))) {
        throw new Refused({ code: 'second_factor.wrong_code', field: 'code' })
      }
      await forgetWholeAccount(tx, user, now, forgetMusic)
    })
    clearSessionCookie(reply)
    return {}
  })
}
