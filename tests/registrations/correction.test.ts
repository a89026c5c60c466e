import { instant } from '@callboard/domain/kernel/instant.ts'
import { verifyLedger } from '@callboard/server/payments/ledger-check.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { created, openSeason, peopleBody, reviewed, type Studio } from '../scenarios/small-city.ts'

const start = '2024-10-01T16:00:00Z'
const stage = await openStage({ now: start })
const season = await openSeason(stage)
const { user_id: office } = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@example.com', fname: 'Dana', lname: 'Reyes', role: 'office' }, created),
  )
beforeEach(() => {
  stage.clock.time = instant(start)
})

/** Completed and confirmed: four dancers; a solo of the first, a duet of the first two, a trio of the other three. */
async function confirmed() {
  const [studio, city] = [await season.studio({ dancers: 4 }), await season.city()]
  const [a = 0, b = 0, c = 0, d = 0] = studio.dancers
  const { id, review } = await reviewed(studio, city, [[a], [a, b], [b, c, d]])
  await review()
  await studio.call('PUT', `/v1/dance360/registrations/${id}`, { paying_by_check: true })
  const reply = await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  expect(reply.statusCode, reply.body).toBe(200)
  await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  return { studio, city, id: id as number, a, b, c, d }
}

const asOffice = (method: 'GET' | 'POST', id: number, path = '', body?: object) =>
  stage.call(office, method, `/v1/office/registrations/${id}${path}`, body)
const read = async (studio: Studio, id: number) => (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
const versionOf = async (id: number): Promise<number> => (await asOffice('GET', id)).json().version
const owedByLedger = async (id: number) =>
  (
    await stage.db
      .selectFrom('ledger')
      .where('registration_id', '=', id)
      .where('account', '=', 'receivable')
      .select('amount')
      .execute()
  ).reduce((sum, { amount }) => sum + amount, 0)

test('OFF-020 an injured dancer is taken out with her solo; the casts, the price, places and ledger follow', async () => {
  const { studio, id, a, city } = await confirmed()
  const before = await read(studio, id)
  const draft = { version: before.version, leaving_people: [a] }
  const preview = (await asOffice('POST', id, '/correction-preview', draft)).json()
  expect(preview).toMatchObject({
    people: [{ kind: 'removed', what: [] }],
    total_before: before.fees.total,
    balance_before: before.balance,
  })
  expect(preview.routines.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['changed', 'removed'])
  expect(preview.total).toBeLessThan(preview.total_before)
  // The preview changed nothing.
  expect(await read(studio, id)).toEqual(before)

  const body = { ...draft, total: preview.total, office_reason: 'Broken ankle', note: 'Get well soon' }
  const reply = await asOffice('POST', id, '/correction', body)
  expect(reply.statusCode, reply.body).toBe(200)
  const { version: previewVersion, ...effect } = preview
  expect(reply.json()).toEqual({ ...effect, version: previewVersion + 1 })
  const after = await read(studio, id)
  expect(after).toMatchObject({
    balance: preview.balance,
    confirmed: true,
    completed: true,
    version: before.version + 1,
  })
  expect(after.fees.total).toBe(preview.total)
  expect(Object.keys(after.attendees)).toHaveLength(Object.keys(before.attendees).length - 1)
  const casts = after.routines.map(({ attendees }: { attendees: object[] }) => attendees.length)
  expect(casts.toSorted()).toEqual([1, 3])
  const solo = after.routines.find(({ attendees }: { attendees: object[] }) => attendees.length === 1)
  expect(solo.routine_category.name).toBe(before.routines[0].routine_category.name)
  expect(await owedByLedger(id)).toBe(preview.balance)
  expect((await verifyLedger(stage.db)).faults).toEqual([])

  const { rows } = {
    rows: await stage.db.selectFrom('place_claims').where('registration_id', '=', id).selectAll().execute(),
  }
  expect(rows.find(({ key }) => key === 'routines')?.n).toBe(2)
  const totals = await stage.db
    .selectFrom('tour_date_totals')
    .where('tour_date_id', '=', city)
    .select(['dancers', 'routines', 'total'])
    .executeTakeFirstOrThrow()
  expect(totals).toEqual({ dancers: 3, routines: 2, total: preview.total })

  const { audit } = (await asOffice('GET', id)).json()
  expect(audit[0]).toMatchObject({
    action: 'correct registration',
    before: { total: preview.total_before, balance: preview.balance_before },
    after: { total: preview.total, balance: preview.balance, leaving_people: [a], office_reason: 'Broken ankle' },
  })
  const mails = await stage.db
    .selectFrom('mails')
    .where('registration_id', '=', id)
    .where('template', '=', 'registration_corrected')
    .select(['to', 'text'])
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: studio.email, text: expect.stringContaining('Get well soon') })
  expect(mails[0]?.text).not.toContain('Broken ankle')
  // The new confirmation is kept and printed, and not mailed beside it: "You are registered" would be news of before.
  const { rows: jobs } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs`.execute(
    stage.db,
  )
  const snapshots = await stage.db.selectFrom('snapshots').where('registration_id', '=', id).select('id').execute()
  const ofCorrection = Math.max(...snapshots.map((snapshot) => snapshot.id))
  expect(jobs.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ snapshot_id: ofCorrection, mails: false }),
  )
})

test('OFF-020 a routine is withdrawn, and options change by the owner’s rules', async () => {
  const { studio, id, b } = await confirmed()
  const before = await read(studio, id)
  const trio = before.routines.find(({ attendees }: { attendees: object[] }) => attendees.length === 3)
  const person = { person_id: b, media_pass: true }
  const body = { version: before.version, leaving_routines: [trio.id], people: [person], office_reason: 'By phone' }
  const reply = (await asOffice('POST', id, '/correction', body)).json()
  expect(reply.routines).toEqual([{ kind: 'removed', name: trio.routine.name, what: [] }])
  expect(reply.people).toMatchObject([{ kind: 'changed', what: ['media pass added'] }])
  const after = await read(studio, id)
  expect(after.attendees[b].media_pass).toBe(true)
  expect(after.routines).toHaveLength(2)
  expect(after.balance).toBe(await owedByLedger(id))

  const level = { person_id: b, workshop_level_id: 999_999 }
  const wrong = { version: after.version, people: [level], office_reason: 'By phone' }
  expect((await asOffice('POST', id, '/correction', wrong)).json().code).toBe('attendee.level_invalid')
})

test('OFF-020 nothing, an old version, another total, no reason, a stranger and an owner are refused; nothing is kept', async () => {
  const { studio, id, a } = await confirmed()
  const before = await read(studio, id)
  const { version } = before
  const correct = (body: object) => asOffice('POST', id, '/correction', { version, office_reason: 'x', ...body })
  const code = async (body: object) => (await correct(body)).json().code
  expect(await code({})).toBe('office.nothing_corrected')
  expect(await code({ people: [{ person_id: a, media_pass: false }] })).toBe('office.nothing_corrected')
  expect(await code({ leaving_people: [a], version: version - 1 })).toBe('changed_meanwhile')
  expect(await code({ leaving_people: [a], total: before.fees.total })).toBe('office.price_changed')
  expect(await code({ leaving_people: [a], office_reason: ' ' })).toBe('office.correction_reason')
  expect(await code({ leaving_people: [1] })).toBe('attendee.not_registered')
  expect(await code({ leaving_routines: [1] })).toBe('routine.not_found')
  const url = `/v1/office/registrations/${id}/correction`
  const byOwner = await studio.call('POST', url, { version, leaving_people: [a], office_reason: 'x' })
  expect(byOwner.statusCode).toBe(403)
  expect(await read(studio, id)).toEqual(before)
})

test('OFF-020 ten presses at once correct it once', async () => {
  const { studio, id, a } = await confirmed()
  const version = await versionOf(id)
  const body = { version, leaving_people: [a], office_reason: 'Injured' }
  const replies = await Promise.all(Array.from({ length: 10 }, () => asOffice('POST', id, '/correction', body)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await read(studio, id)).balance).toBe(await owedByLedger(id))
})

test('OFF-020 everybody gone: the preview names the rule that is passed over', async () => {
  const { id, a, b, c, d } = await confirmed()
  const people = (await asOffice('GET', id, '/correction')).json().people as { person_id: number }[]
  expect(people.map(({ person_id }) => person_id)).toEqual(expect.arrayContaining([a, b, c, d]))
  const leaving_people = people.map(({ person_id }) => person_id)
  const body = { version: await versionOf(id), leaving_people }
  const preview = (await asOffice('POST', id, '/correction-preview', body)).json()
  expect(preview.passed_rules).toContain('To continue, please register at least one dancer or teacher.')
  expect(preview.total).toBe(0)
})

test('EDIT-003 an edit that the owner has open keeps what it changed and loses who was taken out', async () => {
  const { studio, id, a, b } = await confirmed()
  const open = `/v1/dance360/registrations/${id}/edit`
  const edit = (await studio.call('GET', open)).json()
  const attendee = edit.attendees[b]
  const reply = await studio.call('PUT', `/v1/dance360/attendees/${attendee.id}`, { photoshoot: true })
  expect(reply.statusCode, reply.body).toBe(200)
  const body = { version: await versionOf(id), leaving_people: [a], office_reason: 'Injured' }
  expect((await asOffice('POST', id, '/correction', body)).statusCode).toBe(200)
  const rebased = (await studio.call('GET', open)).json()
  expect(rebased.attendees[a]).toBeUndefined()
  expect(rebased.attendees[b].photoshoot).toBe(true)
  expect(rebased.routines).toHaveLength(2)
})

test('OFF-020 a registration in progress is not corrected', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await reviewed(studio, city)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  const [person_id = 0] = studio.dancers
  const body = { version: await versionOf(id), leaving_people: [person_id], office_reason: 'x' }
  expect((await asOffice('POST', id, '/correction', body)).json().code).toBe('registration.not_completed')
})

test('OFF-020 the owner reads what was corrected, its reasons and the message until they put it away, and never the office’s reason', async () => {
  const { studio, id, a } = await confirmed()
  const { version, routines: before } = await read(studio, id)
  const trio = before.find(({ attendees }: { attendees: object[] }) => attendees.length === 3)
  const first = { version, leaving_people: [a], office_reason: 'Broken ankle', note: ' Get well soon ' }
  const { passed_rules: _, notices: __, lines, ...preview } = (await asOffice('POST', id, '/correction', first)).json()
  const second = { version: version + 1, leaving_routines: [trio.id], office_reason: 'By phone' }
  expect((await asOffice('POST', id, '/correction', second)).statusCode).toBe(200)

  const area = `/v1/dance360/registrations/${id}/event-area`
  const unseen = async () => (await studio.call('GET', area)).json().unseen_changes
  const [newer, older] = await unseen()
  expect(newer).toMatchObject({ made_by: 'office', message: '', routines: [{ kind: 'removed' }] })
  const { total_before, total, balance, people, routines, others } = preview
  expect(older).toMatchObject({
    ...{ made_by: 'office', message: 'Get well soon', created: start.replace('Z', '.000Z') },
    ...{ total_before, total, balance, people, routines, others, lines },
  })
  expect(older.lines.every(({ because }: { because: string[] }) => because.length > 0)).toBe(true)
  const changes = `/v1/dance360/registrations/${id}/changes`
  const history = await studio.call('GET', changes)
  expect(history.json().changes).toEqual([newer, older])
  expect(history.body).not.toMatch(/Broken ankle|By phone|passed_rules/)

  const rival = await season.studio()
  for (const reply of [
    await rival.call('GET', changes),
    await rival.call('POST', `${changes}/seen`, { until: newer.id }),
  ]) {
    expect(reply.statusCode).toBe(404)
  }
  expect(await unseen()).toHaveLength(2)
  expect((await studio.call('POST', `${changes}/seen`, { until: older.id })).statusCode).toBe(204)
  expect(await unseen()).toEqual([newer])
  expect((await studio.call('POST', `${changes}/seen`, { until: newer.id })).statusCode).toBe(204)
  expect(await unseen()).toEqual([])
  expect((await studio.call('GET', changes)).json().changes).toHaveLength(2)
})
