import { expect, test } from 'vitest'
import { openOfficeCity } from './office-city-kit.ts'

const {
  stage,
  grace,
  office,
  event_id,
  season_id,
  tour_date_id,
  registration,
  asAdmin,
  city,
  ownersCity,
  ownersQuote,
  lastAudit,
} = await openOfficeCity()

test('OFF-001 OFF-016 OFF-036 OFF-044 VAR-009 an event’s flags, names, rules and support address', async () => {
  const change = {
    is_radix: true,
    is_nationals: true,
    vip_name: 'Headliner',
    vip_name_plural: 'Headliners',
    vip_route: 'headliners',
    free_teacher_rule: 'per_ten',
    attended_multiplier: 6_000,
    support_email: 'ask@meridian.example',
    no_observers: true,
    success_text: 'See you there',
  }
  expect((await asAdmin('PUT', `/events/${event_id}`, change)).body).toMatchObject(change)
  const { no_observers, success_text, ...own } = change
  expect((await ownersCity()).event).toMatchObject({ ...own, settings: { no_observers, success_text } })
  expect(await lastAudit()).toMatchObject({
    action: 'change event',
    before: { is_radix: false },
    after: { is_radix: true },
  })
  await asAdmin('PUT', `/events/${event_id}`, {
    is_radix: false,
    is_nationals: false,
    free_teacher_rule: 'tier_regional',
  })
})

test('OFF-001 OFF-047 ATT-043 ATT-046 an event that becomes nationals takes their free teachers and room, and gives them back', async () => {
  const roomSetting = async () =>
    (await asAdmin('GET', `/settings?event_id=${event_id}`)).body.set.comp_room_students as number | undefined
  const change = async (body: object) => (await asAdmin('PUT', `/events/${event_id}`, body)).body
  expect(await change({ is_nationals: true })).toMatchObject({ free_teacher_rule: 'tier_nationals' })
  expect(await roomSetting()).toBe(79)
  const settingAudits = stage.db.selectFrom('audit_log').where('action', '=', 'change setting').selectAll()
  expect(await settingAudits.execute()).toContainEqual(
    expect.objectContaining({ entity_id: 'comp_room_students', after: { event_id, value: 79 } }),
  )
  expect(await change({ is_nationals: false })).toMatchObject({ free_teacher_rule: 'tier_regional' })
  expect(await roomSetting()).toBeUndefined()

  // An office's own choice stays.
  await asAdmin('PUT', '/settings', { name: 'comp_room_students', value: 100, event_id })
  const choice = { is_nationals: true, free_teacher_rule: 'tier_regional' }
  expect(await change(choice)).toMatchObject(choice)
  expect(await change({ is_nationals: false })).toMatchObject({ free_teacher_rule: 'tier_regional' })
  expect(await roomSetting()).toBe(100)
  await asAdmin('PUT', '/settings', { name: 'comp_room_students', value: null, event_id })

  const nationals = { name: 'Zenith', subdomain: 'zenith', support_email: 'hello@zenith.example', is_nationals: true }
  const { id, free_teacher_rule } = (await asAdmin('POST', '/events', nationals)).body
  expect(free_teacher_rule).toBe('tier_nationals')
  expect((await asAdmin('GET', `/settings?event_id=${id}`)).body.set.comp_room_students).toBe(79)
})

test('OFF-001 an event begins with a number of its own; a short address is taken once', async () => {
  const eventValues = { name: 'Solstice', subdomain: 'solstice', support_email: 'hello@solstice.example' }
  expect((await asAdmin('POST', '/events', eventValues)).body).toMatchObject({ ...eventValues, is_nationals: false })
  expect((await asAdmin('POST', '/events', eventValues)).status).toBe(409)
})

test('OFF-002 one season is current; its age year changes how old dancers are', async () => {
  const next = (await asAdmin('POST', '/seasons', { start_year: 2025, end_year: 2026, age_year: 2026, current: true }))
    .body
  const { rows } = (await asAdmin('GET', '/seasons')).body
  expect(rows.filter(({ current }: { current: boolean }) => current)).toMatchObject([{ id: next.id }])
  await asAdmin('PUT', `/seasons/${season_id}`, { current: true })

  const ages = async () => {
    const { people } = (await asAdmin('GET', `/registrations/${registration.id}`)).body
    return people.map(({ age }: { age: number | null }) => age)
  }
  const before = await ages()
  await asAdmin('PUT', `/seasons/${season_id}`, { age_year: 2027 })
  expect(await ages()).toEqual(before.map((age: number | null) => (age === null ? null : age + 2)))
  await asAdmin('PUT', `/seasons/${season_id}`, { age_year: 2025 })
})

test('OFF-002 a season that ends before it begins, or is there already, is refused at its field', async () => {
  const [{ start_year, end_year }] = (await asAdmin('GET', '/seasons')).body.rows
  const backwards = await asAdmin('POST', '/seasons', { start_year: 2036, end_year: 2035, age_year: 2036 })
  expect(backwards).toMatchObject({ status: 422, body: { code: 'office.season_years', field: 'end_year' } })
  const twice = await asAdmin('POST', '/seasons', { start_year, end_year, age_year: end_year })
  expect(twice).toMatchObject({ status: 422, body: { code: 'office.season_years', field: 'start_year' } })
  const change = await asAdmin('PUT', `/seasons/${season_id}`, { end_year: 2020 })
  expect(change).toMatchObject({ status: 422, body: { field: 'end_year' } })
})

test('OFF-010 a level that no age fits, and a step beyond all, are refused at their field', async () => {
  const { rows } = (await asAdmin('GET', '/static/workshop_levels')).body
  const level = { ...rows[0], minimum_age: 12, maximum_age: 8 }
  const ages = await asAdmin('PUT', '/static/workshop_levels', { rows: [level] })
  expect(ages).toMatchObject({ status: 422, body: { code: 'office.level_ages', field: 'rows.0.maximum_age' } })
  const division = { id: 9_999, name: 'Elite', level: 99_999_999_999, is_ballet: false }
  const step = await asAdmin('PUT', '/static/performance_divisions', { rows: [division] })
  expect(step).toMatchObject({ status: 400, body: { field: 'rows.0.level', message: 'Please enter at most 1000.' } })
})

test('OFF-001 a web address that is none is refused with what may stand in it', async () => {
  const reply = await asAdmin('PUT', `/events/${event_id}`, { subdomain: 'Mer idian' })
  const message = 'Two to forty lowercase letters, digits or hyphens.'
  expect(reply).toMatchObject({ status: 400, body: { field: 'subdomain', message } })
})

test('OFF-010 OFF-011 prices of levels and categories are what an owner is asked at once', async () => {
  const { fees } = await ownersQuote()
  const { levels, categories } = (await asAdmin('GET', `/events/${event_id}/prices?season_id=${season_id}`)).body
  await asAdmin('PUT', `/events/${event_id}/prices`, {
    season_id,
    levels: levels.map((row: { price: number }) => ({ ...row, price: row.price + 1_000 })),
    categories: categories.map((row: { fee_per_dancer: number }) => ({
      ...row,
      fee_per_dancer: row.fee_per_dancer * 2,
    })),
  })
  const after = (await ownersQuote()).fees
  expect(after.workshop).toBeGreaterThan(fees.workshop)
  expect(after.competition).toBe(fees.competition * 2)
  expect(await lastAudit()).toMatchObject({ action: 'change prices', entity_id: String(event_id) })
})

test('OFF-010 a price taken out is no longer in the list', async () => {
  const at = `/events/${event_id}/prices`
  const row = { level_id: 1, tier: 'discount', kind: 'virtual' }
  await asAdmin('PUT', at, { season_id, levels: [{ ...row, price: null }] })
  const { levels } = (await asAdmin('GET', `${at}?season_id=${season_id}`)).body
  expect(levels).not.toContainEqual(expect.objectContaining(row))
})

test('OFF-013 a shared list takes new rows and changes old ones', async () => {
  const size = { id: 90, name: 'Adult 3XL', chest: '49–52', length: '28', top_chest: '48–51', top_length: '27' }
  await asAdmin('PUT', '/static/jacket_sizes', { rows: [size] })
  await asAdmin('PUT', '/static/jacket_sizes', { rows: [{ ...size, name: 'Adult 4XL' }] })
  expect((await asAdmin('GET', '/static/jacket_sizes')).body.rows).toContainEqual({ ...size, name: 'Adult 4XL' })
  expect(await lastAudit()).toMatchObject({ action: 'change list', entity: 'jacket_sizes' })
  expect((await asAdmin('PUT', '/static/jacket_sizes', { rows: [{ id: 91 }] })).status).toBe(400)
  expect((await asAdmin('PUT', '/static/users', { rows: [] })).status).toBe(400)
})

test('OFF-013 two people who add a row to a list at once get a number each', async () => {
  const rowsOf = async () => (await asAdmin('GET', '/static/jacket_sizes')).body.rows
  const id = Math.max(...(await rowsOf()).map((row: { id: number }) => row.id)) + 1
  const measures = { chest: '49', length: '28', top_chest: '48', top_length: '27' }
  const names = ['Cape Small', 'Cape Large']
  const replies = await Promise.all(
    names.map((name) => asAdmin('PUT', '/static/jacket_sizes', { rows: [{ ...measures, id, name, is_new: true }] })),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const newRows = (await rowsOf()).filter((row: { name: string }) => names.includes(row.name))
  expect(newRows.map((row: { name: string }) => row.name).toSorted()).toEqual(names.toSorted())
  expect(new Set(newRows.map((row: { id: number }) => row.id))).toEqual(new Set([id, id + 1]))
})

test('OFF-047 OFF-017 a setting holds where it is set, the narrowest place wins, and null inherits again', async () => {
  const deposit = async () => (await ownersQuote()).deposit_due
  const at = (scope: object, value: number | null) =>
    asAdmin('PUT', '/settings', { name: 'general_deposit', ...scope, value })
  const start = await deposit()
  expect((await at({}, 10_000)).body).toMatchObject({ scope: 'product', set: { general_deposit: 10_000 } })
  expect(await deposit()).toBe(start + 10_000)
  await at({ event_id }, 20_000)
  expect(await deposit()).toBe(start + 20_000)
  const here = await at({ tour_date_id }, 30_000)
  expect(here.body).toMatchObject({
    scope: 'tour_date',
    set: { general_deposit: 30_000 },
    inherited: { general_deposit: { value: 20_000, from: 'event' }, group_size: { value: 5, from: 'default' } },
  })
  expect(await deposit()).toBe(start + 30_000)
  await at({ tour_date_id }, null)
  expect(await deposit()).toBe(start + 20_000)
  expect(await lastAudit()).toMatchObject({
    action: 'use inherited setting',
    before: { value: 30_000 },
    after: { value: null },
  })
})

test('OFF-045 an event’s limits for music, hotel room and competition are settings that its cities’ owners get', async () => {
  const limits = { music_retention_days: 9, comp_room_students: 79, small_registration_dancers: 3, extra_time_max: 2 }
  for (const [name, value] of Object.entries(limits)) await asAdmin('PUT', '/settings', { name, event_id, value })
  await stage.runJobs()
  const cityAsStudio = (await stage.call(grace.user_id, 'GET', `/v1/dance360/tour-dates/${tour_date_id}/city`)).json()
  expect(cityAsStudio.settings).toMatchObject(limits)
  const body = { name: 'extra_time_max', event_id, value: 5 }
  expect((await stage.call(grace.user_id, 'PUT', '/v1/office/settings', body)).statusCode).toBe(403)
})

test('OFF-047 a value of the wrong kind or range is refused in words', async () => {
  const put = async (name: string, value: unknown, scope: object = {}) =>
    (await asAdmin('PUT', '/settings', { name, value, ...scope })).body
  expect(await put('general_deposit', -1)).toMatchObject({ code: 'office.setting_value', field: 'value' })
  expect(await put('deposit_percentage', 10_001)).toMatchObject({ message: 'Please enter a share from 0 to 100 %.' })
  expect(await put('bank_authorization_text', ' ')).toMatchObject({ message: 'Please enter some text.' })
  expect(await put('division_cap_below_oldest', 1)).toMatchObject({ message: 'Choose on or off.' })
  expect(await put('maintenance', true, { event_id })).toMatchObject({ message: 'This cannot be set here.' })
  expect(await put('no_such_setting', 1)).toMatchObject({ code: 'not_found' })
})

test('OFF-040 the desk reads cities, events and settings, and changes none', async () => {
  const answers = await Promise.all([
    stage.call(office.user_id, 'GET', `/v1/office${city}`),
    stage.call(office.user_id, 'GET', '/v1/office/settings'),
    stage.call(office.user_id, 'POST', '/v1/office/seasons', { start_year: 2030, end_year: 2031, age_year: 2031 }),
    stage.call(office.user_id, 'PUT', '/v1/office/static/jacket_sizes', { rows: [] }),
    stage.call(grace.user_id, 'GET', `/v1/office${city}`),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 403, 403, 403])
})
