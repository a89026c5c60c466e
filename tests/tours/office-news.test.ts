import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { app, db, call, files } = stage
const { registration, grace, marlowe, office, tour_date_id } = await completedCity(stage)
const city = `tour_date_id=${tour_date_id}`
const desk = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  call(office.user_id, method, url, body)
const ownNews = async () =>
  (await call(grace.user_id, 'GET', `/v1/dance360/registrations/${registration.id}/event-area`)).json().news

test('OFF-028 news is published with a date, changed and taken back; owners read it from its day on', async () => {
  await db.deleteFrom('news').where('tour_date_id', '=', tour_date_id).execute()
  const add = (date: string, text: string) => desk('POST', '/v1/office/news', { tour_date_id, date, text })
  expect((await add('2024-10-01', '  ')).json()).toMatchObject({ code: 'news.text', field: 'text' })
  expect((await add('2024-10-01', '\u200b')).json()).toMatchObject({ code: 'news.text' })
  expect((await add('9999-12-31', 'Soon.')).json()).toMatchObject({ code: 'news.date', field: 'date' })
  const { id } = (await add('2024-10-01', ' Doors open at 7. ')).json()
  const late = await desk('PUT', `/v1/office/news/${id}`, { date: '0001-01-01', text: 'Long ago.' })
  expect(late.json()).toMatchObject({ code: 'news.date', message: expect.stringContaining('two years') })
  await add('2024-09-20', 'Welcome.')
  await add('2024-10-02', 'The schedule is out.')
  expect(await ownNews()).toEqual([
    { id, date: '2024-10-01', text: 'Doors open at 7.' },
    { id: expect.any(Number), date: '2024-09-20', text: 'Welcome.' },
  ])
  const listed = (await desk('GET', `/v1/office/news?${city}`)).json()
  expect(listed.rows.map(({ text, shown }: { text: string; shown: boolean }) => [text, shown])).toEqual([
    ['The schedule is out.', false],
    ['Doors open at 7.', true],
    ['Welcome.', true],
  ])
  await desk('PUT', `/v1/office/news/${id}`, { date: '2024-09-30', text: 'Doors open at 6.' })
  expect((await ownNews())[0]).toEqual({ id, date: '2024-09-30', text: 'Doors open at 6.' })
  expect((await desk('DELETE', `/v1/office/news/${id}`)).statusCode).toBe(204)
  expect((await desk('DELETE', `/v1/office/news/${id}`)).statusCode).toBe(404)
  expect(await ownNews()).toHaveLength(1)
  const acts = await db.selectFrom('audit_log').select(['action', 'before']).where('entity', '=', 'news').execute()
  expect(acts.map(({ action }) => action).slice(-2)).toEqual(['change news', 'take back news'])
  expect((await call(grace.user_id, 'GET', `/v1/office/news?${city}`)).statusCode).toBe(403)
})

test('news sent twice, one after the other or both at once, is published once', async () => {
  const send = (text: string) => desk('POST', '/v1/office/news', { tour_date_id, date: '2024-10-01', text })
  const first = (await send('Bring your badge.')).json()
  expect((await send('Bring your badge. ')).json()).toEqual(first)
  const both = await Promise.all([send('Lunch is at noon.'), send('Lunch is at noon.')])
  expect(new Set(both.map((reply) => reply.json().id)).size).toBe(1)
  const { rows } = (await desk('GET', `/v1/office/news?${city}`)).json()
  expect(rows.filter(({ text }: { text: string }) => /badge|Lunch/.test(text))).toHaveLength(2)
  const acts = await db
    .selectFrom('audit_log')
    .where('entity', '=', 'news')
    .where('action', '=', 'publish news')
    .where('entity_id', '=', first.id)
    .select('id')
    .execute()
  expect(acts).toHaveLength(1)
})

/** Puts a file where the office's place says, and answers where. */
async function put(content: string) {
  const { signedRequest, url } = (await desk('GET', `/v1/office/media-pass-pdf?${city}`)).json()
  const reply = await app.inject({
    method: 'PUT',
    url: signedRequest,
    payload: Buffer.from(content),
    headers: { 'content-type': 'application/pdf' },
  })
  return { status: reply.statusCode, url: url as string }
}
const save = (url: string, name = 'Pass 2024.pdf') =>
  desk('PUT', '/v1/office/media-pass-pdf', { tour_date_id, url, name })

test('OFF-029 the office uploads the media pass of a city, and everybody registered there is shown it', async () => {
  const readMediaPass = (user = grace.user_id) => call(user, 'GET', `/v1/reports/media-pass/${registration.id}`)
  expect((await readMediaPass()).statusCode).toBe(404)
  const first = await put('%PDF-1.7 one')
  expect(first.url).toMatch(new RegExp(`^media-passes/${tour_date_id}/[\\w-]{12}\\.pdf$`))
  expect((await save(first.url)).json()).toMatchObject({ name: 'Pass 2024.pdf', size: 12 })
  expect((await readMediaPass()).body).toBe('%PDF-1.7 one')
  expect((await readMediaPass(marlowe.user_id)).statusCode).toBe(404)
  expect((await desk('GET', `/v1/office/news?${city}`)).json().media_pass).toMatchObject({ name: 'Pass 2024.pdf' })

  const second = await put('%PDF-1.7 two')
  await save(second.url)
  await stage.runJobs()
  expect((await readMediaPass()).body).toBe('%PDF-1.7 two')
  expect(await files.head(first.url, 1)).toBeUndefined()

  expect((await desk('DELETE', `/v1/office/media-pass-pdf?${city}`)).statusCode).toBe(204)
  await stage.runJobs()
  expect((await readMediaPass()).statusCode).toBe(404)
  expect(await files.head(second.url, 1)).toBeUndefined()
  expect((await desk('DELETE', `/v1/office/media-pass-pdf?${city}`)).statusCode).toBe(404)
})

test('OFF-029 SEC-008 only a PDF that was put for this city is taken', async () => {
  expect((await put('<html>not a PDF</html>')).status).toBe(422)
  for (const url of [
    'media-passes/999/abcdefghijkl.pdf',
    'music/1/1/1/x.wav',
    `media-passes/${tour_date_id}/../x.pdf`,
  ]) {
    expect((await save(url)).json()).toMatchObject({ code: 'file.invalid' })
  }
  expect((await save(`media-passes/${tour_date_id}/abcdefghijkl.pdf`)).json()).toMatchObject({ code: 'file.invalid' })
  for (const [method, url, body] of [
    ['GET', `/v1/office/media-pass-pdf?${city}`],
    ['PUT', '/v1/office/media-pass-pdf', { tour_date_id, url: 'x', name: 'x' }],
    ['DELETE', `/v1/office/media-pass-pdf?${city}`],
  ] as const) {
    expect((await call(grace.user_id, method, url, body)).statusCode).toBe(403)
  }
})
