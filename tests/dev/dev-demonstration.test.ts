import { localTimeIn } from '@callboard/domain/kernel/zoned-time.ts'
import { lastMinuteOf } from '@callboard/domain/tours/rate-deadline.ts'
import { defaultSettings } from '@callboard/domain/tours/settings/registry.ts'
import { eventTabs } from '@callboard/domain/registrations/event-tabs.ts'
import { vipTally, whyNotBestDancers } from '@callboard/domain/registrations/best-dancers/complete.ts'
import { stepsFor } from '@callboard/domain/registrations/steps.ts'
import { offersCrewShowdown } from '@callboard/domain/registrations/routines/routine-options.ts'
import { eligibleRoutines, typesOf } from '@callboard/domain/registrations/nominations/nomination.ts'
import { nominationSteps, whyNotNominated } from '@callboard/domain/registrations/nominations/check-nominations.ts'
import { findRegistration } from '@callboard/server/registrations/queries.ts'
import { loadCity, loadSeason, loadTourDates } from '@callboard/server/tours/queries.ts'
import { putDemonstrationMusic } from '@callboard/server/dev/demonstration-music.ts'
import { audioDuration } from '@callboard/server/music/audio-duration.ts'
import { loadDemonstration } from '@callboard/server/dev/demonstration.ts'
import { opening } from '@callboard/server/dev/clock.ts'
import { releaseDemonstration } from '@callboard/server/dev/demonstration-results.ts'
import { verifyResults } from '@callboard/server/results/verify.ts'
import { verifyLedger } from '@callboard/server/payments/ledger-check.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage()
const { app, db, files } = stage

beforeAll(() => loadDemonstration(db))

async function loadFirst(event_id: number, name: string) {
  const { id } = await db
    .selectFrom('tour_dates as t')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .select('t.id')
    .where('t.season_id', '=', 41)
    .where('t.event_id', '=', event_id)
    .where('c.name', '=', name)
    .executeTakeFirstOrThrow()
  return db.transaction().execute((tx) => loadCity(tx, id, opening))
}

/** The portal shows rows of these tables. */
const madeByCalls = [
  ...(['running_orders', 'judges', 'score_sheets', 'award_picks', 'result_versions', 'result_slices'] as const),
  ...(['critique_items', 'media_objects', 'homework', 'survey_versions', 'survey_labels', 'workshop_classes'] as const),
]

test('FEE-008 FEE-030 the fees of the demonstration’s people and routines add up to the totals beside them', async () => {
  const rows = await db
    .selectFrom('registrations')
    .where('deleted', '=', false)
    .orderBy('id')
    .limit(20)
    .select(['id', 'user_id'])
    .execute()
  expect(rows.length).toBeGreaterThan(10)
  for (const { id, user_id } of rows) {
    const record = (await stage.call(user_id, 'GET', `/v1/dance360/registrations/${id}`)).json()
    const sumOf = (list: { fee: number }[]) => list.reduce((sum, { fee }) => sum + fee, 0)
    expect([id, sumOf(Object.values(record.attendees)), sumOf(record.routines)]).toEqual([
      ...[id, record.fees.attendee, record.fees.competition],
    ])
  }
})

test('RES-042 the demonstration has a city that was judged and released through the office’s calls, once', async () => {
  stage.clock.time = opening
  for (const table of madeByCalls) {
    expect(await db.selectFrom(table).selectAll().execute(), `${table} before the office's calls`).toEqual([])
  }
  await releaseDemonstration(app, db)
  await releaseDemonstration(app, db)
  const { versions, faults } = await verifyResults(db)
  expect([versions, faults]).toEqual([3, []])
  const grace = await db
    .selectFrom('users')
    .where('email', '=', 'grace@example.com')
    .select('id')
    .executeTakeFirstOrThrow()
  const { registration_id } = await db
    .selectFrom('result_slices as s')
    .innerJoin('registrations as r', 'r.id', 's.registration_id')
    .where('r.user_id', '=', grace.id)
    .select('s.registration_id')
    .executeTakeFirstOrThrow()
  const results = await stage.call(grace.id, 'GET', `/v1/dance360/coda/results?registration_id=${registration_id}`)
  expect(results.json()).toMatchObject({ released: true, scholarships: [{ award: 'Summer', amount: 25_000 }] })
  expect(results.json().adjudicated.length).toBeGreaterThan(5)
  const survey = await stage.call(grace.id, 'GET', `/v1/dance360/survey/status?registration_id=${registration_id}`)
  expect(survey.json()).toMatchObject({ status: 'open' })
  const data = await stage.call(grace.id, 'GET', `/v1/dance360/coda/data?registration_id=${registration_id}`)
  expect(data.statusCode).toBe(200)
})

test('OFF-034 the survey of the demonstration has answers of two cities, one of them only begun', async () => {
  const office = await db
    .selectFrom('users')
    .where('email', '=', 'office@callboard.example')
    .select('id')
    .executeTakeFirstOrThrow()
  const { version } = await db.selectFrom('survey_versions').select('version').executeTakeFirstOrThrow()
  const reply = await stage.call(office.id, 'GET', `/v1/office/survey-results?version=${version}`)
  type Results = { answers: number; not_applicable: number; entries: { name: string; mean: number }[] }
  const { cities, questions }: { cities: object[]; questions: { results: Results }[] } = reply.json()
  expect(cities).toMatchObject([
    { city: expect.stringMatching(/^Sacramento/), begun: 3, submitted: 2 },
    { city: expect.stringMatching(/^Boise/), begun: 2, submitted: 2 },
  ])
  const [judges, classes] = [4, 5].map((index) => questions[index]?.results)
  expect(judges?.entries.map(({ name }) => name)).toHaveLength(4)
  expect(classes?.entries).toHaveLength(3)
  expect(questions[3]?.results).toMatchObject({ not_applicable: 2 })
  expect(await db.selectFrom('survey_submissions').select('registration_id').execute()).toHaveLength(4)
})

test('rates of the demonstration end at midnight of their city, as the office enters them', async () => {
  const cities = await db.transaction().execute((tx) => loadSeason(tx, 41))
  const hours = cities.map(({ time_zone, cutoff_end_date }) =>
    localTimeIn(time_zone, lastMinuteOf(cutoff_end_date, defaultSettings)).slice(11),
  )
  expect(new Set(cities.map(({ time_zone }) => time_zone)).size).toBeGreaterThan(4)
  expect(new Set(hours)).toEqual(new Set(['23:59']))
})

test('the demonstration is loaded once', async () => {
  await loadDemonstration(db)
  expect(await db.selectFrom('users').select('id').where('email', '=', 'grace@example.com').execute()).toHaveLength(1)
})

test('OFF-046 CONST-013 VAR-015 VAR-016 the demonstration has the eight events, season 41 and its cities in every state', async () => {
  const events = await db.selectFrom('events').selectAll().execute()
  expect(events.map(({ id }) => id)).toEqual(expect.arrayContaining([7, 8, 14, 18, 28, 47, 48, 49]))
  expect(events.filter(({ allows_routine_copy }) => allows_routine_copy).map(({ id }) => id)).toEqual([7, 8, 18])
  expect(events.filter(({ allows_check_for_all }) => allows_check_for_all).map(({ id }) => id)).toEqual([48, 49])
  expect(events.filter(({ needs_no_prequalification }) => needs_no_prequalification).map(({ id }) => id)).toEqual([49])
  expect(events.filter(({ mobile_registration }) => mobile_registration === 'notice')).toHaveLength(1)

  const cities = await db.transaction().execute((tx) => loadTourDates(tx, 7, 41))
  expect(cities.length).toBeGreaterThan(15)
  const all = await db.selectFrom('tour_dates').select('id').where('season_id', '=', 41).execute()
  expect(all.length).toBeGreaterThanOrEqual(24)
})

test('COMP-019 COMP-045 some of its events have crew showdown, with its video fee and deadline', async () => {
  const city = await loadFirst(7, 'Portland')
  expect(offersCrewShowdown(city)).toBe(true)
  expect(city.settings).toMatchObject({ crew_showdown_video_fee: 5_500, preliminary_video_deadline: 'May 31' })
  expect(offersCrewShowdown(await loadFirst(49, 'Hartford'))).toBe(false)
})

const usual = 'roster dancers teachers observers competition review payment success'
const workshop = 'overview payments confirmation waivers music media-pass survey'
const virtual = workshop.replace('music', 'access-codes music')
const nationals = 'overview payments confirmation waivers music vip media-pass'
const [awards, noAwards] = ['soty studio-awards specialty-awards ', '']
const finals = (vip: string, more: string) =>
  `roster dancers ${vip} teachers observers competition ${more}review payment success`

test.each<[string, number, string, string, string]>([
  ['an ordinary tour', 7, 'Portland', usual, workshop],
  ['virtual only', 7, 'Everywhere', usual, virtual],
  ['Kaos', 18, 'Atlanta', usual, workshop],
  ['a combined workshop', 48, 'Columbus', usual, workshop],
  ['a workshop alone', 51, 'San Diego', usual.replace('competition ', ''), workshop],
  ['nationals', 14, 'Las Vegas', finals('best-dancers', awards), nationals],
  ['Radix', 47, 'Anaheim', finals('core-performers', noAwards), nationals],
  ['Aftermath', 52, 'Philadelphia', usual, workshop.replace('media-pass survey', 'the-cast-experience media-pass')],
  ['an intensive', 28, 'Chicago', 'roster dancers review payment success', workshop],
])('VAR-021 of %s the demonstration has a city, with its steps and tabs', async (_, event_id, name, steps, tabs) => {
  const city = await loadFirst(event_id, name)
  expect(stepsFor(city).map(({ path }) => path)).toEqual(steps.split(' '))
  expect(eventTabs(city)).toEqual(tabs.split(' '))
})

test('VAR-006 VAR-008 of Kaos the battle and the Dancer of the Year are offered, elsewhere not; virtual is a marker', async () => {
  const addOnsOf = async (event_id: number, name: string) => (await loadFirst(event_id, name)).tour_date.add_ons
  expect(await addOnsOf(18, 'Atlanta')).toEqual(expect.arrayContaining(['kdoty', 'freestyle_battle']))
  expect(await addOnsOf(7, 'Portland')).not.toContain('kdoty')
  expect((await loadFirst(7, 'Everywhere')).tour_date.virtual_only).toBe(true)
})

test('the ledger matches the balances of its registrations, and the counts match their places', async () => {
  const completed = await db
    .selectFrom('registrations')
    .select(['id', 'total', 'paid'])
    .where('completed', '=', true)
    .execute()
  expect(completed.length).toBeGreaterThan(3)
  for (const { id, total, paid } of completed) {
    const rows = await db
      .selectFrom('ledger')
      .select('amount')
      .where('registration_id', '=', id)
      .where('account', '=', 'receivable')
      .execute()
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(total - paid)
  }
  const { rows } = await sql`
    select c.tour_date_id, c.key, c.taken, coalesce(sum(p.n), 0)::integer as claimed
    from capacity c left join place_claims p on p.tour_date_id = c.tour_date_id and p.key = c.key
    group by c.tour_date_id, c.key having c.taken <> coalesce(sum(p.n), 0)
  `.execute(db)
  expect(rows).toEqual([])
})

test('of its music some is there, to be heard as long as it says, and one routine has none', async () => {
  await putDemonstrationMusic(db, files)
  const tracks = await db.selectFrom('music').selectAll().orderBy('id').execute()
  expect(tracks).toHaveLength(3)
  for (const { url, duration } of tracks) expect(await audioDuration(files, url)).toBe(duration)
  const none = db.selectFrom('registration_routines').select('id').where('no_music', '=', true)
  expect(await none.execute()).toHaveLength(1)
})

test('PROG-026 of its nationals one studio can fill all twelve, another has nominated, and all of it stands; of their Best Dancers some are complete', async () => {
  const { rows } = await sql<{ id: number; completed: boolean }>`
    select r.id, r.completed from registrations r join tour_dates t on t.id = r.tour_date_id
    where t.event_id = 14 and t.has_soty and r.studio_id is not null order by r.id`.execute(db)
  expect(rows.map(({ completed }) => completed)).toEqual([true, false, true])
  const registrations = await db.transaction().execute(async (tx) => {
    const loadedRegistrations = []
    for (const { id } of rows) {
      const registration = await findRegistration(tx, id)
      if (registration)
        loadedRegistrations.push({
          ...registration,
          facts: await loadCity(tx, registration.registration.tour_date_id, opening),
        })
    }
    return loadedRegistrations
  })
  for (const { registration, facts } of registrations) {
    for (const step of nominationSteps) expect(whyNotNominated(step, registration, facts)).toBeNull()
    expect(registration.nomination_routines.length > 0).toBe(registration.completed)
    expect(whyNotBestDancers(registration, facts)).toBeNull()
  }
  const tallies = registrations.map(({ registration, facts }) => vipTally(registration, facts))
  expect(tallies.slice(1)).toEqual([
    { done: 2, total: 4 },
    { done: 2, total: 4 },
  ])
  const [, openRegistration] = registrations
  const types = openRegistration ? typesOf('soty', openRegistration.facts) : []
  expect(types).toHaveLength(12)
  for (const type of types)
    expect(openRegistration && eligibleRoutines(type, openRegistration.registration).length).toBeGreaterThan(0)
})

test('COMP-081 every city counts what is scarce there', async () => {
  const { id } = await db
    .selectFrom('tour_dates')
    .select('id')
    .where('total_routine_limit', '=', 40)
    .executeTakeFirstOrThrow()
  const city = await db.transaction().execute((tx) => loadCity(tx, id, opening))
  expect(city.places['routines']).toEqual({ places: 40, taken: 12, waiting: 0 })
  expect(city.places).toHaveProperty(['level:5'], { places: null, taken: 0, waiting: 0 })
  expect(city.workshop_levels.map(({ level }) => level)).toContain('Senior')
})

test('the demonstration has scholarships and decisions on attendance of people on a roster', async () => {
  const rowsOnRosters = (table: 'scholarships' | 'attendance_records') =>
    db.selectFrom(table).innerJoin('roster as r', 'r.person_id', `${table}.person_id`).where('season_id', '=', 41)
  const scholarships = await rowsOnRosters('scholarships').select('scholarships.amount').execute()
  expect(scholarships.map(({ amount }) => amount)).toEqual(expect.arrayContaining([25_000, 10_000]))
  const decisions = await rowsOnRosters('attendance_records').select('attendance_records.attended').execute()
  expect(new Set(decisions.map(({ attended }) => attended))).toEqual(new Set([true, false]))
})

test('the demonstration has all that erasure has to find: addresses, contacts, photos and signed waivers', async () => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from addresses where person_id is not null) as addresses,
    (select count(*)::int from contacts where person_id is not null) as contacts,
    (select count(*)::int from attendees where best_dancer_photo is not null) as photos,
    (select count(*)::int from waiver_requests where signed_at is not null) as signed`.execute(db)
  for (const [what, count] of Object.entries(rows[0] ?? {})) expect(count, what).toBeGreaterThan(0)
  expect(Object.keys(rows[0] ?? {})).toHaveLength(4)
})

test('SEC-023 the money of the demonstration agrees with itself', async () => {
  expect((await verifyLedger(db)).faults).toEqual([])
})

test('COMP-075 every routine of the demonstration has the fee that its bill charges', async () => {
  const { rows } = await sql<{ fee: number; charged: number }>`
    select q.fee, coalesce((select sum(l.amount) from price_lines l
      where l.registration_id = q.registration_id and l.line ->> 'routine' = q.id::text), 0)::int as charged
    from registration_routines q join registrations r on r.id = q.registration_id and r.completed
    where q.status = 'registered'`.execute(db)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ fee, charged }) => fee !== charged)).toEqual([])
  expect(rows.some(({ fee }) => fee > 0)).toBe(true)
})
