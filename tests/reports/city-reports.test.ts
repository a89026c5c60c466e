import { cityReportNames, cityReports, type CityReport } from '@callboard/domain/reports/city-report.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call } = stage
const { registration, grace, office, tour_date_id } = await completedCity(stage)

const read = async (name: CityReport, more = '') => {
  const reply = await call(office.user_id, 'GET', `/v1/office/reports/${name}?tour_date_id=${tour_date_id}${more}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ rows: string[][]; total: number; city: string; columns: { header: string }[] }>()
}
const sheet = async (name: CityReport) =>
  (await call(office.user_id, 'GET', `/v1/office/reports/${name}/csv?tour_date_id=${tour_date_id}`)).body

test('OFF-043 registrations, waivers, music and the roster of a city, each with its columns', async () => {
  const { name } = await db
    .selectFrom('studios')
    .select('name')
    .where('id', '=', grace.studio_id)
    .executeTakeFirstOrThrow()
  const [one] = (await read('registrations')).rows
  expect(one?.slice(0, 2)).toEqual([`${registration.id}`, name])
  expect(one?.slice(3)).toEqual(['09/20/2024', 'To review', '8', '1', '0', '2'])
  const waivers = await read('waivers')
  expect(waivers.total).toBe(9)
  expect(waivers.rows[0]?.slice(1)).toEqual([name, expect.any(String), 'Missing', '', '', ''])
  const music = (await read('music')).rows
  expect(music.map((row) => row.slice(1, 2).concat(row.slice(3)))).toEqual([
    ['Paper Lanterns', name, 'Missing', '', ''],
    ['Undertow', name, 'Missing', '', ''],
  ])
  const roster = await read('rosters')
  expect(roster.rows.map((row) => row[3]).filter((as) => as === 'Teacher')).toHaveLength(1)
  expect(roster.rows.every((row) => Number(row[0]) > 0 && row[5] === 'In person')).toBe(true)
  for (const report of cityReportNames) {
    const { rows, columns } = await read(report)
    expect(columns.map(({ header }) => header)).toEqual(cityReports[report].columns.map(({ header }) => header))
    for (const row of rows) expect(row).toHaveLength(columns.length)
  }
})

test('OFF-043 reports show uploaded music and virtual dancers', async () => {
  const [routine] = await db
    .selectFrom('registration_routines')
    .select('id')
    .where('registration_id', '=', registration.id)
    .orderBy('id')
    .execute()
  const { id } = await db
    .insertInto('music')
    .values({
      registration_routine_id: routine?.id ?? 0,
      name: 'Lanterns.wav',
      url: 'music/x.wav',
      content_type: 'audio/wav',
      duration: 65,
      date_added: stage.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('registration_routines')
    .set({ music_id: id })
    .where('id', '=', routine?.id ?? 0)
    .execute()
  expect((await read('music')).rows[0]?.slice(4)).toEqual(['Uploaded', 'Lanterns.wav', '1:05'])
  const { id: attendee } = await db
    .selectFrom('attendees')
    .select('id')
    .where('registration_id', '=', registration.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('attendees').set({ virtual: true }).where('id', '=', attendee).execute()
  expect((await read('rosters')).rows.filter((row) => row[5] === 'Virtual')).toHaveLength(1)
})

test('OFF-043 a report is put in order by each of its columns, those alike as they stood, and by no other', async () => {
  const url = (name: CityReport, sort: number | string) =>
    `/v1/office/reports/${name}?tour_date_id=${tour_date_id}&sort=${sort}`
  for (const report of cityReportNames)
    for (const at of cityReports[report].columns.keys()) {
      const cells = (await read(report, `&sort=${at + 1}&order=desc`)).rows.map((row) => row[at] ?? '')
      expect(cells.findLastIndex(Boolean)).toBe(cells.filter(Boolean).length - 1)
    }
  const names = (await read('rosters', '&sort=3')).rows.map((row) => row[2]?.toLowerCase())
  expect(names).toEqual(names.toSorted())
  const counts = (await read('rosters', '&sort=8&order=desc')).rows.map((row) => Number(row[7]))
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  // All attendees belong to one studio.
  expect((await read('rosters', '&sort=7&order=desc')).rows).toEqual((await read('rosters')).rows)
  const columns = cityReports.music.columns.length
  for (const unknown of [0, columns + 1, 99, 'name'])
    expect((await call(office.user_id, 'GET', url('music', unknown))).statusCode).toBe(400)
})

test('OFF-043 names stand where people look for them: small letters and accents make no difference', async () => {
  const people = await db.selectFrom('persons').selectAll().orderBy('id').execute()
  const rename = (lname: string, index: number) =>
    db
      .updateTable('persons')
      .set({ lname })
      .where('id', '=', people[index]?.id ?? 0)
      .execute()
  const attending = people.flatMap(({ id }, index) => (grace.person_ids.includes(id) ? [index] : []))
  await rename('de la Cruz', attending[0] ?? 0)
  await rename('Álvarez', attending[1] ?? 0)
  const inOrder = (names: readonly (string | null | undefined)[]) =>
    names.map(String).toSorted(new Intl.Collator('en').compare)
  const names = (await read('rosters')).rows.map((row) => row[1])
  expect(names).toEqual(expect.arrayContaining(['de la Cruz', 'Álvarez']))
  expect(names).toEqual(inOrder(names))
  const sorted = (await read('rosters', '&sort=2')).rows.map((row) => row[1])
  expect(sorted).toEqual(inOrder(sorted))
  for (const [index, { lname }] of people.entries()) await rename(lname, index)
})

test('OFF-043 a report is read a page at a time; its spreadsheet is whole and runs no formula', async () => {
  const pages = [await read('rosters', '&per_page=4'), await read('rosters', '&per_page=4&page=3')]
  expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
    [4, 9],
    [1, 9],
  ])
  const csv = await sheet('rosters')
  expect(csv.trim().split('\r\n')).toHaveLength(10)
  expect(csv).toContain('O’Brien-Núñez')
  await db.updateTable('routines').set({ name: '=HYPERLINK("x")' }).where('name', '=', 'Undertow').execute()
  expect(await sheet('music')).toContain(`"'=HYPERLINK(""x"")"`)
  for (const url of [
    `/v1/office/reports/rosters?tour_date_id=${tour_date_id}`,
    `/v1/office/reports/rosters/csv?tour_date_id=${tour_date_id}`,
  ]) {
    expect((await call(grace.user_id, 'GET', url)).statusCode).toBe(403)
  }
  expect((await call(office.user_id, 'GET', '/v1/office/reports/rosters?tour_date_id=999999')).statusCode).toBe(404)
  expect(
    (await call(office.user_id, 'GET', `/v1/office/reports/secrets?tour_date_id=${tour_date_id}`)).statusCode,
  ).toBe(400)
})
