import { instant } from '@callboard/domain/kernel/instant.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { isOldPhrase } from '../old-phrases.ts'
import { begin, openSeason, peopleBody, reviewed, routineBody } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)

const open = (id: number) => `/v1/dance360/registrations/${id}`
const people = '/v1/dance360/workshop/attendees'

test('TOUR-032 TOUR-033 two clicks at once begin one registration, and a third opens it', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const both = await Promise.all([begin(studio, city), begin(studio, city)])
  const third = await begin(studio, city)
  expect(new Set([...both, third].map(({ id }) => id)).size).toBe(1)
})

test('WIZ-049 WIZ-064 SEC-008 owner, studio and rate flags are the server’s, not the request’s', async () => {
  const [studio, rival, city] = [await season.studio(), await season.studio(), await season.city()]
  const forged = {
    tour_date_id: city,
    mybtf_user_id: rival.user_id,
    studio_id: rival.studio_id,
    ancillary: true,
    full_rates: true,
    late_rates: true,
  }
  const record = (await studio.call('POST', '/v1/mybtf/registration', forged)).json()
  expect(record).toMatchObject({
    mybtf_user_id: studio.user_id,
    studio_id: studio.studio_id,
    ancillary: false,
    full_rates: false,
    late_rates: false,
  })
})

test('WIZ-049 WIZ-056 API-002 a registration starts at the step its caller shows, by the numbers of its wizard', async () => {
  const [studio, rival, city] = [await season.studio(), await season.studio(), await season.city()]
  const left_off_details = { total_steps: 99, step_name: 'dancers', current_step: 98 }
  const body = { tour_date_id: city, left_off_details }
  const record = (await studio.call('POST', '/v1/mybtf/registration', body)).json()
  expect(record.left_off_details).toEqual({ total_steps: 8, step_name: 'dancers', current_step: 2 })
  const started = (await rival.call('GET', open((await begin(rival, city)).id))).json()
  expect(started.left_off_details).toEqual({ total_steps: 8, step_name: 'roster', current_step: 1 })
})

test('SEC-007 WIZ-043 another’s registration does not exist, neither to read nor to change', async () => {
  const [studio, rival, city] = [await season.studio(), await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  const answers = await Promise.all([
    rival.call('GET', open(id)),
    rival.call('PUT', open(id), { is_competing: false }),
    rival.call('PUT', people, peopleBody(id, rival)),
    rival.call('POST', '/v1/dance360/routines', routineBody(id, [rival.dancers[0] ?? 0])),
    rival.call('DELETE', `/v1/mybtf/delete-registration/${id}`),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
})

test('ATT-056 ATT-057 people are saved with the server’s fees, and the totals follow', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  const body = peopleBody(id, studio, { additional_observers: { one: 2, two: 1 } })
  const forged = {
    ...body,
    attendees: body.attendees.map((attendee) => ({ ...attendee, fee: 1, has_scholarship: true })),
  }
  const reply = await studio.call('PUT', people, forged)
  expect(reply.statusCode, reply.body).toBe(200)

  const record = (await studio.call('GET', open(id))).json()
  const fees = Object.values<{ fee: number; has_scholarship: boolean }>(record.attendees)
  expect(fees).toHaveLength(4)
  expect(fees.every(({ fee, has_scholarship }) => fee > 100 && !has_scholarship)).toBe(true)
  const sum = record.lines.reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
  expect(sum).toBe(record.fees.total)
  const row = await stage.db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ dancers: 3, teachers: 1, observers: 3, total: record.fees.total, version: 2 })
})

test('a person of another roster is not registered, and nothing is saved', async () => {
  const [studio, rival, city] = [await season.studio(), await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  const reply = await studio.call('PUT', people, peopleBody(id, { dancers: rival.dancers }))
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'attendee.unknown_person'])
  expect((await studio.call('GET', open(id))).json().attendees).toEqual({})
})

test('a save based on an older version is refused with what the server has, so that two tabs lose nothing', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id, version } = await begin(studio, city)
  await studio.call('PUT', people, peopleBody(id, { dancers: studio.dancers.slice(0, 1) }, { version }))
  const late = await studio.call('PUT', people, peopleBody(id, { dancers: studio.dancers.slice(1) }, { version }))
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'changed_meanwhile', version: version + 1 }])
})

test('COMP-065 a routine is entered, changed and taken out again', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  await studio.call('PUT', people, peopleBody(id, studio))
  const [one = 0, two = 0] = studio.dancers
  const entryReply = await studio.call('POST', '/v1/dance360/routines', routineBody(id, [one]))
  expect(entryReply.statusCode, entryReply.body).toBe(200)
  const { routine } = entryReply.json()
  expect(routine).toMatchObject({ routine: { name: 'First Light' }, routine_category: { category_id: 1 } })

  const url = `/v1/dance360/routines/${routine.id}`
  const changeReply = await studio.call(
    'PUT',
    url,
    routineBody(id, [one, two], { routine: { name: 'Rain', choreographer: '' } }),
  )
  expect(changeReply.json().routine).toMatchObject({ id: routine.id, routine: { name: 'Rain' } })
  expect(changeReply.json().routine.attendees).toHaveLength(2)
  expect(changeReply.json().routine.fee).toBeGreaterThan(routine.fee)

  expect((await studio.call('DELETE', url, { registration_id: id })).statusCode).toBe(204)
  expect((await studio.call('GET', open(id))).json().routines).toEqual([])
})

test('ATT-033 someone in a routine cannot leave the registration', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  await studio.call('PUT', people, peopleBody(id, studio))
  await studio.call('POST', '/v1/dance360/routines', routineBody(id, studio.dancers.slice(0, 1)))
  const reply = await studio.call('PUT', people, peopleBody(id, { dancers: studio.dancers.slice(1) }))
  expect(reply.json().message).toBe('This person must be removed from the competition first')
})

test('WIZ-037 WIZ-058 leaving a step is kept, so that the owner comes back to it', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  await studio.call('PUT', open(id), {
    left_off: 'dancers',
    left_off_details: { total_steps: 99, step_name: 'x', current_step: 7 },
  })
  const record = (await studio.call('GET', open(id))).json()
  expect(record).toMatchObject({
    left_off: 'dancers',
    left_off_details: { total_steps: 8, step_name: 'dancers', current_step: 2 },
  })
})

test('REV-002 a review email is stored without the blanks around it', async () => {
  const studio = await season.studio()
  const { id } = await begin(studio, await season.city())
  const reply = await studio.call('PUT', `/v1/dance360/registrations/${id}`, { review_email: ' Iris+X@Example.com ' })
  expect([reply.statusCode, reply.json().review_email]).toEqual([200, 'Iris+X@Example.com'])
})

test('COMP-084 review holds the places; a change of people gives them back and asks for the terms again', async () => {
  const [studio, city] = [await season.studio(), await season.city({ total_routine_limit: 5 })]
  const { id, review } = await reviewed(studio, city, [studio.dancers.slice(0, 1)])
  const reviewReply = await review()
  expect(reviewReply.statusCode, reviewReply.body).toBe(200)
  expect(reviewReply.json().hold).toEqual({ began: '2024-10-01T16:00:00.000Z', ends: '2024-10-01T16:15:00.000Z' })
  const takenPlaces = () =>
    stage.db
      .selectFrom('capacity')
      .select('taken')
      .where('tour_date_id', '=', city)
      .where('key', '=', 'routines')
      .executeTakeFirst()
  expect(await takenPlaces()).toEqual({ taken: 1 })

  await studio.call('PUT', people, peopleBody(id, { dancers: studio.dancers, teachers: [] }))
  expect(await takenPlaces()).toEqual({ taken: 0 })
  const record = (await studio.call('GET', open(id))).json()
  expect(record).toMatchObject({ reviewed: false, waiver: false, competitionCodeWaiver: false, hold: null })
})

test('COMP-084 a hold is renewed by activity up to an hour in all, and lapses by time alone', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id, review } = await reviewed(studio, city)
  await review()
  const at = async (time: string) => {
    stage.clock.time = instant(`2024-10-01T${time}Z`)
    return (await studio.call('POST', `${open(id)}/hold`)).json().ends
  }
  try {
    expect(await at('16:10:00')).toBe('2024-10-01T16:25:00.000Z')
    expect(await at('16:24:00')).toBe('2024-10-01T16:39:00.000Z')
    expect(await at('16:38:00')).toBe('2024-10-01T16:53:00.000Z')
    expect(await at('16:52:00')).toBe('2024-10-01T17:00:00.000Z')
    stage.clock.time = instant('2024-10-01T17:00:00Z')
    expect((await studio.call('GET', open(id))).json().hold).toBeNull()
  } finally {
    stage.clock.time = instant('2024-10-01T16:00:00Z')
  }
})

test('REV-004 REV-023 WIZ-047 submitting without the terms is refused, with the tab that mends it', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  const empty = await studio.call('PUT', open(id), { reviewed: true })
  expect(empty.json()).toMatchObject({
    message: 'To continue, please register at least one dancer or teacher.',
    tab: 'dancers',
  })
  await studio.call('PUT', people, peopleBody(id, studio))
  const unagreed = await studio.call('PUT', open(id), { reviewed: true, is_competing: false })
  expect(unagreed.json()).toMatchObject({
    message: 'Please agree to the terms and conditions before continuing.',
    tab: 'review',
  })
})

test('WIZ-050 an unfinished registration can be deleted, and the city registered again', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  expect((await studio.call('DELETE', `/v1/mybtf/delete-registration/${id}`)).statusCode).toBe(204)
  expect((await studio.call('GET', open(id))).statusCode).toBe(404)
  expect((await begin(studio, city)).id).not.toBe(id)
})

test('FEE-004 WIZ-040 rates follow the clock until a registration is held', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  await studio.call('PUT', people, peopleBody(id, studio))
  const before = (await studio.call('GET', open(id))).json()
  try {
    stage.clock.time = instant(before.tour_date.cutoff_end_date.replace('T00', 'T08'))
    await studio.call('PUT', open(id), { left_off: 'dancers' })
    const after = (await studio.call('GET', open(id))).json()
    expect([before.full_rates, after.full_rates]).toEqual([false, true])
    expect(after.fees.total).toBeGreaterThan(before.fees.total)
  } finally {
    stage.clock.time = instant('2024-10-01T16:00:00Z')
  }
})

test('TOUR-013 WIZ-042 SEC-010 a closed city begins nothing, except for who is on its list', async () => {
  const [studio, city] = [await season.studio(), await season.city({ regenabled: false })]
  const reply = await studio.call('POST', '/v1/mybtf/registration', { tour_date_id: city })
  expect([reply.statusCode, reply.json().message]).toEqual([
    403,
    'Sorry! Registration for this event & city has closed',
  ])
  await stage.db.insertInto('tour_date_exceptions').values({ tour_date_id: city, email: studio.email }).execute()
  expect((await studio.call('POST', '/v1/mybtf/registration', { tour_date_id: city })).statusCode).toBe(200)
})

test('the first legal texts are in plain American English', async () => {
  for (const name of ['terms', 'privacy', 'competition_code']) {
    const { text } = (await stage.app.inject({ url: `/v1/legal-texts/${name}` })).json()
    expect(isOldPhrase(text) || /e-mail|recognise/.test(text), text).toBe(false)
  }
})

test('OFF-035 REV-016 the owner agrees to the version that was shown, and what was agreed to is kept with it', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await reviewed(studio, city)
  const staff = await season.studio()
  await stage.db.updateTable('users').set({ role: 'admin' }).where('id', '=', staff.user_id).execute()
  const asStaff = (method: 'GET' | 'PUT', url: string, body?: object) =>
    stage.call(staff.user_id, method, `/v1/office/${url}`, body)
  const read = async () => (await stage.app.inject({ url: '/v1/legal-texts/terms' })).json()
  const first = await read()
  expect(first).toMatchObject({ version: 1, since: '2018-08-25', text: expect.stringContaining('$35') })
  const agree = (terms_version: number) =>
    studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true, terms_version })
  expect((await agree(1)).statusCode).toBe(200)

  const write = (text: string, version = 1) => asStaff('PUT', 'legal-texts/terms', { text, version })
  const lacking = await write(first.text.replace('$35', 'something'))
  expect([lacking.statusCode, lacking.json().message]).toEqual([
    422,
    'This text must mention the fee of a returned check, $35.',
  ])
  const words = `${first.text}\n\n# Pets\n\nPets stay at home.`
  expect((await studio.call('PUT', '/v1/office/legal-texts/terms', { text: words, version: 1 })).statusCode).toBe(403)
  expect((await write(words)).json()).toMatchObject({ version: 2, since: '2024-10-01', agreed: 0, unsaid: [] })
  expect((await write(`${words} View all.`)).json()).toMatchObject({ code: 'legal_text.newer' })
  expect(await read()).toMatchObject({ version: 2, text: words })
  const audit = (await asStaff('GET', 'audit?entity=legal_text&entity_id=terms')).json().rows
  expect(audit[0]).toMatchObject({ before: { version: 1, text: first.text }, after: { version: 2, text: words } })

  const stale = await agree(1)
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'legal_text.changed'])
  expect((await agree(2)).statusCode).toBe(200)
  const { agreements } = (await asStaff('GET', `registrations/${id}`)).json()
  expect(agreements).toMatchObject([
    { name: 'terms', version: 2, agreed_at: '2024-10-01T16:00:00.000Z', editing: false },
    { name: 'competition_code', version: 1 },
  ])
  const versions = (await asStaff('GET', 'legal-texts/terms/versions')).json().rows
  expect(versions.map(({ version, text }: { version: number; text: string }) => [version, text])).toEqual([
    [2, words],
    [1, first.text],
  ])
  // A fee that is charged differently from now on is missed in the text.
  await asStaff('PUT', 'settings', { name: 'returned_check_fee', value: 4_000 })
  const [terms] = (await asStaff('GET', 'legal-texts')).json().rows
  expect(terms).toMatchObject({ name: 'terms', unsaid: ['the fee of a returned check, $40'] })
  await asStaff('PUT', 'settings', { name: 'returned_check_fee', value: null })
})
