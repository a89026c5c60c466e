import { instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const stage = await copy()
const { db } = stage
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, by = cast.office) =>
  stage.call(by, method, `/v1/office/${path}`, body)
const rowsOf = async (path: string, by = cast.office) => (await call('GET', path, undefined, by)).json().rows

test('entries are listed by city, division, category, state and studio, without a name of a dancer', async () => {
  const all = await rowsOf('entries?per_page=200')
  expect(all.length).toBeGreaterThan(1)
  const [{ id }] = (await db
    .selectFrom('registration_routines')
    .where('registration_id', '=', world.completed.id)
    .select('id')
    .execute()) as [{ id: number }]
  const { performance_division_id, age_division_level_id, category_id } = await db
    .selectFrom('registration_routines')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const filters = {
    tour_date_id: world.completed.tour_date_id,
    event_id: world.event_id,
    performance_division_id,
    age_division_id: age_division_level_id,
    category_id,
  }
  for (const [name, value] of Object.entries(filters)) {
    const rows = await rowsOf(`entries?per_page=200&${name}=${value}`)
    expect(
      rows.map((row: { id: number }) => row.id),
      name,
    ).toContain(id)
    expect(await rowsOf(`entries?${name}=999999`), name).toEqual([])
  }
  // Registrations that are not completed have no entries.
  expect(all.map((row: { registration_id: number }) => row.registration_id)).not.toContain(world.draft.id)
  expect(
    (await rowsOf('entries?state=without_music')).every(({ music }: { music: string }) => music === 'missing'),
  ).toBe(true)
  expect(await rowsOf('entries?q=nobody-has-this-name')).toEqual([])
  const names = (await rowsOf('entries?sort=name&order=desc')).map(({ name }: { name: string }) => name.toLowerCase())
  expect(names).toEqual(names.toSorted().toReversed())

  const { fname, lname } = await db
    .selectFrom('persons')
    .where('id', '=', world.completed.person_id)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  const sheet = await call('GET', `entries.csv?tour_date_id=${world.completed.tour_date_id}`)
  expect(sheet.headers['content-type']).toContain('text/csv')
  expect(sheet.body.trim().split('\r\n').length).toBe(
    1 + all.filter(({ registration_id }: { registration_id: number }) => registration_id === world.completed.id).length,
  )
  expect(sheet.body + JSON.stringify(all)).not.toContain(`${fname} ${lname}`)
  expect((await call('GET', 'entries', undefined, cast.owner)).statusCode).toBe(403)
})

test.each(['studio', 'name', 'city', 'age_division', 'performance_division', 'category'])(
  'entries by %s are the same read page by page, either way, and filtered',
  async (sort) => {
    const idsOf = async (query: string) =>
      (await rowsOf(`entries?sort=${sort}&${query}`)).map((row: { id: number }) => row.id)
    const all: number[] = await idsOf('per_page=200')
    const pages = Array.from({ length: Math.ceil(all.length / 3) }, (_, i) => `per_page=3&page=${i + 1}`)
    expect((await Promise.all(pages.map(idsOf))).flat()).toEqual(all)
    expect(await idsOf('per_page=200&order=desc')).toEqual(all.toReversed())
    const ofCity: number[] = await idsOf(`per_page=200&tour_date_id=${world.completed.tour_date_id}`)
    expect(ofCity).toEqual(all.filter((id) => ofCity.includes(id)))
    expect(new Set(all).size).toBe(all.length)
  },
)

test('entries are found by the beginning of each word of a routine, a studio or an account holder', async () => {
  const [entry] = await rowsOf('entries?per_page=1')
  for (const text of [entry.name, entry.studio]) {
    const words = text
      .split(' ')
      .map((word: string) => word.slice(0, 3))
      .join(' ')
    const ids = (await rowsOf(`entries?per_page=200&q=${encodeURIComponent(words)}`)).map(
      (row: { id: number }) => row.id,
    )
    expect(ids, text).toContain(entry.id)
  }
})

test('a view is kept by its name; others see it once it is shared, and only an administrator deletes it too', async () => {
  const view = { list: 'tour-dates/*/music', name: 'Missing', query: 'state=missing', shared: false }
  const own = (await call('POST', 'saved-views', view)).json()
  expect((await call('POST', 'saved-views', { ...view, name: 'MISSING' })).json()).toMatchObject({
    code: 'taken',
    field: 'name',
  })
  const shared = (await call('POST', 'saved-views', { ...view, name: 'For all', shared: true })).json()
  const path = 'saved-views?list=tour-dates%2F*%2Fmusic'
  expect((await rowsOf(path)).map(({ name }: { name: string }) => name)).toEqual(['For all', 'Missing'])
  expect(await rowsOf(path, cast.admin)).toMatchObject([{ id: shared.id, own: false, query: 'state=missing' }])
  expect(await rowsOf('saved-views?list=registrations', cast.admin)).toEqual([])
  expect((await call('DELETE', `saved-views/${own.id}`, undefined, cast.admin)).statusCode).toBe(404)
  expect((await call('DELETE', `saved-views/${shared.id}`, undefined, cast.admin)).statusCode).toBe(204)
  expect((await call('DELETE', `saved-views/${own.id}`)).statusCode).toBe(204)
  expect(await rowsOf(path)).toEqual([])
})

test('an export is mailed on its schedule, once, as a link that its signed-in owner alone opens for a week', async () => {
  const draft = {
    ...{ name: 'Monday entries', list: 'entries', filters: { tour_date_id: world.completed.tour_date_id } },
    ...{ schedule: 'weekly', weekday: 1, hour: 7, time_zone: 'America/Denver' },
  }
  expect((await call('POST', 'saved-exports', { ...draft, time_zone: 'Mars/Base' })).json()).toMatchObject({
    code: 'saved_export.time_zone',
    field: 'time_zone',
  })
  const { id, next_at } = (await call('POST', 'saved-exports', draft)).json()
  expect(next_at).toBe('2024-10-07T13:00:00.000Z')
  const mailsOf = () => db.selectFrom('mails').selectAll().where('dedupe_key', 'like', `export:${id}/%`).execute()
  const run = async () => {
    await sql`select graphile_worker.add_job('send_exports', '{}'::json) from generate_series(1, 2)`.execute(db)
    await Promise.all([stage.runJobs(), stage.runJobs()])
  }
  await run()
  expect(await mailsOf()).toEqual([])
  stage.clock.time = instant('2024-10-07T13:00:00Z')
  await run()
  const [mail, ...others] = await mailsOf()
  expect([others.length, mail?.user_id, mail?.attachments]).toEqual([0, cast.office, []])
  const line = (await rowsOf('saved-exports?q=monday'))[0]
  expect(line).toMatchObject({ id, next_at: '2024-10-14T13:00:00.000Z', mailed_at: stage.clock.time })

  const token = /\/office\/exports\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const open = (by: number, text = token) => call('POST', 'saved-exports/open', { token: text }, by)
  expect((await open(0)).statusCode).toBe(401)
  expect((await open(cast.owner)).statusCode).toBe(403)
  expect((await open(cast.admin)).json().code).toBe('saved_export.link_over')
  expect((await open(cast.office, `[${id},"2099-01-01"]`)).json().code).toBe('saved_export.link_over')
  expect((await open(cast.office)).json()).toMatchObject({ id, name: 'Monday entries' })
  const file = await call('GET', `saved-exports/${id}/file`)
  expect(file.headers['content-disposition']).toContain('Monday entries.csv')
  expect(file.body.split('\r\n').length).toBeGreaterThan(2)
  expect((await call('GET', `saved-exports/${id}/file`, undefined, cast.admin)).statusCode).toBe(404)
  stage.clock.time = instant('2024-10-14T13:00:01Z')
  expect((await open(cast.office)).json().code).toBe('saved_export.link_over')

  // An owner who left the office gets none.
  await db.updateTable('users').set({ role: 'user' }).where('id', '=', cast.office).execute()
  await run()
  expect(await mailsOf()).toHaveLength(1)
  await db.updateTable('users').set({ role: 'office' }).where('id', '=', cast.office).execute()
  expect((await rowsOf('saved-exports?q=monday'))[0].next_at).toBeNull()
})

test('registrations are exported with the filters of their list', async () => {
  const timing = { schedule: 'never', weekday: 0, hour: 0, time_zone: 'America/Denver' }
  const draft = { name: 'To review', list: 'registrations', filters: { state: 'unconfirmed' }, ...timing }
  const { id, next_at } = (await call('POST', 'saved-exports', draft)).json()
  expect(next_at).toBeNull()
  const { body } = await call('GET', `saved-exports/${id}/file`)
  const { total } = (await call('GET', 'registrations?state=unconfirmed')).json()
  expect(body.trim().split('\r\n').length).toBe(1 + total)
})
