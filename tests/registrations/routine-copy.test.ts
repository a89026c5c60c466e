import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { insertEvents, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { listEndedMusic } from '@callboard/server/music/queries.ts'
import { dropMusic } from '@callboard/server/registrations/routines/music-queries.ts'
import { completeIfCovered } from '@callboard/server/registrations/complete.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody, reviewed, routineBody, type Studio } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const { db } = stage
const regional = plainEvent.id
await db.transaction().execute((tx) =>
  insertEvents(
    tx,
    [
      { ...plainEvent, id: 14, name: 'Finale', subdomain: 'finale', is_nationals: true, allows_routine_copy: false },
      { ...plainEvent, id: 15, name: 'Studio Days', subdomain: 'studiodays', allows_routine_copy: false },
    ],
    [thisSeason.id],
  ),
)

type Options = { more?: object; cast?: readonly number[] }

/** A registration of this studio in that city, with its people; with a routine when `more` is given. */
async function inCity(studio: Studio, tour_date_id: number, { more, cast = studio.dancers }: Options = {}) {
  const { id } = await begin(studio, tour_date_id)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  if (!more) return { id, routine_id: 0 }
  const entryReply = await studio.call('POST', '/v1/dance360/routines', routineBody(id, cast, more))
  expect(entryReply.statusCode, entryReply.body).toBe(200)
  return { id, routine_id: entryReply.json().routine.id as number }
}

const listed = async (studio: Studio, query: string) => {
  const reply = await studio.call('GET', `/v1/dance360/routines/previous?${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as { id: number; name: string; tour_date_id: number; event_name: string; city_name: string }[]
}

const [from, into, elsewhere] = [await season.city(), await season.city(), await season.city({ event_id: 15 })]
const finale = await season.city({ event_id: 14 })
const studio = await season.studio({ dancers: 5 })
const rival = await season.studio({ dancers: 5 })
const old = await inCity(studio, from, { more: { routine: { name: 'Rain', choreographer: 'Mia Sol' } } })
await inCity(studio, elsewhere, { more: { routine: { name: 'Snow', choreographer: '' } } })
const theirs = await inCity(rival, from, { more: { routine: { name: 'Theirs', choreographer: '' } } })

test('COPY-002 COPY-005 COPY-012 API-020 the list has one’s own routines of other cities, as the call prints them', async () => {
  const query = `mybtf_user_id=${studio.user_id}&event_ids=${regional}&season_id=${thisSeason.id}&tour_date_id=${into}`
  const [rain, ...others] = await listed(studio, query)
  expect(others).toEqual([])
  expect(rain).toMatchObject({ tour_date_id: from, id: old.routine_id, name: 'Rain', event_name: plainEvent.name })
  expect(Object.keys(rain ?? {}).toSorted()).toEqual(
    ['city_name', 'event_name', 'id', 'name', 'routine_id', 'tour_date_id'].toSorted(),
  )
  expect(await listed(studio, `tour_date_id=${from}`)).toEqual([])
  const foreign = await studio.call('GET', `/v1/dance360/routines/previous?mybtf_user_id=${rival.user_id}`)
  expect(foreign.statusCode).toBe(404)
})

test('COPY-004 COPY-015 only events that allow it are copied from: their own cities, and nationals from all of them', async () => {
  expect((await listed(studio, `tour_date_id=${finale}`)).map(({ name }) => name)).toEqual(['Rain'])
  expect(await listed(studio, `tour_date_id=${elsewhere}`)).toEqual([])
  expect((await listed(studio, '')).map(({ name }) => name)).toEqual(['Rain'])
})

test('COPY-006 COPY-012 API-021 a routine’s detail is its owner’s alone', async () => {
  const path = (id: number) => `/v1/dance360/routines/previous-detail?registrations_routine_id=${id}`
  const detail = (await studio.call('GET', path(old.routine_id))).json()
  expect(detail).toMatchObject({ name: 'Rain', choreographer: 'Mia Sol', music: null, music_id: null })
  expect(detail.performance_division_level_id).toEqual(expect.any(Number))
  expect(detail.attendees.map((one: { person_id: number }) => one.person_id).toSorted()).toEqual(
    [...studio.dancers].toSorted(),
  )
  expect(detail.attendees[0].person).toEqual({ fname: expect.any(String), lname: expect.any(String) })
  expect((await studio.call('GET', path(theirs.routine_id))).statusCode).toBe(404)
  const several = `/v1/dance360/routines/previous-details?registrations_routine_ids=${old.routine_id},${theirs.routine_id}`
  expect((await studio.call('GET', several)).json()).toHaveLength(1)
})

test('COPY-003 COPY-007 COPY-011 a copy is stored with its music, once, and passes every rule', async () => {
  const music = await db
    .insertInto('music')
    .values({
      registration_routine_id: old.routine_id,
      name: 'rain.mp3',
      url: 'music/rain.mp3',
      content_type: 'audio/mpeg',
      duration: 150,
      date_added: '2024-09-01T00:00:00Z',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('registration_routines').set({ music_id: music.id }).where('id', '=', old.routine_id).execute()
  const { id } = await inCity(studio, into)
  const copy = { copied_from: old.routine_id, copy_music: true, old_music_id: music.id }
  const send = (more: object) =>
    studio.call('POST', `/v1/dance360/registrations/${id}/routines`, {
      routines: [{ ...routineBody(id, studio.dancers, more), registration_id: undefined }],
    })
  const reply = await send({ ...copy, extra_time: 9 })
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'routine.extra_time_range'])
  const copied = await send(copy)
  expect(copied.json().routines, copied.body).toMatchObject([copy])
  const row = await db
    .selectFrom('registration_routines')
    .where('registration_id', '=', id)
    .selectAll()
    .executeTakeFirst()
  expect(row).toMatchObject(copy)
  expect((await send(copy)).json().code).toBe('routine.copied_already')
})

test('COPY-004 COPY-012 nobody copies another’s routine or music, nor one the event does not share', async () => {
  const { id } = await inCity(rival, into)
  const code = async (more: object) =>
    (await rival.call('POST', '/v1/dance360/routines', routineBody(id, rival.dancers, more))).json().code
  expect(await code({ copied_from: old.routine_id })).toBe('routine.copy_unknown')
  const row = await db
    .selectFrom('registration_routines')
    .where('id', '=', old.routine_id)
    .selectAll()
    .executeTakeFirst()
  expect(row?.music_id).not.toBeNull()
  expect(await code({ copy_music: true, old_music_id: row?.music_id })).toBe('routine.copy_unknown')
  const away = await inCity(rival, elsewhere)
  const body = routineBody(away.id, rival.dancers, { copied_from: theirs.routine_id })
  expect((await rival.call('POST', '/v1/dance360/routines', body)).json().code).toBe('routine.copy_unknown')
})

test('COPY-007 MUS-021 A75 the music of a city that is over stays for a copy under way; once registered the copy has it: the same file, which stays while either plays it', async () => {
  const [here, there] = [await season.city(), await season.city()]
  const owner = await season.studio({ dancers: 3 })
  const first = await inCity(owner, here, { more: { routine: { name: 'Tide', choreographer: '' } } })
  const url = `music/${here}/${first.id}/${first.routine_id}/abcdefghijkl.wav`
  await stage.files.put(url, silence(1), 'audio/wav')
  const row = { name: 'Tide.wav', url, content_type: 'audio/wav', duration: 1, date_added: stage.clock.now() }
  const old_music = await db
    .insertInto('music')
    .values({ ...row, registration_routine_id: first.routine_id, notes: 'Fade' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await attach(first.routine_id, old_music.id)

  const { id, review } = await reviewed(owner, there, [owner.dancers])
  const routine = { copied_from: first.routine_id, copy_music: true, old_music_id: old_music.id }
  await db.updateTable('registration_routines').set(routine).where('registration_id', '=', id).execute()
  await review()
  await db
    .updateTable('tour_dates')
    .set({ start_date: calendarDate('2024-09-06'), end_date: calendarDate('2024-09-08') })
    .where('id', '=', here)
    .execute()
  const isEnded = async () =>
    (await db.transaction().execute((tx) => listEndedMusic(tx, calendarDate('2024-10-01')))).some(
      ({ id: music_id }) => music_id === old_music.id,
    )
  expect(await isEnded()).toBe(false)
  const { total } = await db.selectFrom('registrations').select('total').where('id', '=', id).executeTakeFirstOrThrow()
  const payment = { registration_id: id, amount: total, payment_method_id: 9, timestamp: stage.clock.now() }
  await db.insertInto('payments').values(payment).execute()
  await db.updateTable('registrations').set({ paid: total }).where('id', '=', id).execute()
  expect(await db.transaction().execute((tx) => completeIfCovered(tx, id, stage.clock.now()))).toBeTruthy()
  const entry = await db
    .selectFrom('registration_routines as r')
    .innerJoin('music as m', 'm.id', 'r.music_id')
    .where('r.registration_id', '=', id)
    .select(['m.id', 'm.name', 'm.url', 'm.notes'])
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ name: 'Tide.wav', url, notes: 'Fade' })
  expect(entry.id).not.toBe(old_music.id)
  expect(await isEnded()).toBe(true)

  const drop = (id: number) => db.transaction().execute((tx) => dropMusic(tx, [id], stage.clock.now()))
  await drop(old_music.id)
  await stage.runJobs()
  expect(await stage.files.head(url, 1)).toBeDefined()
  await drop(entry.id)
  await stage.runJobs()
  expect(await stage.files.head(url, 1)).toBeUndefined()
})

const attach = (id: number, music_id: number) =>
  db.updateTable('registration_routines').set({ music_id }).where('id', '=', id).execute()
