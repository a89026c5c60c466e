import { minus, usd } from '@callboard/domain/kernel/money.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { expireOffers } from '@callboard/server/waiting-list/jobs.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { placeFaults } from '@callboard/server/capacity/verify.ts'
import { created, openSeason, peopleBody, reviewed, routineBody, type Studio } from '../scenarios/small-city.ts'
import { level, levelLine, lineOf, other, record, type Guest } from '../scenarios/waiting-city.ts'

const start = '2024-10-01T16:00:00Z'
const stage = await openStage({ now: start })
const season = await openSeason(stage)
const office = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@callboard.example', fname: 'Desk', lname: 'Clerk', role: 'office' }, created),
  )
beforeEach(() => {
  stage.clock.time = instant(start)
})

const { fullLevel, guest, count } = levelLine(stage, season)

const ask = ({ studio, id }: Guest, people: readonly (number | undefined)[], more: object = {}) =>
  studio.call('POST', '/v1/waiting-list', {
    registration_id: id,
    people: people.map((person_id) => ({ person_id, workshop_level_id: level })),
    ...more,
  })
const answer = (studio: Studio, entry_id: number, decision: 'accept' | 'decline') =>
  studio.call('PUT', `/v1/waiting-list/${entry_id}`, { answer: decision })

const mailOf = ({ id }: Guest, template: string) =>
  stage.db
    .selectFrom('mails')
    .select('text')
    .where('registration_id', '=', id)
    .where('template', '=', template)
    .executeTakeFirstOrThrow()

const setPlaces = (tour_date_id: number, places: number) =>
  stage.db
    .updateTable('capacity')
    .set({ places })
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', `level:${level}`)
    .execute()

const levelsOf = async (one: Guest) =>
  Object.fromEntries(
    Object.values<{ person_id: number; workshop_level_id: number }>((await record(one)).attendees).map(
      ({ person_id, workshop_level_id }) => [person_id, workshop_level_id],
    ),
  )
test('A18 ATT-019 a level whose places are gone is sold out; people may wait for it, where the city keeps a list', async () => {
  const { tour_date_id } = await fullLevel()
  const one = await guest(tour_date_id)
  const [first = 0, second = 0] = one.dancers
  const full = await one.studio.call(
    'PUT',
    '/v1/dance360/workshop/attendees',
    peopleBody(one.id, { dancers: [first, second] }),
  )
  expect(full.json().code).toBe('attendee.level_sold_out')
  const joined = await ask(one, [second])
  expect(joined.json().entries).toMatchObject([
    { state: 'waiting', place: 1, routines: [], people: [{ person_id: second }] },
  ])
  expect((await ask(one, [second])).json().code).toBe('waiting.in_line')
  expect(joined.json().entries[0].why).toMatch(/^Waiting for a place in /)
  const { waiting_people } = (await stage.call(office.user_id, 'GET', `/v1/office/registrations/${one.id}`)).json()
  expect(waiting_people).toEqual([
    {
      id: expect.any(Number),
      name: expect.any(String),
      level: expect.any(String),
      state: 'waiting',
      offer_ends: null,
      routines: [],
    },
  ])
  expect(waiting_people[0].name).not.toBe('')
  expect(await count(tour_date_id)).toMatchObject({ taken: 1, waiting: 1 })
  const closedGuest = await guest((await fullLevel(1, false)).tour_date_id)
  expect((await ask(closedGuest, [closedGuest.dancers[1]])).json().code).toBe('waiting.none_here')
  const roomy = await guest(await season.city({ waiting_list: true, levels: [{ level_id: level, max_people: 9 }] }))
  expect((await ask(roomy, [roomy.dancers[1]])).json()).toMatchObject({
    code: 'waiting.has_room',
    message: 'There is room in this level. Please register them for it instead.',
  })
  expect((await ask(roomy, [])).json().message).toBe('Choose at least one person.')
})

test('A18 OFF-024 a place of a level goes to the first in line, who is charged for it once in; nobody new jumps', async () => {
  const { tour_date_id, release } = await fullLevel()
  const one = await guest(tour_date_id)
  const two = await guest(tour_date_id)
  const [, second = 0] = one.dancers
  await ask(one, [second])
  await ask(two, [two.dancers[1]])
  await release()
  expect(await lineOf(two.studio, two.id)).toMatchObject([{ state: 'waiting', place: 1 }])
  const [offer] = await lineOf(one.studio, one.id)
  expect(offer).toMatchObject({ state: 'offered', offer_ends: '2024-10-02T16:00:00.000Z' })
  const mail = await stage.db
    .selectFrom('mails')
    .select('text')
    .where('registration_id', '=', one.id)
    .where('template', '=', 'waiting_offer')
    .executeTakeFirstOrThrow()
  expect(mail.text).toContain(`/registration/${one.id}/dancers`)
  expect(mail.text).toContain('if you accept, complete your registration by then')
  // A new person is refused: the level is sold out.
  const late = await guest(tour_date_id)
  expect(
    (
      await late.studio.call(
        'PUT',
        '/v1/dance360/workshop/attendees',
        peopleBody(late.id, { dancers: late.dancers.slice(0, 1) }),
      )
    ).json().code,
  ).toBe('attendee.level_sold_out')
  const before = (await record(one)).fees.workshop
  expect((await answer(one.studio, offer.id, 'accept')).json().entries).toMatchObject([{ state: 'accepted' }])
  expect(await levelsOf(one)).toMatchObject({ [second]: level })
  expect((await record(one)).fees.workshop).toBeGreaterThan(before)
  const save = (body: object) => one.studio.call('PUT', `/v1/dance360/registrations/${one.id}`, body)
  await save({ is_competing: false, waiver: true })
  expect((await save({ reviewed: true })).json()).toMatchObject({ reviewed: true })
  expect(await count(tour_date_id)).toMatchObject({ taken: 1, waiting: 1 })
  expect(await placeFaults(stage.db)).toEqual([])
})

test('A18 a person at the full level without a place leaves it while waiting, and moves to it on acceptance', async () => {
  const { tour_date_id, release } = await fullLevel()
  const one = await guest(tour_date_id)
  const [first = 0] = one.dancers
  await ask(one, [first])
  expect(await levelsOf(one)).toEqual({ [first]: other })
  await release()
  const [offer] = await lineOf(one.studio, one.id)
  await answer(one.studio, offer.id, 'accept')
  expect(await levelsOf(one)).toEqual({ [first]: level })
  // Unfinished when the time is over: back to where they were.
  stage.clock.time = instant(Date.parse(start) + 25 * 3_600_000)
  await expireOffers(stage.app)
  expect(await levelsOf(one)).toEqual({ [first]: other })
  expect(await lineOf(one.studio, one.id)).toEqual([])
  expect(await count(tour_date_id)).toMatchObject({ taken: 0 })
  // It was accepted: the mail says what was missing, not that nobody answered.
  expect((await mailOf(one, 'waiting_expired')).text).toContain('Your registration was not completed')

  stage.clock.time = instant(start)
  const second = await season.city({ waiting_list: true, levels: [{ level_id: level, max_people: 1 }] })
  const late = await guest(second)
  const there = peopleBody(late.id, { dancers: late.dancers.slice(0, 1) })
  expect((await late.studio.call('PUT', '/v1/dance360/workshop/attendees', there)).statusCode).toBe(200)
  const holder = await season.studio({ dancers: 1, teachers: 0 })
  expect((await (await reviewed(holder, second)).review()).statusCode).toBe(200)
  await ask(late, late.dancers.slice(0, 1))
  expect(await levelsOf(late)).toEqual({})
})

test('A18 OFF-024 people who wait together come in together; declined, the places go on', async () => {
  const { tour_date_id, release } = await fullLevel(2)
  const bundle = await guest(tour_date_id)
  const single = await guest(tour_date_id)
  await ask(bundle, bundle.dancers.slice(1, 4))
  await ask(single, [single.dancers[1]])
  await release()
  // Two places: not enough for three, so the next takes one.
  expect(await lineOf(bundle.studio, bundle.id)).toMatchObject([{ state: 'waiting', place: 1 }])
  const [offer] = await lineOf(single.studio, single.id)
  expect(offer.state).toBe('offered')
  expect((await answer(single.studio, offer.id, 'decline')).statusCode).toBe(200)
  expect(await lineOf(single.studio, single.id)).toEqual([])
  const parting = await guest(tour_date_id)
  const joined = await ask(parting, parting.dancers.slice(1, 4), { takes_part: true })
  expect(joined.statusCode).toBe(200)
  await stage.runJobs()
  const line = await lineOf(parting.studio, parting.id)
  expect(
    line.map(({ state, people }: { state: string; people: unknown[] }) => [state, people.length]).toSorted(),
  ).toEqual([
    ['offered', 2],
    ['waiting', 1],
  ])
  expect(await placeFaults(stage.db)).toEqual([])
})

test('OFF-024 FEE-023 into a completed registration: in at once, charged, counted, the place for good', async () => {
  const { tour_date_id, release } = await fullLevel()
  const one = await guest(tour_date_id)
  const [first = 0, second = 0] = one.dancers
  await ask(one, [second])
  const save = (body: object) => one.studio.call('PUT', `/v1/dance360/registrations/${one.id}`, body)
  await save({ is_competing: false, waiver: true })
  expect((await save({ reviewed: true })).statusCode).toBe(200)
  await stage.db
    .updateTable('registrations')
    .set({ completed: true, completed_at: stage.clock.now(), hold_began: null, hold_ends: null })
    .where('id', '=', one.id)
    .execute()
  await release()
  const [offer] = await lineOf(one.studio, one.id)
  expect((await answer(one.studio, offer.id, 'accept')).json().entries).toEqual([])
  expect(await levelsOf(one)).toEqual({ [first]: other, [second]: level })
  const after = await record(one)
  const receivable = await stage.db
    .selectFrom('ledger')
    .where('registration_id', '=', one.id)
    .where('account', '=', 'receivable')
    .select((of) => of.fn.sum<number>('amount').as('sum'))
    .executeTakeFirstOrThrow()
  expect(Number(receivable.sum)).toBe(after.fees.total)
  expect(after.attendees[second].date_attendee_id).toBeGreaterThan(0)
  const { dancers } = await stage.db
    .selectFrom('registrations')
    .select('dancers')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow()
  expect(dancers).toBe(2)
  expect(
    await stage.db
      .selectFrom('place_claims')
      .select(['key', 'n', 'held_until', 'entry_id'])
      .where('registration_id', '=', one.id)
      .orderBy('key')
      .execute(),
  ).toEqual([
    { key: `level:${level}`, n: 1, held_until: null, entry_id: 0 },
    { key: `level:${other}`, n: 1, held_until: null, entry_id: 0 },
  ])
  expect(await placeFaults(stage.db)).toEqual([])
})

/** Reviewed and completed, to be paid by check: what it costs is promised and charged. */
async function complete({ studio, id }: Guest) {
  const save = (body: object) => studio.call('PUT', `/v1/dance360/registrations/${id}`, body)
  await save({ is_competing: false, waiver: true })
  await save({ reviewed: true })
  await save({ paying_by_check: true })
  const reply = await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  expect(reply.statusCode, reply.body).toBe(200)
}

test('OFF-024 FEE-023 a dancer with a level in a completed registration is charged the new level instead', async () => {
  const { tour_date_id, release } = await fullLevel()
  const one = await guest(tour_date_id)
  const [first = 0] = one.dancers
  await complete(one)
  const before = (await record(one)).fees.total
  await ask(one, [first])
  expect(await levelsOf(one)).toEqual({ [first]: other })
  await release()
  const [offer] = await lineOf(one.studio, one.id)
  expect((await answer(one.studio, offer.id, 'accept')).json().entries).toEqual([])
  expect(await levelsOf(one)).toEqual({ [first]: level })
  const lines = await stage.db.selectFrom('price_lines').select('line').where('registration_id', '=', one.id).execute()
  expect(lines.map(({ line }) => line.person_id)).toEqual([first])
  const { total } = (await record(one)).fees
  expect(total).not.toBe(before)
  const receivable = await stage.db
    .selectFrom('ledger')
    .where('registration_id', '=', one.id)
    .where('account', '=', 'receivable')
    .select((of) => of.fn.sum<number>('amount').as('sum'))
    .executeTakeFirstOrThrow()
  expect(Number(receivable.sum)).toBe(total)
  expect(await count(tour_date_id)).toEqual({ taken: 1, waiting: 0 })
  expect(await count(tour_date_id, `level:${other}`)).toMatchObject({ taken: 0 })
  // The level is full; who holds its place waits for no other.
  expect((await ask(one, [first])).json().code).toBe('waiting.has_room')
  expect(await levelsOf(one)).toEqual({ [first]: level })
  expect(await placeFaults(stage.db)).toEqual([])
})

test('OFF-024 into a completed registration: its owner is told once who came in and the new total, accepted or approved', async () => {
  const { tour_date_id, release } = await fullLevel()
  const one = await guest(tour_date_id)
  const [first = 0, second = 0] = one.dancers
  await complete(one)
  await stage.runJobs()
  const mailsOf = () =>
    stage.db
      .selectFrom('mails')
      .where('registration_id', '=', one.id)
      .where('template', 'in', ['confirmation', 'waiting_approved'])
      .orderBy('id')
      .selectAll()
      .execute()
  const nameOf = async (person_id: number) => {
    const { fname, lname } = (await record(one)).attendees[person_id].person
    return `${fname} ${lname}`
  }
  const total = async () => (await record(one)).fees.total
  const before = await total()

  await ask(one, [first])
  await release()
  await stage.runJobs()
  const [offer] = await lineOf(one.studio, one.id)
  expect((await mailOf(one, 'waiting_offer')).text).toContain('Its fee is due once you accept.')
  expect((await answer(one.studio, offer.id, 'accept')).statusCode).toBe(200)
  await stage.runJobs()
  const accepted = await total()
  const [, own, ...others] = await mailsOf()
  expect(others).toEqual([])
  expect(own?.subject).toMatch(/^Your registration was changed: /)
  expect(own?.text).toContain(`${await nameOf(first)} was changed: level from `)
  expect(own?.text).toContain('From the waiting list.')
  expect(own?.text).toContain(`Total before: ${usd(before)}\nTotal now: ${usd(accepted)}\n`)

  await setPlaces(tour_date_id, 1)
  await ask(one, [second])
  const desk = (method: 'GET' | 'PUT', url: string, body?: unknown) => stage.call(office.user_id, method, url, body)
  await setPlaces(tour_date_id, 2)
  const [entry] = (await desk('GET', `/v1/office/waiting-list?tour_date_id=${tour_date_id}`)).json().entries
  const decision = { decision: 'approve', reason: 'Asked for by phone' }
  expect((await desk('PUT', `/v1/office/waiting-people/${entry.people[0].id}`, decision)).statusCode).toBe(200)
  await stage.runJobs()
  const approved = await total()
  const [, , approval, ...more] = await mailsOf()
  // Its confirmation is kept and printed, and not mailed beside the approval.
  expect(more).toEqual([])
  expect(approval?.template).toBe('waiting_approved')
  const amounts = `${await nameOf(second)}: ${usd(minus(approved, accepted))}\nTotal before: ${usd(accepted)}`
  expect(approval?.text).toContain(`${amounts}\nTotal now: ${usd(approved)}\n`)
  expect(approval?.text).toContain('is still to be paid')

  const read = (path: string) => one.studio.call('GET', `/v1/dance360/registrations/${one.id}/${path}`)
  const { changes } = (await read('changes')).json()
  expect(changes).toMatchObject([
    {
      made_by: 'office',
      total_before: accepted,
      total: approved,
      people: [{ kind: 'added', name: await nameOf(second) }],
    },
    { made_by: 'owner', total_before: before, total: accepted, people: [{ kind: 'changed' }] },
  ])
  // The owner did not do this one; it is told on the Overview as well.
  expect((await read('event-area')).json().unseen_changes).toMatchObject([{ made_by: 'office' }])
})

test('OFF-024 the office sees people in the line, and approves or refuses one of them with a reason', async () => {
  const { tour_date_id } = await fullLevel()
  const one = await guest(tour_date_id)
  const [, second = 0, third = 0] = one.dancers
  await ask(one, [second, third])
  const desk = (method: 'GET' | 'PUT', url: string, body?: unknown) => stage.call(office.user_id, method, url, body)
  const [entry] = (await desk('GET', `/v1/office/waiting-list?tour_date_id=${tour_date_id}`)).json().entries
  expect(entry.people.map(({ person_id }: { person_id: number }) => person_id)).toEqual([second, third])
  const decide = (id: number, decision: string) =>
    desk('PUT', `/v1/office/waiting-people/${id}`, { decision, reason: 'Asked for by phone' })
  const [a, b] = entry.people
  expect((await decide(a.id, 'approve')).json().code).toBe('waiting.no_room')
  expect((await decide(b.id, 'refuse')).json()).toEqual({ id: b.id, status: 'removed' })
  await setPlaces(tour_date_id, 2)
  expect((await decide(a.id, 'approve')).json()).toEqual({ id: a.id, status: 'registered' })
  expect(await levelsOf(one)).toMatchObject({ [second]: level })
  // Not completed yet: it must be by the end of the offer.
  expect((await mailOf(one, 'waiting_approved')).text).toMatch(/complete your registration by Wed, Oct 2, .+ Otherwise/)
  const audits = await stage.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('entity_id', '=', String(one.id))
    .orderBy('id')
    .execute()
  expect(audits.map(({ action }) => action)).toEqual(['refuse waiting person', 'approve waiting person'])
  expect(await placeFaults(stage.db)).toEqual([])
})

test('A18 OFF-024 a routine of a completed registration is offered once its dancer has accepted her own offer', async () => {
  const limits = { levels: [{ level_id: level, max_people: 1 }], categories: [{ category_id: 2, max_routines: 1 }] }
  const tour_date_id = await season.city({ waiting_list: true, ...limits })
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const [first = 0, second = 0] = studio.dancers
  const { id, review } = await reviewed({ ...studio, dancers: [first] }, tour_date_id)
  await review()
  await studio.call('PUT', `/v1/dance360/registrations/${id}`, { paying_by_check: true })
  const completion = await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  expect(completion.statusCode, completion.body).toBe(200)

  const line = await ask({ studio, id, dancers: studio.dancers }, [second])
  expect(line.statusCode, line.body).toBe(200)
  const { registration_id: _, ...duo } = routineBody(id, [first, second])
  const people = [{ person_id: second, workshop_level_id: level }]
  const both = await studio.call('POST', '/v1/waiting-list', { registration_id: id, routines: [duo], people })
  expect(both.statusCode, both.body).toBe(200)
  await setPlaces(tour_date_id, 4)
  await stage.runJobs()
  const offer = (await lineOf(studio, id)).find(({ state }: { state: string }) => state === 'offered')
  const reply = await answer(studio, offer.id, 'accept')
  expect(reply.statusCode, reply.body).toBe(200)
  await stage.runJobs()
  expect(await lineOf(studio, id)).toMatchObject([{ state: 'offered', routines: [{ name: 'First Light' }] }])
})
