import { randomUUID } from 'node:crypto'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { daysAfter, instant } from '@callboard/domain/kernel/instant.ts'
import { musicJobs } from '@callboard/server/music/jobs.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { uploadKey } from '@callboard/server/platform/files/file-kinds.ts'
import { insertFile } from '@callboard/server/platform/files/queries.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody, reviewed } from '../scenarios/small-city.ts'
import { putUpload } from '../scenarios/uploads.ts'

const now = '2024-10-01T16:00:00Z'
const stage = await openStage({ now })
const { app, db, clock, files } = stage
const season = await openSeason(stage)
const pdf = Buffer.from('%PDF-1.7 a card')
beforeEach(() => {
  clock.time = instant(now)
})

const open = (id: number) => `/v1/dance360/registrations/${id}`
const hasRow = async (key: string) =>
  (await db.selectFrom('files').where('key', '=', key).select('key').executeTakeFirst()) !== undefined
const isThere = async (key: string) => [await hasRow(key), (await files.head(key, 1)) !== undefined]
const present = [true, true]
const absent = [false, false]

/** The nightly job, the day after tomorrow. */
async function cleanUp() {
  clock.time = daysAfter(instant(now), 2)
  await musicJobs.clean_up_files(app, {})
  await stage.runJobs()
}

/** An attendee who may have the college discount, and a new place for their student ID. */
async function college() {
  const [studio, city] = [await season.studio({ dancers: 4 }), await season.city()]
  const grown = { birthdate: calendarDate('2006-03-03') }
  await db.updateTable('persons').set(grown).where('id', 'in', studio.dancers).execute()
  return { studio, city, newKey: placeIn(city) }
}
const placeIn = (city: number) => (id: number, attendee_id: number) =>
  `college-discounts/${city}/${id}/${attendee_id}-${randomUUID().replaceAll('-', '').slice(0, 12)}.pdf`

test('SEC-025 a student ID that was accepted by a save that failed goes the night after; a saved one stays', async () => {
  const { studio, city, newKey } = await college()
  const { id } = await begin(studio, city)
  const { attendees } = (
    await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, { ...studio, level: 4 }))
  ).json()
  const save = async (person_id: number | undefined, key: string, version?: number) => {
    await putUpload(stage, key, pdf)
    const { id: attendee_id } = attendees[person_id ?? 0]
    const body = { student_id_url: key, college_discount: true, ...(version && { version }) }
    return (await studio.call('PUT', `/v1/dance360/attendees/${attendee_id}`, body)).statusCode
  }
  const [first, second] = studio.dancers
  const keyOf = (person_id = 0) => newKey(id, attendees[person_id].id)
  const [firstKey, secondKey] = [keyOf(first), keyOf(second)]
  expect(await save(first, firstKey)).toBe(200)
  // Another request saved meanwhile.
  expect(await save(second, secondKey, 1)).toBe(409)
  expect(await isThere(secondKey)).toEqual(present)
  await cleanUp()
  expect([await isThere(firstKey), await isThere(secondKey)]).toEqual([present, absent])
})

test('SEC-025 EDIT-004 a student ID that only an edit in progress has stays; that of a discarded edit goes', async () => {
  const { studio, city, newKey } = await college()
  const registration = await reviewed(studio, city, [studio.dancers.slice(0, 1)])
  await registration.review()
  const { id } = registration
  await studio.call('PUT', open(id), { paying_by_check: true })
  await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  await db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  const edit = (await studio.call('GET', `${open(id)}/edit`)).json()
  const attendee_id = Object.values(edit.attendees as Record<string, { id: number }>)[0]?.id ?? 0
  const key = newKey(id, attendee_id)
  await putUpload(stage, key, pdf)
  const reply = await studio.call('PUT', `/v1/dance360/attendees/${attendee_id}`, {
    student_id_url: key,
    college_discount: true,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await db.selectFrom('attendees').where('student_id_url', '=', key).select('id').execute()).toEqual([])
  await cleanUp()
  expect(await isThere(key)).toEqual(present)

  await db.deleteFrom('revisions').where('registration_id', '=', id).execute()
  await cleanUp()
  expect(await isThere(key)).toEqual(absent)
})

test('SEC-025 of every folder of the store, files that nothing refers to go the night after, those in use stay', async () => {
  const studio = await season.studio()
  const city = await season.city()
  const { id } = await reviewed(studio, city, [studio.dancers.slice(0, 1)])
  const store = async (key: string) => {
    await files.put(key, pdf, 'application/pdf')
    const file = { key, content_type: 'application/pdf', size: pdf.length, owner_user_id: null, registration_id: id }
    await inTransaction(db, (tx) => insertFile(tx, { ...file, created: clock.now() }))
    return key
  }
  const folders = ['media-passes', 'scholarship-donations', 'confirmations', 'music', `${city}/best_dancer`]
  const loose = await Promise.all(folders.map((folder) => store(`${folder}/${city}/loose.pdf`)))
  const inUse = await Promise.all(folders.map((folder) => store(`${folder}/${city}/used.pdf`)))
  const [media = '', donation = '', confirmation = '', music = '', photo = ''] = inUse
  const fileName = { name: 'a.pdf' }
  await db
    .insertInto('city_media_passes')
    .values({ ...fileName, tour_date_id: city, key: media, size: 9, added: clock.now() })
    .execute()
  await db
    .insertInto('scholarship_donations')
    .values({ ...fileName, registration_id: id, key: donation, created: clock.now() })
    .execute()
  await db
    .insertInto('snapshots')
    .values({ registration_id: id, created: clock.now(), body: '{}', pdf_key: confirmation })
    .execute()
  const routine = await db
    .selectFrom('registration_routines')
    .where('registration_id', '=', id)
    .select('id')
    .executeTakeFirstOrThrow()
  const track = { registration_routine_id: routine.id, url: music, content_type: 'audio/wav', duration: 1 }
  await db
    .insertInto('music')
    .values({ ...fileName, ...track, date_added: clock.now() })
    .execute()
  const attendees = db.selectFrom('attendees').where('registration_id', '=', id).select('id').limit(1)
  await db.updateTable('attendees').set({ best_dancer_photo: photo }).where('id', 'in', attendees).execute()

  await musicJobs.clean_up_files(app, {})
  await stage.runJobs()
  for (const key of loose) expect(await isThere(key), `${key} within a day`).toEqual(present)
  await cleanUp()
  for (const key of loose) expect(await isThere(key), key).toEqual(absent)
  for (const key of inUse) expect(await isThere(key), key).toEqual(present)
})

test('SEC-025 an upload moved by a process that ended before its check goes the night after', async () => {
  const key = 'music/1/1/1/half.mp3'
  await putUpload(stage, key, pdf)
  await db.updateTable('uploads').set({ moved_at: clock.now() }).where('key', '=', key).execute()
  await files.move(uploadKey(key), key)
  await cleanUp()
  expect(await isThere(key)).toEqual(absent)
})
