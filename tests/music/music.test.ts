import { daysAfter, instant } from '@callboard/domain/kernel/instant.ts'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { app, db, call, clock, files } = stage
const { registration, grace, marlowe, office, tour_date_id } = await completedCity(stage)
const [first, second] = await db
  .selectFrom('registration_routines')
  .where('registration_id', '=', registration.id)
  .select('id')
  .orderBy('id')
  .execute()
const [lanterns, undertow] = [first?.id ?? 0, second?.id ?? 0]
const today = clock.time

beforeEach(async () => {
  clock.time = today
  await db.updateTable('tour_dates').set({ music_upload: true }).where('id', '=', tour_date_id).execute()
})

type Way = { token?: string; user?: number }

/** A call as the owner, or by a shared link. */
const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, { token, user }: Way = {}) =>
  token
    ? app.inject({
        method,
        url,
        headers: { 'x-share-token': token },
        ...(body !== undefined && { payload: body as object }),
      })
    : call(user ?? grace.user_id, method, url, body)

const place = async (routine: number, name = 'Lanterns.wav', way: Way = {}) =>
  (
    await ask(
      'GET',
      `/v1/mybtf/music?name=${routine}/${encodeURIComponent(name)}&type=audio/wav&operation=put`,
      undefined,
      way,
    )
  ).json()

/** Puts a file and registers it as the music of a routine. */
async function upload(
  routine: number,
  { content = silence(2), name = 'Lanterns.wav', ...way }: { content?: Buffer; name?: string } & Way = {},
) {
  const { signedRequest, url } = await place(routine, name, way)
  const put = await app.inject({
    method: 'PUT',
    url: signedRequest,
    payload: content,
    headers: { 'content-type': 'audio/wav' },
  })
  if (put.statusCode !== 204) return put
  return ask(
    'POST',
    '/v1/mybtf/music',
    { registrationsRoutineId: routine, url, fileName: name, duration: 1, content_type: 'audio/wav' },
    way,
  )
}

const list = async (way: Way = {}) =>
  (await ask('GET', `/v1/mybtf/registration/${registration.id}/music`, undefined, way)).json()
const routineOf = async (id: number) => {
  const { routines } = await list()
  return routines.find((one: { registrations_routine_id: number }) => one.registrations_routine_id === id)
}
const link = async (routine_ids: number[] | null = null) => {
  const data = encodeURIComponent(
    JSON.stringify({ registration_id: registration.id, ...(routine_ids && { routine_ids }) }),
  )
  const reply = await ask('GET', `/v1/dance360/generate-url-token?path=music&data=${data}`)
  return reply.json() as { url: string; token: string }
}
const isThere = async (key: string) => (await files.head(key, 1)) !== undefined

test('MUS-001 MUS-009 MUS-015 MUS-018 API-027 a file put at its signed place becomes the music of a routine', async () => {
  const reply = await upload(lanterns, { content: silence(95.4), name: 'C:\\music\\Paper Lanterns.wav' })
  expect(reply.statusCode, reply.body).toBe(200)
  const { id, music } = reply.json()
  expect(music).toEqual({
    id,
    name: 'Paper Lanterns.wav',
    url: expect.stringMatching(new RegExp(`^music/${tour_date_id}/${registration.id}/${lanterns}/[\\w-]+\\.wav$`)),
    content_type: 'audio/wav',
    duration: 95,
    date_added: clock.now(),
    notes: null,
  })
  expect(await isThere(music.url)).toBe(true)
  expect(await routineOf(lanterns)).toMatchObject({ name: 'Paper Lanterns', music: { id }, no_music: false })
  expect(await list()).toMatchObject({ closed: null, event_name: expect.any(String) })
  const record = (await call(grace.user_id, 'GET', `/v1/dance360/registrations/${registration.id}`)).json()
  expect(record.music_tally).toEqual({ done: 1, total: 2 })
})

test('MUS-010 API-029 music is played from a signed place, and a player may ask for a part of it', async () => {
  await upload(lanterns)
  const { signedRequest } = (await ask('GET', `/v1/mybtf/music?name=${lanterns}&operation=get`)).json()
  const whole = await app.inject({ method: 'GET', url: signedRequest })
  expect(whole.rawPayload.equals(silence(2))).toBe(true)
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-disposition': expect.stringContaining('attachment'),
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const part = async (range: string) => app.inject({ method: 'GET', url: signedRequest, headers: { range } })
  const middle = await part('bytes=8-11')
  expect([middle.statusCode, middle.body, middle.headers['content-range']]).toEqual([206, 'WAVE', 'bytes 8-11/16044'])
  expect((await part('bytes=-4')).headers['content-range']).toBe('bytes 16040-16043/16044')
  expect((await part('bytes=16000-')).rawPayload).toHaveLength(44)
  expect((await part('bytes=20000-')).statusCode).toBe(416)
  expect((await part('lines=1-2')).statusCode).toBe(200)
  expect((await ask('GET', `/v1/mybtf/music?name=${undertow}&operation=get`)).statusCode).toBe(404)
})

test.each([
  ['a text renamed .mp3', 'words.mp3', Buffer.from('These are the words of the song, not the song.')],
  ['a head without anything behind it', 'head.wav', Buffer.from('RIFF\0\0\0\0WAVEfmt \0\0\0\0')],
  ['an OGG, which is not among them', 'song.mp3', Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(200)])],
])('MUS-002 MUS-003 SEC-025 %s is refused and not kept', async (_, name, content) => {
  const before = await routineOf(undertow)
  const reply = await upload(undertow, { name, content })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().message).toBe('Invalid media file. Please select a valid media file.')
  expect(await routineOf(undertow)).toEqual(before)
})

test('MUS-003 the same bad music saved several times at once is refused each time', async () => {
  const { signedRequest, url } = await place(undertow)
  const payload = Buffer.from('RIFF\0\0\0\0WAVEfmt \0\0\0\0')
  await app.inject({ method: 'PUT', url: signedRequest, payload, headers: { 'content-type': 'audio/wav' } })
  const body = { registrationsRoutineId: undertow, url, fileName: 'a.wav', duration: 1, content_type: 'audio/wav' }
  const replies = await Promise.all(Array.from({ length: 6 }, () => ask('POST', '/v1/mybtf/music', body)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 422))
})

test('SEC-025 music saved again, and several times at once, is there once; its old ticket replaces nothing', async () => {
  const { signedRequest, url } = await place(undertow)
  const put = (payload: Buffer) =>
    app.inject({ method: 'PUT', url: signedRequest, payload, headers: { 'content-type': 'audio/wav' } })
  await put(silence(3))
  const body = { registrationsRoutineId: undertow, url, fileName: 'a.wav', duration: 1, content_type: 'audio/wav' }
  const save = () => ask('POST', '/v1/mybtf/music', body)
  const replies = await Promise.all([save(), save(), save()])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1)
  expect((await put(silence(60))).statusCode).toBe(404)
  expect((await save()).json().music.duration).toBe(3)
  expect((await files.head(url, 1))?.size).toBe(silence(3).length)
  await ask('DELETE', `/v1/mybtf/music?registrationsRoutineId=${undertow}`)
})

test('MUS-002 only the four kinds get a place at all', async () => {
  expect((await place(lanterns, 'song.ogg')).code).toBe('file.invalid')
  expect((await place(lanterns, 'song')).code).toBe('file.invalid')
  for (const name of ['a.mp3', 'a.WAV', 'a.m4a', 'a.aif', 'a.aiff'])
    expect((await place(lanterns, name)).url).toBeTruthy()
})

test('MUS-004 a file over 50MB is refused', async () => {
  const reply = await upload(lanterns, { content: Buffer.concat([silence(1), Buffer.alloc(52_428_800)]) })
  expect(reply.json().message).toBe('Please select an audio file under 50MB to upload and try again.')
})

test('SEC-008 nobody registers a file that was not put for this routine', async () => {
  const own = (await upload(lanterns)).json().music.url
  for (const url of [
    own,
    'college-discounts/1/1/1.jpg',
    `music/${tour_date_id}/${registration.id}/${undertow}/../x.wav`,
  ]) {
    const body = { registrationsRoutineId: undertow, url, fileName: 'a.wav', duration: 1, content_type: 'audio/wav' }
    expect((await ask('POST', '/v1/mybtf/music', body)).statusCode).toBe(422)
  }
})

test('replacing music removes the file it had; its note stays', async () => {
  const old = (await upload(undertow, { name: 'one.wav' })).json().music
  await ask('PUT', '/v1/mybtf/music', { music: { id: old.id, notes: 'Fade at the end' } })
  const { music } = (await upload(undertow, { name: 'two.wav' })).json()
  expect(music).toMatchObject({ name: 'two.wav', notes: 'Fade at the end' })
  await stage.runJobs()
  expect([await isThere(old.url), await isThere(music.url)]).toEqual([false, true])
})

test('MUS-007 a note on a routine without music is refused, and not dropped', async () => {
  await ask('DELETE', `/v1/mybtf/music?registrationsRoutineId=${lanterns}`)
  const note = { registrationsRoutineId: lanterns, notes: 'Start on cue' }
  const reply = await ask('PUT', '/v1/mybtf/music', { music: note })
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'music.none'])
  const cleared = await ask('PUT', '/v1/mybtf/music', { music: { ...note, notes: '' } })
  expect(cleared.statusCode).toBe(200)
})

test('MUS-007 API-028 a note and a name are changed; the ending stays what the file is', async () => {
  const { id } = (await upload(lanterns)).json()
  const reply = await ask('PUT', '/v1/mybtf/music', {
    music: { id, notes: '  Start on cue ', name: 'Lanterns final.exe' },
  })
  expect(reply.json().music).toMatchObject({ id, notes: 'Start on cue', name: 'Lanterns final.wav' })
  expect((await ask('PUT', '/v1/mybtf/music', { music: { id, notes: '' } })).json().music.notes).toBeNull()
})

test('MUS-006 MUS-017 saying that a routine needs no music removes it, and counts as done', async () => {
  const { music } = (await upload(undertow)).json()
  const reply = await ask('PUT', '/v1/mybtf/music', { music: { registrationsRoutineId: undertow, no_music: true } })
  expect(reply.json()).toEqual({ id: null, music: null, no_music: true })
  await stage.runJobs()
  expect(await isThere(music.url)).toBe(false)
  const record = (await call(grace.user_id, 'GET', `/v1/dance360/registrations/${registration.id}`)).json()
  expect(record.music_tally).toEqual({ done: 2, total: 2 })
  // A file says otherwise.
  expect((await upload(undertow)).json().no_music).toBe(false)
})

test('MUS-012 API-030 removed music is gone with its file', async () => {
  const { music } = (await upload(undertow)).json()
  const reply = await ask('DELETE', `/v1/mybtf/music?registrationsRoutineId=${undertow}`)
  expect(reply.statusCode).toBe(204)
  expect((await routineOf(undertow)).music).toBeNull()
  await stage.runJobs()
  expect(await isThere(music.url)).toBe(false)
})

test.each(['flag', 'over'])('MUS-013 SEC-018 the server refuses music where the city takes none (%s)', async (why) => {
  const { id } = (await upload(lanterns)).json()
  const { url } = await place(lanterns)
  if (why === 'over') clock.time = instant('2026-01-01')
  else await db.updateTable('tour_dates').set({ music_upload: false }).where('id', '=', tour_date_id).execute()
  const code = why === 'over' ? 'music.over' : 'music.closed'
  const body = { registrationsRoutineId: lanterns, url, fileName: 'a.wav', duration: 1, content_type: 'audio/wav' }
  for (const reply of [
    await ask('GET', `/v1/mybtf/music?name=${lanterns}/a.wav&operation=put`),
    await ask('POST', '/v1/mybtf/music', body),
    await ask('PUT', '/v1/mybtf/music', { music: { id, notes: 'x' } }),
    await ask('DELETE', `/v1/mybtf/music?registrationsRoutineId=${lanterns}`),
    await ask('POST', '/v1/mybtf/registration/music-reminder', {
      email: 'a@example.com',
      data: { registration_id: registration.id, routine: lanterns },
    }),
  ])
    expect([reply.statusCode, reply.json().code]).toEqual([422, code])
  expect((await list()).closed).toMatch(/music/i)
  expect((await routineOf(lanterns)).music.id).toBe(id)
  // It may still be heard.
  expect((await ask('GET', `/v1/mybtf/music?name=${lanterns}&operation=get`)).statusCode).toBe(200)
})

test('SEC-007 SEC-008 another account finds none of it', async () => {
  const { id } = (await upload(lanterns)).json()
  const way = { user: marlowe.user_id }
  for (const reply of [
    await ask('GET', `/v1/mybtf/registration/${registration.id}/music`, undefined, way),
    await ask('GET', `/v1/mybtf/music?name=${lanterns}&operation=get`, undefined, way),
    await ask('PUT', '/v1/mybtf/music', { music: { id, notes: 'x' } }, way),
    await ask('DELETE', `/v1/mybtf/music?registrationsRoutineId=${lanterns}`, undefined, way),
  ])
    expect(reply.statusCode).toBe(404)
})

test('MUS-014 TOK-001 TOK-005 TOK-009 API-005 API-006 a link opens music without an account, limited to its routines', async () => {
  const { token, url } = await link([undertow])
  expect(url).toBe(`http://localhost:3000/music/${token}`)
  const data = await app.inject({ method: 'GET', url: `/v1/dance360/get-token-data?token=${token}` })
  expect(data.json()).toEqual({ path: 'music', registration_id: registration.id, routine_ids: [undertow] })
  const { routines } = await list({ token })
  expect(routines.map((one: { registrations_routine_id: number }) => one.registrations_routine_id)).toEqual([undertow])
  expect((await upload(undertow, { token })).statusCode).toBe(200)
  expect((await place(lanterns, 'a.wav', { token })).code).toBe('not_found')
  expect((await ask('GET', `/v1/mybtf/music?name=${lanterns}&operation=put`, undefined, { token })).statusCode).toBe(
    404,
  )
  const everything = (await link()).token
  expect((await list({ token: everything })).routines).toHaveLength(2)
})

test('TOK-005 TOK-014 a link that was changed, is over or was made for other things opens nothing', async () => {
  const { token } = await link()
  const record = `/v1/dance360/registrations/${registration.id}`
  expect((await ask('GET', record, undefined, { token })).statusCode).toBe(401)
  const ofWaivers = encodeURIComponent(JSON.stringify({ registration_id: registration.id }))
  const elsewhere = await ask('GET', `/v1/dance360/generate-url-token?path=waivers&data=${ofWaivers}`)
  const music = `/v1/mybtf/registration/${registration.id}/music`
  for (const wrong of [`${token}x`, elsewhere.json().token]) {
    expect((await ask('GET', music, undefined, { token: wrong })).statusCode).toBe(401)
  }
  const data = encodeURIComponent(JSON.stringify({ registration_id: registration.id, routine_ids: [999_999] }))
  expect((await ask('GET', `/v1/dance360/generate-url-token?path=music&data=${data}`)).statusCode).toBe(404)
  expect(
    (await call(marlowe.user_id, 'GET', `/v1/dance360/generate-url-token?path=music&data=${data}`)).statusCode,
  ).toBe(404)
  clock.time = daysAfter(today, 366)
  expect((await app.inject({ method: 'GET', url: `/v1/dance360/get-token-data?token=${token}` })).statusCode).toBe(404)
})

test('MUS-008 API-031 a mail leads to the upload of one routine, and the routine says to whom it went', async () => {
  const body = (email: string) => ({
    email,
    data: { registration_id: registration.id, routine: undertow, link: 'https://evil.example' },
  })
  const wrong = await ask('POST', '/v1/mybtf/registration/music-reminder', body('not an address'))
  expect([wrong.statusCode, wrong.json().message]).toEqual([422, 'Must be valid email'])
  const reply = await ask('POST', '/v1/mybtf/registration/music-reminder', body('sam@example.com'))
  expect(reply.json()).toEqual({ upload_email: 'sam@example.com' })
  expect((await routineOf(undertow)).upload_email).toBe('sam@example.com')
  const mail = await db.selectFrom('mails').selectAll().where('to', '=', 'sam@example.com').executeTakeFirstOrThrow()
  expect(mail.subject).toContain('Undertow')
  expect(mail.text).not.toContain('evil')
  const token = /\/music\/([\w-]+)/.exec(mail.text)?.[1] ?? ''
  const { routines } = await list({ token })
  expect(routines).toMatchObject([{ registrations_routine_id: undertow, upload_email: null }])
})

test('MUS-016 OFF-042 OFF-045 music goes so many days after its city as its event keeps it, its name stays, and what was deleted is noted', async () => {
  const { music } = (await upload(lanterns, { name: 'Kept name.wav' })).json()
  const { signedRequest, url } = await place(undertow)
  await app.inject({ method: 'PUT', url: signedRequest, payload: silence(1), headers: { 'content-type': 'audio/wav' } })
  const { end_date } = await list()
  const purge = async (days: number) => {
    clock.time = daysAfter(instant(`${end_date}T20:00:00Z`), days)
    await db
      .transaction()
      .execute(async (tx) =>
        (await import('@callboard/server/platform/queue/queue.ts')).addJob(tx, 'clean_up_files', {}),
      )
    await stage.runJobs()
  }
  await purge(14)
  expect(await isThere(music.url)).toBe(true)
  // A file that was put and never registered is nobody's.
  expect(await isThere(url)).toBe(false)
  const { event_id } = await db
    .selectFrom('tour_dates')
    .where('id', '=', tour_date_id)
    .select('event_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('settings').values({ name: 'music_retention_days', event_id, value: '16' }).execute()
  await purge(16)
  expect(await isThere(music.url)).toBe(true)
  await purge(17)
  expect(await isThere(music.url)).toBe(false)
  const row = await db.selectFrom('music').selectAll().where('id', '=', music.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: 'Kept name.wav', deleted_at: clock.now() })
  expect(await db.selectFrom('music_purges').select(['tour_date_id', 'files']).execute()).toMatchObject([
    { tour_date_id },
  ])
})

test('the office lists uploaded and missing music of a city, plays it, and downloads it by number and name', async () => {
  await ask('PUT', '/v1/mybtf/music', { music: { registrationsRoutineId: undertow, no_music: false } })
  await ask('DELETE', `/v1/mybtf/music?registrationsRoutineId=${undertow}`)
  const { id } = (await upload(lanterns)).json()
  const { rows, city } = (await call(office.user_id, 'GET', `/v1/office/tour-dates/${tour_date_id}/music`)).json()
  expect(city).toMatch(/, [A-Z]{2}$/)
  expect(rows).toMatchObject([
    { id: lanterns, name: 'Paper Lanterns', registration_id: registration.id, music: { id, duration: 2 } },
    { id: undertow, name: 'Undertow', no_music: false, music: null },
  ])
  const { signedRequest } = (await call(office.user_id, 'GET', `/v1/office/music/${id}`)).json()
  const file = await app.inject({ method: 'GET', url: signedRequest })
  expect(file.rawPayload.equals(silence(2))).toBe(true)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="\d{3} Paper Lanterns\.wav"/)
  expect((await call(grace.user_id, 'GET', `/v1/office/music/${id}`)).statusCode).toBe(403)
})
