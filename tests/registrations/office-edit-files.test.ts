import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { musicJobs } from '@callboard/server/music/jobs.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { picture } from '../scenarios/photos.ts'
import { created } from '../scenarios/small-city.ts'

const start = instant('2024-10-01T16:00:00Z')
const stage = await openStage({ now: start })
const { app, db, clock, files } = stage
const { registration, grace, tour_date_id } = await completedCity(stage, {
  event: { is_nationals: true, vip_name: 'Core Performer', vip_name_plural: 'Core Performers', vip_route: 'core' },
  program: [{ dancer: 1, code: 'JACKET_ONLY', jacket_size_id: 2, jacket_name: 'Bea' }],
})
const { id } = registration
const routines = await db
  .selectFrom('registration_routines')
  .where('registration_id', '=', id)
  .select('id')
  .orderBy('id')
  .execute()
const [lanterns, undertow] = [routines[0]?.id ?? 0, routines[1]?.id ?? 0]
const { user_id: office } = await db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@example.com', fname: 'Dana', lname: 'Reyes', role: 'office' }, created),
  )

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Caller = (method: Method, url: string, body?: object) => ReturnType<typeof stage.call>
const owner: Caller = (method, url, body) => stage.call(grace.user_id, method, url, body)
const onBehalf: Caller = (method, url, body) => stage.call(office, method, url, body, { 'x-office-edit': String(id) })
const desk: Caller = (method, path, body) => stage.call(office, method, `/v1/office/registrations/${id}${path}`, body)

beforeEach(async () => {
  clock.time = start
  await db
    .updateTable('tour_dates')
    .set({ edit_bd_photo: true, music_upload: true })
    .where('id', '=', tour_date_id)
    .execute()
  await desk('DELETE', '/edit')
  await stage.runJobs()
  await desk('POST', '/edit', { office_reason: 'The studio sent the wrong track' })
})

async function putMusic(ask: Caller, routine: number, fileName: string, seconds = 2) {
  const place = await ask('GET', `/v1/mybtf/music?name=${routine}/a.wav&type=audio/wav&operation=put`)
  const { signedRequest, url } = place.json()
  const headers = { 'content-type': 'audio/wav' }
  await app.inject({ method: 'PUT', url: signedRequest, payload: silence(seconds), headers })
  const body = { registrationsRoutineId: routine, url, fileName, duration: 1, content_type: 'audio/wav' }
  const reply = await ask('POST', '/v1/mybtf/music', body)
  expect(reply.statusCode, reply.body).toBe(200)
  return url as string
}

async function putPhoto(ask: Caller, attendee: number) {
  async function put(side: number) {
    const address = `/v1/mybtf/image-upload-params?name=${attendee}/photo.jpg&type=image/jpeg&folder=best_dancer`
    const { url, fields, public_id } = (await ask('GET', address)).json()
    await app.inject({ method: 'PUT', url, headers: fields, payload: await picture(side, side) })
    return public_id as string
  }
  const [best_dancer_photo, best_dancer_photo_original] = [await put(700), await put(90)]
  const body = { id: attendee, best_dancer_photo, best_dancer_photo_original }
  const reply = await ask('PATCH', '/v1/tda/best-dancers', body)
  expect(reply.statusCode, reply.body).toBe(200)
  return [best_dancer_photo, best_dancer_photo_original, best_dancer_photo.replace('.jpg', '-600.jpg')]
}

const musicOf = async (ask: Caller, routine: number) =>
  (await ask('GET', `/v1/mybtf/registration/${id}/music`))
    .json()
    .routines.find((one: { registrations_routine_id: number }) => one.registrations_routine_id === routine)
const dancerOf = async (ask: Caller) =>
  (await ask('GET', `/v1/tda/best-dancers?registration_id=${id}`)).json().dancers[0]
const isThere = async (key: string) => (await files.head(key, 1)) !== undefined
const areThere = async (keys: readonly string[]) => {
  await stage.runJobs()
  return Promise.all(keys.map(isThere))
}

async function submit() {
  const preview = (await desk('POST', '/edit-preview')).json()
  const { version, total } = preview
  const reply = await desk('POST', '/edit-submission', { version, total, note: 'The new track is in' })
  expect(reply.statusCode, reply.body).toBe(200)
  return preview
}

test('OFF-020 music replaced in the office’s edit after the deadline plays once it is submitted, with audit and mail', async () => {
  const old = await putMusic(owner, lanterns, 'Old.wav')
  await owner('PUT', '/v1/mybtf/music', { music: { registrationsRoutineId: undertow, no_music: true } })
  await db.updateTable('tour_dates').set({ music_upload: false }).where('id', '=', tour_date_id).execute()
  clock.time = instant('2024-12-30T16:00:00Z')
  expect((await owner('GET', `/v1/mybtf/registration/${id}/music`)).json().closed).not.toBeNull()
  expect((await onBehalf('GET', `/v1/mybtf/registration/${id}/music`)).json().closed).toBeNull()

  const first = await putMusic(onBehalf, lanterns, 'First try.wav')
  const second = await putMusic(onBehalf, lanterns, 'New.wav', 95)
  await putMusic(onBehalf, undertow, 'Undertow.wav')
  // The office hears what it put; the studio and the sound desk hear the old one.
  expect(await musicOf(onBehalf, lanterns)).toMatchObject({ music: { name: 'New.wav', duration: 95, url: second } })
  expect(await musicOf(owner, lanterns)).toMatchObject({ music: { name: 'Old.wav', url: old } })
  expect(await musicOf(owner, undertow)).toMatchObject({ music: null, no_music: true })
  const place = (await onBehalf('GET', `/v1/mybtf/music?name=${lanterns}&operation=get`)).json()
  expect((await app.inject({ url: place.signedRequest })).statusCode).toBe(200)
  const { music } = await musicOf(onBehalf, lanterns)
  await onBehalf('PUT', '/v1/mybtf/music', { music: { id: music.id, notes: 'Fade at the end' } })
  expect(await areThere([old, first, second])).toEqual([true, false, true])

  const preview = await submit()
  expect(preview.others).toEqual(['Music of “Paper Lanterns” replaced', 'Music of “Undertow” added'])
  expect(preview.total).toBe(preview.total_before)
  expect(await musicOf(owner, lanterns)).toMatchObject({ music: { url: second, notes: 'Fade at the end' } })
  expect(await musicOf(owner, undertow)).toMatchObject({ music: { name: 'Undertow.wav' }, no_music: false })
  expect(await areThere([old, second])).toEqual([false, true])
  const audit = await db
    .selectFrom('audit_log')
    .where('action', '=', 'correct registration')
    .select(['actor_user_id', 'after'])
    .execute()
  expect(audit).toMatchObject([
    {
      actor_user_id: office,
      after: { office_reason: 'The studio sent the wrong track', music: [lanterns, undertow], photos: [] },
    },
  ])
  const mails = await db.selectFrom('mails').where('template', '=', 'registration_corrected').selectAll().execute()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).toContain('Music of “Paper Lanterns” replaced.')
})

test('OFF-020 music removed, renamed or set to No Music in the edit is so once submitted; one version is submitted', async () => {
  const old = await putMusic(owner, lanterns, 'Old.wav')
  await putMusic(owner, undertow, 'Undertow.wav')
  const preview = (await desk('POST', '/edit-preview')).json()
  await onBehalf('DELETE', `/v1/mybtf/music?registrationsRoutineId=${lanterns}`)
  const { music } = await musicOf(onBehalf, undertow)
  await onBehalf('PUT', '/v1/mybtf/music', { music: { id: music.id, name: 'Tide.wav' } })
  const { version, total } = preview
  expect((await desk('POST', '/edit-submission', { version, total })).json()).toMatchObject({
    code: 'changed_meanwhile',
  })
  expect(await musicOf(owner, undertow)).toMatchObject({ music: { name: 'Undertow.wav' } })
  const { others } = await submit()
  expect(others).toEqual(['Music of “Paper Lanterns” removed', 'Music of “Undertow” renamed'])
  expect(await musicOf(owner, lanterns)).toMatchObject({ music: null, no_music: false })
  expect(await musicOf(owner, undertow)).toMatchObject({ music: { name: 'Tide.wav' } })
  expect(await areThere([old])).toEqual([false])

  await desk('POST', '/edit', { office_reason: 'They dance to silence' })
  await onBehalf('PUT', '/v1/mybtf/music', { music: { registrationsRoutineId: undertow, no_music: true } })
  expect((await submit()).others).toEqual(['No Music set for “Undertow”'])
  expect(await musicOf(owner, undertow)).toMatchObject({ music: null, no_music: true })
})

test('OFF-020 music of a routine that the edit adds comes with it; that of a routine it takes out goes', async () => {
  const body = {
    registration_id: id,
    routine: { name: 'Ember', choreographer: 'Mia Sol' },
    performance_division_id: 2,
    attendees: [{ person_id: grace.person_ids[4] }],
  }
  const reply = await onBehalf('POST', '/v1/dance360/routines', body)
  expect(reply.statusCode, reply.body).toBe(200)
  const ember = reply.json().routine.id
  const url = await putMusic(onBehalf, ember, 'Ember.wav')
  const lostFile = await putMusic(onBehalf, undertow, 'Lost.wav')
  expect((await onBehalf('DELETE', `/v1/dance360/routines/${undertow}`)).statusCode).toBeLessThan(300)
  expect((await submit()).others).toEqual(['Music of “Ember” added'])
  expect(await musicOf(owner, ember)).toMatchObject({ music: { url } })
  expect(await areThere([url, lostFile])).toEqual([true, false])
})

test('OFF-020 a photo of the program is put, exchanged and taken away in the edit; the live one stays until it is submitted', async () => {
  const { attendee_id, person_id } = await dancerOf(owner)
  const old = await putPhoto(owner, attendee_id)
  await db.updateTable('tour_dates').set({ edit_bd_photo: false }).where('id', '=', tour_date_id).execute()
  const refusal = await owner('DELETE', `/v1/tda/best-dancers?attendee_id=${attendee_id}`)
  expect(refusal.json()).toMatchObject({ code: 'best_dancer.photo_closed' })

  const first = await putPhoto(onBehalf, attendee_id)
  const second = await putPhoto(onBehalf, attendee_id)
  const liveOf = async () =>
    (await owner('GET', `/v1/dance360/registrations/${id}`)).json().attendees[person_id].best_dancer_photo
  expect(await liveOf()).toBe(old[0])
  expect(await areThere([...old, ...first, ...second])).toEqual([
    ...[true, true, true],
    ...[false, false, false],
    ...[true, true, true],
  ])
  expect((await app.inject({ url: (await dancerOf(onBehalf)).photo })).statusCode).toBe(200)
  expect((await submit()).people).toMatchObject([{ what: ['photo'] }])
  expect(await liveOf()).toBe(second[0])
  expect(await areThere([...old, ...second])).toEqual([false, false, false, true, true, true])

  await desk('POST', '/edit', { office_reason: 'The parents ask for it' })
  await onBehalf('DELETE', `/v1/tda/best-dancers?attendee_id=${attendee_id}`)
  expect(await liveOf()).toBe(second[0])
  await submit()
  expect(await liveOf()).toBeNull()
  expect(await areThere(second)).toEqual([false, false, false])
})

test('OFF-020 a discarded edit leaves music and photo as they were, and its uploads are deleted; a night before keeps them', async () => {
  const { attendee_id } = await dancerOf(owner)
  const liveFiles = [...(await putPhoto(owner, attendee_id)), await putMusic(owner, lanterns, 'Old.wav')]
  const before = (await owner('GET', `/v1/dance360/registrations/${id}`)).json()
  const draftFiles = [...(await putPhoto(onBehalf, attendee_id)), await putMusic(onBehalf, lanterns, 'New.wav')]
  await onBehalf('DELETE', `/v1/mybtf/music?registrationsRoutineId=${undertow}`)

  clock.time = instant('2024-10-04T16:00:00Z')
  await musicJobs.clean_up_files(app, {})
  expect(await areThere([...liveFiles, ...draftFiles])).toEqual([...liveFiles, ...draftFiles].map(() => true))

  expect((await desk('DELETE', '/edit')).statusCode).toBe(204)
  expect(await areThere(liveFiles)).toEqual(liveFiles.map(() => true))
  expect(await areThere(draftFiles)).toEqual(draftFiles.map(() => false))
  clock.time = start
  const after = (await owner('GET', `/v1/dance360/registrations/${id}`)).json()
  expect({ ...after, office_editing: true }).toEqual({ ...before, office_editing: true })
})
