import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import type { ExampleWorld } from '@callboard/contract/example-world.ts'
import { auditSentence } from '@callboard/domain/desk/audit-sentences.ts'
import { insertCity } from '@callboard/server/dev/build-cities.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../kit.ts'
import { requestOf } from '../scenarios/request-of.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
let stage: Stage
beforeAll(async () => {
  stage = await copy()
  const { event_id } = world.unpublished
  await stage.db.transaction().execute((tx) => insertCity(tx, { city: 'Thistledown', state: 'OR', event_id }))
  // A price that occurs nowhere else.
  await stage.db
    .updateTable('level_prices')
    .set({ price: 7_654_300 as never })
    .where('event_id', '=', event_id)
    .execute()
})

const { tour_date_id, event_id } = world.unpublished
/** The world as somebody sees it who guesses the ids of drafts: of a city alone, and of an event too. */
const guessedWorlds: ExampleWorld[] = [world.event_id, event_id].map((id) => ({
  ...world,
  free_tour_date_id: tour_date_id,
  event_id: id,
}))
const secrets = /Quillfeather|Thistledown|Undisclosed|7654300/

const ofVisitors = Object.entries<Endpoint>(contract).filter(([, { auth }]) => auth !== 'office' && auth !== 'admin')

describe('OFF-003 SEC-008 no call of a visitor or a studio shows a draft', () => {
  test.each(ofVisitors)('%s', async (_, endpoint) => {
    const visits = guessedWorlds.flatMap((guess) => [0, cast.owner].map((user_id) => ({ guess, user_id })))
    for (const { guess, user_id } of visits) {
      const request = requestOf(endpoint, endpoint.example(guess))
      const session = user_id ? await stage.sessionOf(user_id) : {}
      const reply = await stage.app.inject({ ...request, headers: { ...request.headers, ...session } })
      expect(reply.body).not.toMatch(secrets)
    }
  })

  test.each([
    ['GET', `/v1/mybtf/events/${event_id}`],
    ['GET', '/v1/mybtf/events/undisclosed'],
    ['GET', `/v1/dance360/tour-dates/${tour_date_id}/city`],
    ['GET', `/v1/mybtf/tours/${tour_date_id}/calendar`],
    ['POST', '/v1/mybtf/registration'],
  ] as const)('%s %s finds none', async (method, path) => {
    const body = method === 'POST' ? { tour_date_id } : undefined
    expect((await stage.call(cast.owner, method, path, body)).statusCode).toBe(404)
  })
})

const asAdmin = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
  const reply = await stage.call(cast.admin, method, `/v1/office${path}`, body)
  return { status: reply.statusCode, body: reply.json() }
}
const isListed = async (id: number) => {
  const query = `event_id=${world.event_id}&current_season_id=${world.season_id}`
  const reply = await stage.call(0, 'GET', `/v1/mybtf/tours?${query}`)
  return reply.json().some((city: { id: number }) => city.id === id)
}

test('OFF-003 OFF-051 a draft is published on purpose, seen, and made a draft again while nobody registered', async () => {
  stage = await copy()
  const path = `/tour-dates/${tour_date_id}`
  expect((await asAdmin('GET', path)).body).toMatchObject({ published: false, missing: [] })
  expect(await isListed(tour_date_id)).toBe(false)
  expect(await asAdmin('POST', `${path}/publish`)).toMatchObject({ status: 200, body: { published: true } })
  expect(await isListed(tour_date_id)).toBe(true)
  expect((await asAdmin('POST', `${path}/unpublish`)).body).toMatchObject({ published: false })
  expect(await isListed(tour_date_id)).toBe(false)
  const audit = await stage.db
    .selectFrom('audit_log')
    .where('entity', '=', 'tour_date')
    .orderBy('id')
    .select(['action', 'actor_user_id'])
    .execute()
  expect(audit.slice(-2)).toEqual([
    { action: 'publish city', actor_user_id: cast.admin },
    { action: 'unpublish city', actor_user_id: cast.admin },
  ])

  await asAdmin('POST', `${path}/publish`)
  expect((await stage.call(cast.owner, 'POST', '/v1/mybtf/registration', { tour_date_id })).statusCode).toBe(200)
  const refusal = await asAdmin('POST', `${path}/unpublish`)
  expect(refusal).toMatchObject({ status: 422, body: { code: 'office.unpublish_registered', registrations: 1 } })
  expect(await isListed(tour_date_id)).toBe(true)
})

test('OFF-003 a draft that lacks something names it, and stays a draft', async () => {
  stage = await copy()
  await stage.db.deleteFrom('level_prices').where('event_id', '=', world.event_id).execute()
  const refusal = await asAdmin('POST', `/tour-dates/${tour_date_id}/publish`)
  expect(refusal).toMatchObject({ status: 422, body: { code: 'office.not_ready' } })
  expect(refusal.body.message).toMatch(/prices of at least one dancers’ level/)
  expect((await asAdmin('GET', `/tour-dates/${tour_date_id}`)).body).toMatchObject({
    published: false,
    missing: refusal.body.missing,
  })
})

test('OFF-003 a city is copied as a draft: what is set up goes along, what happened does not', async () => {
  stage = await copy()
  const from = world.free_tour_date_id
  const place = {
    address: '1 Quay Street',
    phone: '',
    website: '',
    room_rates: '$189',
    reservations_link: 'https://x.example',
  }
  await asAdmin('PUT', `/tour-dates/${from}`, {
    start_date: '2024-11-22',
    end_date: '2024-11-24',
    time_zone: 'America/Los_Angeles',
    cutoff_start_date: '2024-10-04T00:00:00Z',
    cutoff_end_date: '2024-10-04T00:00:00Z',
    late_start_date: null,
    late_end_date: null,
    payment_date: '2024-10-20',
    hotel: { name: 'Hotel Aurelia', ...place },
    total_routine_limit: 120,
    solo_groups: 9,
    canceled: true,
    regenabled: false,
    results: true,
    has_soty: true,
    nomination_types: [1, 2],
    exceptions: ['grace@example.com'],
    employee_emails: ['crew@example.com'],
    levels: [
      { level_id: 1, status: 'sold_out', max_people: 40 },
      { level_id: 2, status: 'not_available', max_people: null },
    ],
    categories: [{ category_id: 1, enabled: false, max_routines: 7 }],
    choices: [
      { id: null, kind: 'lab', name: 'Tap lab', offered: true },
      { id: null, kind: 'lab', name: 'Old lab', offered: false },
    ],
    intensives: [{ id: null, name: 'Ballet track', price: 50_000, group_price: null, offered: true }],
  })
  await asAdmin('PUT', '/settings', { tour_date_id: from, name: 'waiting_offer_hours', value: 5 })
  const source = (await asAdmin('GET', `/tour-dates/${from}`)).body

  const { status, body } = await asAdmin('POST', `/tour-dates/${from}/copy`, {
    start_date: '2025-11-21',
    with_venue: true,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    published: false,
    event_id: source.event_id,
    season_id: source.season_id,
    city: source.city,
    start_date: '2025-11-21',
    end_date: '2025-11-23',
    // 52 weeks later at the same clock time in Portland.
    cutoff_end_date: '2025-10-03T00:00:00.000Z',
    payment_date: '2025-10-19',
    hotel: { name: 'Hotel Aurelia', address: '1 Quay Street', room_rates: null, reservations_link: null },
    total_routine_limit: 120,
    solo_groups: 9,
    canceled: false,
    regenabled: true,
    results: false,
    has_soty: true,
    nomination_types: [1, 2],
    exceptions: [],
    employee_emails: ['crew@example.com'],
    choices: [{ kind: 'lab', name: 'Tap lab', offered: true, taken: 0 }],
    intensives: [{ name: 'Ballet track', price: 50_000 }],
  })
  expect(body.levels.slice(0, 2)).toMatchObject([
    { level_id: 1, status: 'open', max_people: 40 },
    { level_id: 2, status: 'not_available', max_people: null },
  ])
  expect(body.categories[0]).toMatchObject({ category_id: 1, enabled: false, max_routines: 7 })
  const settings = await asAdmin('GET', `/settings?tour_date_id=${body.id}`)
  expect(settings.body.set).toEqual((await asAdmin('GET', `/settings?tour_date_id=${from}`)).body.set)
  // The copy has a venue row of its own.
  await asAdmin('PUT', `/tour-dates/${body.id}`, { hotel: { name: 'Inn', ...place } })
  expect((await asAdmin('GET', `/tour-dates/${from}`)).body.hotel.name).toBe('Hotel Aurelia')
})

test('OFF-003 a city copied to another place takes its zone; deadlines keep their clock times', async () => {
  stage = await copy()
  const from = world.free_tour_date_id
  const source = (await asAdmin('GET', `/tour-dates/${from}`)).body
  const target = { start_date: source.start_date, with_venue: false, city: { name: 'Boston', state: 'MA' } }
  const { body } = await asAdmin('POST', `/tour-dates/${from}/copy`, target)
  expect(body).toMatchObject({ time_zone: 'America/New_York', venue: null, city: target.city })
  expect(Date.parse(body.cutoff_end_date) - Date.parse(source.cutoff_end_date)).toBe(-3 * 3_600_000)
  const wrong = await asAdmin('POST', `/tour-dates/${from}/copy`, { ...target, time_zone: 'Somewhere' })
  expect(wrong).toMatchObject({ status: 422, body: { code: 'office.dates', field: 'time_zone' } })
  const city = { name: 'Elsewhere', state: '' }
  const elsewhere = await asAdmin('POST', `/tour-dates/${from}/copy`, { ...target, city })
  expect(elsewhere).toMatchObject({ status: 422, body: { code: 'office.dates', field: 'time_zone' } })
  const unknown = await asAdmin('POST', `/tour-dates/${from}/copy`, { ...target, season_id: 4711 })
  expect(unknown).toMatchObject({ status: 422, body: { field: 'season_id' } })
})

test('OFF-001 an event is copied as a draft with its rules, settings and prices; its cities wait for it', async () => {
  stage = await copy()
  const from = world.event_id
  await asAdmin('PUT', '/settings', { event_id: from, name: 'waiting_offer_hours', value: 5 })
  const names = { name: 'Equinox', subdomain: 'equinox', support_email: 'hello@equinox.example' }
  const { status, body } = await asAdmin('POST', `/events/${from}/copy`, names)
  expect(status).toBe(200)
  const source = (await asAdmin('GET', '/events')).body.rows.find(({ id }: { id: number }) => id === from)
  expect(body).toEqual({ ...source, ...names, id: body.id, published: false })
  const pricesOf = async (id: number) =>
    (await asAdmin('GET', `/events/${id}/prices?season_id=${world.season_id}`)).body
  expect(await pricesOf(body.id)).toEqual(await pricesOf(from))
  expect((await pricesOf(body.id)).levels.length).toBeGreaterThan(0)
  expect((await asAdmin('GET', `/settings?event_id=${body.id}`)).body.set).toMatchObject({ waiting_offer_hours: 5 })

  const city = await asAdmin('POST', `/tour-dates/${tour_date_id}/copy`, {
    start_date: '2025-11-21',
    event_id: body.id,
    with_venue: false,
  })
  const refusal = await asAdmin('POST', `/tour-dates/${city.body.id}/publish`)
  expect(refusal.body.missing).toEqual(['Publish the event first.'])
  expect((await asAdmin('POST', `/events/${body.id}/publish`)).body).toMatchObject({ published: true })
  expect((await asAdmin('POST', `/tour-dates/${city.body.id}/publish`)).status).toBe(200)
  const read = () => stage.call(0, 'GET', '/v1/mybtf/events/equinox')
  expect((await read()).statusCode).toBe(200)
  expect((await asAdmin('POST', `/events/${body.id}/unpublish`)).body).toMatchObject({ published: false })
  expect((await read()).statusCode).toBe(404)
  const again = await asAdmin('POST', `/events/${from}/copy`, names)
  expect(again).toMatchObject({ status: 409, body: { field: 'subdomain' } })
  expect((await asAdmin('POST', `/events/${from}/unpublish`)).body).toMatchObject({
    code: 'office.unpublish_registered',
  })
})

test('OFF-003 OFF-051 a draft city, a draft event and a season are deleted while nothing depends on them', async () => {
  stage = await copy()
  const remove = async (path: string) => {
    const reply = await stage.call(cast.admin, 'DELETE', `/v1/office${path}`)
    return { status: reply.statusCode, message: reply.statusCode === 204 ? '' : reply.json().message }
  }
  const refusal = (message: string) => ({ status: 422, message })
  const isPublished = refusal('Studios can see this. Make it a draft first, then delete it.')
  expect(await remove(`/tour-dates/${world.completed.tour_date_id}`)).toEqual(isPublished)
  expect(await remove(`/events/${world.event_id}`)).toEqual(isPublished)
  expect(await remove(`/seasons/${world.season_id}`)).toEqual(
    refusal('This is the current season. Make another season current first.'),
  )

  const drafts = stage.db.updateTable('tour_dates').set({ published: false })
  await drafts.where('id', '=', world.completed.tour_date_id).execute()
  expect((await remove(`/tour-dates/${world.completed.tour_date_id}`)).message).toMatch(
    /^This cannot be deleted because it has (one registration|\d+ registrations)\.$/,
  )
  await stage.db.updateTable('seasons').set({ current: false }).where('id', '=', world.season_id).execute()
  expect((await remove(`/seasons/${world.season_id}`)).message).toMatch(/^This cannot be deleted because it has /)

  // Settings, waivers and own rows of the lists go with the draft.
  const created = { created: stage.clock.now() }
  const { id: city_of_event } = await stage.db
    .transaction()
    .execute((tx) => insertCity(tx, { city: 'Thistledown', state: 'OR', event_id }).then((id) => ({ id: Number(id) })))
  expect(await remove(`/events/${event_id}`)).toEqual(refusal('This cannot be deleted because it has cities.'))
  expect((await remove(`/tour-dates/${city_of_event}`)).status).toBe(422)
  await drafts.where('id', '=', city_of_event).execute()
  expect((await remove(`/tour-dates/${city_of_event}`)).status).toBe(204)
  const waiver = { name: 'Own waiver', version: 1, event_id }
  const { id: waiver_type_id } = await stage.db
    .insertInto('waiver_types')
    .values(waiver)
    .returning('id')
    .executeTakeFirstOrThrow()
  await stage.db
    .insertInto('waiver_texts')
    .values({ waiver_type_id, version: 1, text: 'Words', ...created })
    .execute()
  const paths = [`/tour-dates/${tour_date_id}`, `/events/${event_id}`, `/seasons/${world.unpublished.empty_season_id}`]
  for (const path of paths) {
    expect(await remove(path), path).toEqual({ status: 204, message: '' })
    expect((await remove(path)).status, path).toBe(404)
  }
  const { rows } = (await stage.call(cast.admin, 'GET', '/v1/office/audit')).json()
  expect(rows.slice(0, 3).map(auditSentence)).toEqual([
    expect.stringMatching(/ deleted the season “2029–2030”\.$/),
    expect.stringMatching(/ deleted the event “Undisclosed”\.$/),
    expect.stringMatching(/ deleted the city “.* Quillfeather, .*”\.$/),
  ])
})

test('OFF-002 two seasons cannot have the same years, also when they are created or changed at once', async () => {
  stage = await copy()
  const years = { start_year: 2040, end_year: 2041, age_year: 2041 }
  const replies = await Promise.all([1, 2, 3].map(() => asAdmin('POST', '/seasons', years)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const why = 'This season is already there. Change that one.'
  for (const { body } of replies.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ field: 'start_year', message: why })
  }
  const change = await asAdmin('PUT', `/seasons/${world.unpublished.empty_season_id}`, years)
  expect(change).toMatchObject({ status: 422, body: { field: 'start_year', message: why } })
  await expect(
    stage.db
      .insertInto('seasons')
      .values({ id: 900, ...years })
      .execute(),
  ).rejects.toThrow('season_years_once')
})
