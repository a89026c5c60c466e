import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { uploadKey } from '@callboard/server/platform/files/file-kinds.ts'
import { acceptUpload } from '@callboard/server/platform/files/queries.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { plainPng } from '../scenarios/hostile-files.ts'
import { created } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { app, db, files } = stage
const { registration, grace, tour_date_id } = await completedCity(stage, {
  event: { is_nationals: true },
  program: [{ dancer: 0, code: 'JACKET_ONLY', jacket_size_id: 2, jacket_name: 'Bea' }],
})
await db
  .updateTable('tour_dates')
  .set({ music_upload: true, edit_bd_photo: true })
  .where('id', '=', tour_date_id)
  .execute()
const desk = await db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@example.com', fname: 'Dana', lname: 'Reyes', role: 'office' }, created),
  )
const firstOf = (table: 'registration_routines' | 'attendees') =>
  db
    .selectFrom(table)
    .where('registration_id', '=', registration.id)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
const [{ id: routine }, { id: attendee }] = [await firstOf('registration_routines'), await firstOf('attendees')]
const own = await stage.sessionOf(grace.user_id)
const office = await stage.sessionOf(desk.user_id)

type Headers = Record<string, string>
const ask = (headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object | Buffer) =>
  app.inject({ method, url, headers, ...(payload && { payload }) })

/** The ways in: a call for a place, and the call that saves what was put there. */
const ways: Record<string, { place: string; save: (url: string) => ReturnType<typeof ask>; headers: Headers }> = {
  music: {
    headers: own,
    place: `/v1/mybtf/music?name=${routine}/a.wav&type=audio/wav&operation=put`,
    save: (url) =>
      ask(own, 'POST', '/v1/mybtf/music', {
        registrationsRoutineId: routine,
        url,
        fileName: 'a.wav',
        duration: 1,
        content_type: 'audio/wav',
      }),
  },
  photo: {
    headers: own,
    place: `/v1/mybtf/image-upload-params?name=${attendee}/a.jpg&type=image/png&folder=best_dancer`,
    save: (best_dancer_photo) => ask(own, 'PATCH', '/v1/tda/best-dancers', { id: attendee, best_dancer_photo }),
  },
  'student ID': {
    headers: own,
    place: `/v1/mybtf/registration/dancer-student-id?name=${attendee}/a.pdf&type=application/pdf&operation=put`,
    save: (student_id_url) => ask(own, 'PUT', `/v1/dance360/attendees/${attendee}`, { student_id_url }),
  },
  'media pass': {
    headers: office,
    place: `/v1/office/media-pass-pdf?tour_date_id=${tour_date_id}`,
    save: (url) => ask(office, 'PUT', '/v1/office/media-pass-pdf', { tour_date_id, url, name: 'Media pass.pdf' }),
  },
}

/** A file put past the door, as into a store that signs its own places, and the call that saves it. */
async function uploaded(way: string, content: Buffer) {
  const { place, save, headers } = ways[way] ?? expect.fail(way)
  const reply = await ask(headers, 'GET', place)
  expect(reply.statusCode, reply.body).toBe(200)
  const { public_id, url } = reply.json()
  const key: string = public_id ?? url
  await files.put(uploadKey(key), content, '')
  return { key, save: () => save(key) }
}

const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const refusedFiles: readonly [way: string, what: string, content: Buffer][] = [
  ...Object.keys(ways).map((way) => [way, 'a page', page] as [string, string, Buffer]),
  ['music', 'a head without sound', Buffer.from('RIFF\0\0\0\0WAVEfmt \0\0\0\0')],
  ['photo', 'a picture that is not square', plainPng(64, 32)],
  ['photo', 'a picture of too many pixels', plainPng(5_001, 5_001)],
]

test('a row whose file another save refused and removed goes with the next check', async () => {
  const { key } = await uploaded('photo', plainPng(64, 64))
  const accept = async () => (await acceptUpload({ db, files }, key, stage.clock.now())).ok
  const rows = () => db.selectFrom('files').select('key').where('key', '=', key).execute()
  expect([await accept(), await rows()]).toEqual([true, [{ key }]])
  await files.remove(key)
  expect([await accept(), await rows()]).toEqual([false, []])
})

test.each(refusedFiles)(
  'SEC-025 as %s, %s is refused to all who save it at once, and leaves neither file nor row',
  async (way, _, content) => {
    const { key, save } = await uploaded(way, content)
    const replies = await Promise.all(Array.from({ length: 6 }, save))
    for (const { statusCode, body } of replies) expect(statusCode, body).toBe(422)
    for (const place of [key, uploadKey(key)]) expect(await files.head(place, 1)).toBeUndefined()
    const rows = db
      .selectFrom('files')
      .select('key')
      .where('key', 'in', [key, uploadKey(key)])
    expect(await rows.execute()).toEqual([])
  },
)

test.each([
  ['music', Buffer.from('RIFF\0\0\0\0WAVEfmt \0\0\0\0')],
  ['photo', plainPng(64, 32)],
])('SEC-025 as %s, a file that another save removes before it is read is refused', async (way, content) => {
  const { save } = await uploaded(way, content)
  const { read } = files
  files.read = async (key, range) => {
    await files.remove(key)
    return read(key, range)
  }
  const reply = await save().finally(() => Object.assign(files, { read }))
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'file.invalid'])
})

test('SEC-025 as the form of a donation, a page is refused to all who send it at once', async () => {
  const boundary = 'a-boundary'
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; name=${head}\r\n\r\n`
  const form = Buffer.concat([
    Buffer.from(`${part('"registration_id"')}${registration.id}\r\n${part('"file"; filename="a.pdf"')}`),
    page,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { ...own, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const send = () => ask(headers, 'POST', '/v1/mybtf/registration/scholarship-donation', form)
  const replies = await Promise.all(Array.from({ length: 6 }, send))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 422))
})
