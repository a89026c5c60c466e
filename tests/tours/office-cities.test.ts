import { daysAfter, minutesAfter, startOf } from '@callboard/domain/kernel/instant.ts'
import { expect, test } from 'vitest'
import { openOfficeCity } from './office-city-kit.ts'

const { stage, grace, admin, event_id, season_id, tour_date_id, asAdmin, city, ownersView, ownersCity, lastAudit } =
  await openOfficeCity()

test('OFF-003 a city’s days, venue and hotel are set, read back, and seen by an owner', async () => {
  const change = {
    start_date: '2024-11-15',
    end_date: '2024-11-17',
    payment_date: '2024-10-15',
    send_check_date: '2024-10-10',
    late_start_date: '2024-10-28T00:00:00Z',
    hotel: {
      name: 'Hotel Aurelia',
      address: '1 Quay Street',
      phone: '(503) 555-0101',
      website: 'https://aurelia.example',
      room_rates: '$189 a night',
      reservations_link: 'https://aurelia.example/block',
    },
  }
  const { status, body } = await asAdmin('PUT', city, change)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...change, late_start_date: '2024-10-28T00:00:00.000Z' })
  expect((await asAdmin('GET', city)).body).toEqual(body)
  expect(await ownersCity()).toMatchObject({
    start_date: '2024-11-15',
    payment_date: '2024-10-15',
    hotel: { name: 'Hotel Aurelia', room: { rates: '$189 a night' } },
  })
})

test('FEE-027 OFF-003 a payment date or a day of checks after the event is refused at its field', async () => {
  for (const field of ['payment_date', 'send_check_date'])
    expect(await asAdmin('PUT', city, { [field]: '2025-12-01' })).toMatchObject({
      status: 422,
      body: { code: 'office.dates', field },
    })
})

test('OFF-003 links of venue and hotel open on their own host; what is no link is refused at its field', async () => {
  const place = { name: 'Civic', address: '', phone: '', room_rates: null, reservations_link: null }
  const at = (website: string) => asAdmin('PUT', city, { venue: { ...place, website } })
  const script = await at('javascript:alert(1)')
  expect(script).toMatchObject({ status: 422, body: { code: 'office.venue_link', field: 'venue.website' } })
  expect((await at('www.civic.example')).body.venue).toMatchObject({ website: 'https://www.civic.example' })
  expect(await ownersCity()).toMatchObject({ venue: { website: 'https://www.civic.example' } })
})

test('OFF-003 a city is listed as passed from its last day on, as visitors read it', async () => {
  const passed = async () =>
    (await asAdmin('GET', '/tour-dates')).body.rows.find(({ id }: { id: number }) => id === tour_date_id).passed
  const { end_date } = (await asAdmin('GET', city)).body
  const began = stage.clock.time
  stage.clock.time = startOf(end_date)
  expect(await passed()).toBe(false)
  stage.clock.time = minutesAfter(startOf(end_date), 1)
  expect(await passed()).toBe(true)
  stage.clock.time = began
})

test('OFF-003 days that do not follow one another are refused at their field', async () => {
  const wrong = await asAdmin('PUT', city, { end_date: '2024-11-01' })
  expect(wrong).toMatchObject({ status: 422, body: { code: 'office.dates', field: 'end_date' } })
  const zone = await asAdmin('PUT', city, { time_zone: 'Somewhere' })
  expect(zone.body).toMatchObject({ code: 'office.dates', field: 'time_zone' })
})

test('OFF-003 a rate that ends before the one before it, or after the event, is refused at its field', async () => {
  const { cutoff_end_date, end_date } = (await asAdmin('GET', city)).body
  const early = await asAdmin('PUT', city, {
    cutoff_end_date: daysAfter(startOf(end_date), 3),
    late_start_date: null,
    late_end_date: null,
  })
  expect(early).toMatchObject({ status: 422, body: { field: 'cutoff_end_date' } })
  const late = await asAdmin('PUT', city, { late_start_date: null, late_end_date: daysAfter(cutoff_end_date, -1) })
  expect(late).toMatchObject({ status: 422, body: { field: 'late_end_date' } })
})

test('OFF-003 a new city has the zone of its state unless another is chosen; without a state one must be chosen', async () => {
  const { event_id, season_id } = (await asAdmin('GET', city)).body
  const days = { start_date: '2025-05-02', end_date: '2025-05-04', cutoff_start_date: '2025-04-01T00:00:00Z' }
  const body = { event_id, season_id, ...days, cutoff_end_date: days.cutoff_start_date }
  const boise = await asAdmin('POST', '/tour-dates', { ...body, city: { name: 'Boise', state: 'ID' } })
  expect(boise.body.time_zone).toBe('America/Boise')
  const other = await asAdmin('POST', '/tour-dates', {
    ...body,
    city: { name: 'Boise', state: 'ID' },
    time_zone: 'America/Denver',
  })
  expect(other.body.time_zone).toBe('America/Denver')
  for (const state of ['', 'Somewhere']) {
    const unknown = await asAdmin('POST', '/tour-dates', { ...body, city: { name: 'Boise', state } })
    expect(unknown).toMatchObject({ status: 422, body: { code: 'office.dates', field: 'time_zone' } })
  }
})

test('OFF-004 OFF-005 OFF-006 OFF-007 OFF-014 OFF-032 a city’s switches are what its owners’ rules read', async () => {
  const flags = {
    postponed: true,
    canceled: false,
    regenabled: false,
    compenabled: false,
    obsdisabled: true,
    allows_virtual: true,
    no_virtual: true,
    no_virtual_competition: true,
    virtual_only_groups: true,
    edit_routines: false,
    edit_bd_photo: false,
    edit_bd_jacket: false,
    edit_bd_routine: false,
    music_upload: false,
    has_soty: true,
    nomination_types: [1, 2],
    disabled_best_dancers: true,
  }
  expect((await asAdmin('PUT', city, flags)).body).toMatchObject(flags)
  expect(await ownersCity()).toMatchObject({
    postponed: true,
    has_soty: true,
    nomination_types: [1, 2],
    disabled_best_dancers: true,
    settings: {
      regenabled: false,
      compenabled: false,
      obsdisabled: true,
      virtual: true,
      no_virtual: true,
      no_virtual_competition: true,
      virtual_only_groups: true,
      edit_routines: false,
      edit_bd_photo: false,
      edit_bd_jacket: false,
      edit_bd_routine: false,
      music_upload: false,
    },
  })
  expect(await lastAudit()).toMatchObject({
    action: 'change city',
    actor_user_id: admin.user_id,
    before: { postponed: false },
    after: { postponed: true },
  })
  const back = {
    postponed: false,
    regenabled: true,
    compenabled: true,
    no_virtual: false,
    disabled_best_dancers: false,
  }
  await asAdmin('PUT', city, back)
})

test('OFF-008 SEC-010 an address on the list of exceptions passes a closed city', async () => {
  await asAdmin('PUT', city, { exceptions: ['Grace@Example.com ', 'grace@example.com'] })
  expect((await asAdmin('GET', city)).body.exceptions).toEqual(['grace@example.com'])
  expect(await ownersView()).toMatchObject({ exempt: true })
  await asAdmin('PUT', city, { exceptions: [] })
  expect(await ownersView()).toMatchObject({ exempt: false })
})

test('OFF-008 the list of exceptions refuses a line that is no email address, and names it', async () => {
  const { status, body } = await asAdmin('PUT', city, { exceptions: ['grace@example.com', 'grace at home'] })
  expect([status, body.field, body.message]).toEqual([400, 'exceptions.1', 'grace at home is not an email address.'])
  expect((await asAdmin('GET', city)).body.exceptions).toEqual([])
})

test('OFF-010 OFF-011 OFF-012 levels, categories and limits of a city become its counted places', async () => {
  const { levels, categories } = (await asAdmin('GET', city)).body
  const set = {
    total_routine_limit: 120,
    solo_groups: 9,
    one_solos: false,
    independents_compete: true,
    independent_max_routines: 3,
    split_teen_performance: true,
    levels: levels
      .slice(0, 1)
      .map(({ level_id }: { level_id: number }) => ({ level_id, status: 'sold_out', max_people: 40 })),
    categories: categories
      .slice(0, 1)
      .map(({ category_id }: { category_id: number }) => ({ category_id, enabled: false, max_routines: 7 })),
  }
  expect((await asAdmin('PUT', city, set)).body).toMatchObject({
    total_routine_limit: 120,
    levels: [{ status: 'sold_out', max_people: 40 }, ...levels.slice(1)],
    categories: [{ enabled: false, max_routines: 7 }, ...categories.slice(1)],
  })
  const { level_id } = levels[0]
  const { category_id } = categories[0]
  const places = await stage.db.selectFrom('capacity').where('tour_date_id', '=', tour_date_id).selectAll().execute()
  const placesOf = (key: string) => places.find((row) => row.key === key)?.places
  expect([
    placesOf('routines'),
    placesOf('small_solos'),
    placesOf(`level:${level_id}`),
    placesOf(`category:${category_id}`),
  ]).toEqual([120, 9, 40, 7])
  expect(await ownersCity()).toMatchObject({
    total_routine_limit: 120,
    disabled_workshop_levels: [{ level_id, status: 'sold_out' }],
    entry_limit_rules: {
      solo_groups: 9,
      one_solos: false,
      independent: { max_routines: 3 },
      split_teen_performance: true,
    },
  })
})

test('OFF-015 the add-ons a city offers', async () => {
  await asAdmin('PUT', city, { add_ons: ['media_pass', 'lab'] })
  expect((await ownersCity()).add_ons).toEqual(['media_pass', 'lab'])
})

test('OFF-015 ATT-054 labs and battles of a city: added, renamed, taken off; dancers choose one of each', async () => {
  const lab = (name: string, isOffered = true) => ({ kind: 'lab', name, offered: isOffered })
  const reply = await asAdmin('PUT', city, {
    add_ons: ['lab', 'freestyle_battle'],
    choices: [
      { id: null, ...lab('Turns') },
      { id: null, ...lab('Partnering') },
      { id: null, kind: 'freestyle_battle', name: 'All styles', offered: true },
    ],
  })
  const [battle, turns, partnering] = reply.body.choices
  expect(reply.body.choices).toEqual([
    { id: battle.id, kind: 'freestyle_battle', name: 'All styles', offered: true, taken: 0 },
    { id: turns.id, ...lab('Turns'), taken: 0 },
    { id: partnering.id, ...lab('Partnering'), taken: 0 },
  ])
  expect(await lastAudit()).toMatchObject({ action: 'change city', entity_id: String(tour_date_id) })

  const ownersAttendee = async () => {
    const attendees: Record<string, { id: number; lab_id: number | null }> = (await ownersView()).attendees
    return Object.values(attendees)[0]
  }
  const { id = 0 } = (await ownersAttendee()) ?? {}
  const choose = (change: object) => stage.call(grace.user_id, 'PUT', `/v1/dance360/attendees/${id}`, change)
  expect((await choose({ lab_id: turns.id, freestyle_battle_id: battle.id })).statusCode).toBe(200)
  expect(await ownersAttendee()).toMatchObject({ lab_id: turns.id, freestyle_battle_id: battle.id })
  expect((await choose({ lab_id: battle.id })).json()).toMatchObject({ code: 'attendee.add_on_not_offered' })
  expect((await choose({ lab_id: 999 })).json()).toMatchObject({ code: 'attendee.add_on_not_offered' })

  // One is taken off the list and one has another name; what is not sent stays, and so does who has chosen.
  const changeReply = await asAdmin('PUT', city, { choices: [{ id: turns.id, ...lab('Turns and leaps', false) }] })
  expect(changeReply.body.choices).toMatchObject([
    { name: 'All styles' },
    { name: 'Turns and leaps', offered: false },
    { name: 'Partnering', offered: true },
  ])
  expect((await choose({ kdoty: false })).statusCode).toBe(200)
  expect(await ownersAttendee()).toMatchObject({ lab_id: turns.id })
  expect((await choose({ lab_id: null })).statusCode).toBe(200)
  expect((await choose({ lab_id: turns.id })).json()).toMatchObject({ code: 'attendee.add_on_not_offered' })

  const twice = [
    { id: null, ...lab('Improvisation') },
    { id: null, ...lab('improvisation') },
  ]
  expect((await asAdmin('PUT', city, { choices: twice })).status).toBe(400)
  const others = await stage.db.selectFrom('tour_dates').where('id', '!=', tour_date_id).select('id').executeTakeFirst()
  if (others) {
    await asAdmin('PUT', `/tour-dates/${others.id}`, { choices: [{ id: turns.id, ...lab('Not theirs') }] })
    expect((await asAdmin('GET', city)).body.choices[1]).toMatchObject({ name: 'Turns and leaps' })
  }
})

test('VAR-009 OFF-047 ATT-015 intensives of a city: added, priced, no longer offered; attendees choose one', async () => {
  const track = (name: string, change: object = {}) => ({
    id: null,
    name,
    price: 49_500,
    group_price: null,
    offered: true,
    ...change,
  })
  const reply = await asAdmin('PUT', city, { intensives: [track('Fall track'), track('Winter track')] })
  expect(reply.body.intensives).toMatchObject([
    { name: 'Fall track', price: 49_500, offered: true, taken: 0 },
    { name: 'Winter track' },
  ])
  const [fall, winter] = reply.body.intensives
  const attendees: Record<string, { id: number }> = (await ownersView()).attendees
  const [attendee] = Object.values(attendees)
  const choose = (intensive_id: number | null) =>
    stage.call(grace.user_id, 'PUT', `/v1/dance360/attendees/${attendee?.id}`, { intensive_id })
  expect((await choose(fall.id)).statusCode).toBe(200)

  const closedIntensives = [{ ...fall, offered: false, price: 52_500 }]
  const changeReply = await asAdmin('PUT', city, { intensives: closedIntensives.map(({ taken: _, ...one }) => one) })
  expect(changeReply.body.intensives).toMatchObject([{ offered: false, price: 52_500 }, { name: 'Winter track' }])
  expect((await choose(null)).statusCode).toBe(200)
  expect((await choose(fall.id)).json()).toMatchObject({ code: 'attendee.intensive_not_offered' })
  expect((await choose(winter.id)).statusCode).toBe(200)

  expect((await asAdmin('PUT', city, { intensives: [track('WINTER TRACK')] })).body).toMatchObject({
    code: 'office.intensive_name',
  })
  expect((await asAdmin('PUT', city, { intensives: [track('Free', { price: 0 })] })).body).toMatchObject({
    code: 'office.intensive_price',
    field: 'intensives.0.price',
  })
})

test('OFF-003 a new city is opened with its places and sums, and written down', async () => {
  const { body } = await asAdmin('POST', '/tour-dates', {
    event_id,
    season_id,
    city: { name: 'Larkspur', state: 'CA' },
    start_date: '2025-05-02',
    end_date: '2025-05-04',
    cutoff_start_date: '2024-08-01T00:00:00Z',
    cutoff_end_date: '2025-04-01T00:00:00Z',
    total_routine_limit: 80,
  })
  expect(body).toMatchObject({ city: { name: 'Larkspur', state: 'CA' }, total_routine_limit: 80 })
  const { rows } = (await asAdmin('GET', `/tour-dates?season_id=${season_id}`)).body
  expect(rows.find(({ id }: { id: number }) => id === body.id)).toMatchObject({
    city: 'Larkspur, CA',
    registrations: 0,
  })
  expect(await lastAudit()).toMatchObject({ action: 'open city', before: null, entity_id: String(body.id) })
})
