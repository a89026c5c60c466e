import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { picture } from '../scenarios/photos.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { app, db, call, clock, folder } = stage
const { registration, grace, marlowe, office, tour_date_id } = await completedCity(stage, {
  event: {
    is_nationals: true,
    vip_name: 'Core Performer',
    vip_name_plural: 'Core Performers',
    vip_route: 'core-performers',
  },
  program: [
    { dancer: 0, code: 'COMPETING', routine: { name: 'Moth', choreographer: 'Sam Vale', performance_division_id: 2 } },
    { dancer: 1, code: 'JACKET_ONLY', jacket_size_id: 2, jacket_name: 'Bea' },
  ],
})
const today = clock.time
const people = await db
  .selectFrom('attendees')
  .where('registration_id', '=', registration.id)
  .selectAll()
  .orderBy('id')
  .execute()
const idOf = (place: number) => people[place]?.id ?? 0
const [ana, bea, cleo] = [idOf(0), idOf(1), idOf(2)]

beforeEach(async () => {
  clock.time = today
  await db
    .updateTable('tour_dates')
    .set({ edit_bd_photo: true, edit_bd_jacket: true, edit_bd_routine: true })
    .where('id', '=', tour_date_id)
    .execute()
})

const close = (flag: 'edit_bd_photo' | 'edit_bd_jacket') =>
  db
    .updateTable('tour_dates')
    .set({ [flag]: false })
    .where('id', '=', tour_date_id)
    .execute()

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A call as the owner, or by a shared link. */
const ask = (method: Method, url: string, body?: object, token?: string) =>
  token
    ? app.inject({ method, url, headers: { 'x-share-token': token }, ...(body && { payload: body }) })
    : call(grace.user_id, method, url, body)

const url = '/v1/tda/best-dancers'
const list = async (token?: string) =>
  (await ask('GET', `${url}?registration_id=${registration.id}`, undefined, token)).json()
const dancer = async (id: number, token?: string) =>
  (await list(token)).dancers.find(({ attendee_id }: { attendee_id: number }) => attendee_id === id)

async function put(attendee: number, content: Buffer, token?: string) {
  const uploadUrl = `/v1/mybtf/image-upload-params?name=${attendee}/photo.jpg&type=image/jpeg&folder=best_dancer`
  const place = await ask('GET', uploadUrl, undefined, token)
  if (place.statusCode !== 200) return { code: place.json().code as string, key: '' }
  const { url: to, fields, public_id } = place.json()
  const reply = await app.inject({ method: 'PUT', url: to, headers: fields, payload: content })
  return { code: reply.statusCode === 204 ? 'put' : (reply.json().code as string), key: public_id as string }
}

async function upload(attendee: number, token?: string) {
  const [photo, original] = [
    await put(attendee, await picture(700, 700), token),
    await put(attendee, await picture(90, 60), token),
  ]
  const body = { id: attendee, best_dancer_photo: photo.key, best_dancer_photo_original: original.key }
  return { reply: await ask('PATCH', url, body, token), photo: photo.key, original: original.key }
}

const fileOf = (key: string) => readFile(path.join(folder, key))
const share = async () =>
  (
    await call(
      grace.user_id,
      'GET',
      `/v1/dance360/generate-url-token?path=core-performers&data=${encodeURIComponent(JSON.stringify({ registration_id: registration.id }))}`,
    )
  ).json()

describe('photos', () => {
  test('PROG-013 PROG-014 PROG-016 PROG-052 a photo is put, saved with its original and has a thumbnail of 600 by 600', async () => {
    const { reply, photo, original } = await upload(ana)
    expect(reply.json()).toMatchObject({
      attendee: { id: ana, best_dancer_photo: photo, best_dancer_photo_original: original },
    })
    expect(photo).toMatch(new RegExp(`^41/best_dancer/${registration.id}/${ana}/`))
    const { width, height } = await sharp(await fileOf(photo.replace('.jpg', '-600.jpg'))).metadata()
    expect([width, height]).toEqual([600, 600])
    const dancerEntry = await dancer(ana)
    expect((await app.inject({ url: dancerEntry.photo })).headers['content-type']).toBe('image/jpeg')
    expect(dancerEntry.missing).toEqual(['jacket size', 'name on the jacket'])
  })

  test('PROG-016 PROG-015 a photo is taken away with all its files; without an attendee nothing is', async () => {
    const { photo, original } = await upload(ana)
    expect((await ask('DELETE', `${url}?attendee_id=${ana}`)).statusCode).toBe(204)
    await stage.runJobs()
    for (const key of [photo, original, photo.replace('.jpg', '-600.jpg')]) await expect(fileOf(key)).rejects.toThrow()
    expect(await dancer(ana)).toMatchObject({ photo: null })
    for (const unsaved of ['', '?attendee_id=', '?attendee_id=null', '?attendee_id=0']) {
      const none = await ask('DELETE', `${url}${unsaved}`)
      expect([none.statusCode, none.json().message]).toEqual([422, 'Something went wrong. Please try again!'])
    }
  })

  test('PROG-011 PROG-048 a photo that is not square, not an image, too large or under another key is refused', async () => {
    const save = async (key: string) => (await ask('PATCH', url, { id: ana, best_dancer_photo: key })).json().code
    expect(await save((await put(ana, await picture(90, 60))).key)).toBe('best_dancer.not_square')
    expect(await save((await put(bea, await picture(80, 80))).key)).toBe('file.invalid')
    expect((await put(ana, Buffer.from('%PDF-1.7'))).code).toBe('file.invalid')
    expect((await put(ana, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))).code).toBe('file.heic')
    const picked = await picture(80, 80)
    const large = (size: number) => Buffer.concat([picked, Buffer.alloc(size - picked.length)])
    expect((await put(ana, large(10_485_761))).code).toBe('file.too_large')
    expect((await put(ana, large(10_485_760))).code).toBe('put')
  })

  test('API-019 API-082 a place for a photo, saving and taking it away name their fields, and are the owner’s alone', async () => {
    const place = `/v1/mybtf/image-upload-params?name=${ana}/photo.jpg&type=image/jpeg&folder=best_dancer`
    const answer = (await ask('GET', place)).json()
    expect(answer).toEqual({ url: expect.any(String), fields: expect.any(Object), public_id: expect.any(String) })
    const { reply, photo, original } = await upload(ana)
    expect(reply.json().attendee).toEqual({
      id: ana,
      person_id: people[0]?.person_id,
      jacket_size_id: null,
      jacket_name: null,
      best_dancer_photo: photo,
      best_dancer_photo_original: original,
    })
    const body = { id: ana, best_dancer_photo: photo, best_dancer_photo_original: original }
    const calls = [['GET', place], ['PATCH', url, body] as const, ['DELETE', `${url}?attendee_id=${ana}`]] as const
    for (const [method, address, payload] of calls) {
      const visitor = await app.inject({ method, url: address, ...(payload && { payload }) })
      const stranger = await call(marlowe.user_id, method, address, payload)
      expect([method, visitor.statusCode, stranger.statusCode]).toEqual([method, 401, 404])
    }
    expect((await dancer(ana)).photo).toEqual(expect.any(String))
  })

  test('PROG-008 SEC-018 where the city has closed photos none is put, saved or taken away', async () => {
    const { photo } = await upload(ana)
    await close('edit_bd_photo')
    expect((await put(ana, await picture(80, 80))).code).toBe('best_dancer.photo_closed')
    const again = await ask('PATCH', url, { id: ana, best_dancer_photo: photo })
    const removal = await ask('DELETE', `${url}?attendee_id=${ana}`)
    expect([again, removal].map(({ statusCode }) => statusCode)).toEqual([422, 422])
    expect((await list()).closed.photo).toMatch(/Photos can no longer be changed/)
  })
})

describe('jackets', () => {
  const size = async (changes: object) => (await ask('PATCH', url, { id: bea, ...changes })).json()

  test('PROG-009 PROG-047 size and name change, and neither where the city has closed jackets', async () => {
    expect(await size({ jacket_size_id: 5, jacket_name: ' Beatriz ' })).toMatchObject({
      attendee: { jacket_size_id: 5, jacket_name: 'Beatriz' },
    })
    expect(await size({ jacket_size_id: 99 })).toMatchObject({ code: 'best_dancer.size_unknown' })
    await close('edit_bd_jacket')
    expect(await size({ jacket_size_id: 6 })).toMatchObject({ code: 'best_dancer.jacket_closed' })
    expect(await dancer(bea)).toMatchObject({ type: 'Jacket only', jacket_size_id: 5, missing: ['photo'] })
  })

  test('a dancer who does not take part has no jacket, and no account reads another’s registration', async () => {
    expect((await ask('PATCH', url, { id: cleo, jacket_size_id: 1 })).json().code).toBe('best_dancer.not_taking_part')
    const other = await call(marlowe.user_id, 'PATCH', url, { id: bea, jacket_size_id: 1 })
    expect(other.statusCode).toBe(404)
    expect((await call(marlowe.user_id, 'GET', `${url}?registration_id=${registration.id}`)).statusCode).toBe(404)
  })
})

test('PROG-020 PROG-051 TOK-003 TOK-012 a link lets parents give photo and jacket, shows no prices and no contact data, and ends', async () => {
  const { token, url: to } = await share()
  expect(to).toMatch(/\/core-performers\/[\w-]+$/)
  expect((await upload(ana, token)).reply.statusCode).toBe(200)
  expect((await ask('PATCH', url, { id: ana, jacket_size_id: 3 }, token)).statusCode).toBe(200)
  const sharedList = await list(token)
  expect(sharedList.dancers).toHaveLength(2)
  // The signature in the address of a photo is random: it may spell any word.
  const withoutAddresses = (_: string, value: unknown) =>
    typeof value === 'string' && /^(https?:)?\//.test(value) ? '' : value
  expect(JSON.stringify(sharedList, withoutAddresses)).not.toMatch(
    /amount|price|fee|email|phone|birthdate|\d{4,}\.\d\d/,
  )
  const music = await ask('GET', `/v1/mybtf/registration/${registration.id}/music`, undefined, token)
  expect(music.statusCode).toBe(401)
  clock.time = daysAfter(today, 400)
  expect((await ask('GET', `${url}?registration_id=${registration.id}`, undefined, token)).statusCode).toBe(401)
})

test('EVT-016 PROG-021 the record counts who is complete, and the program has its price', async () => {
  const record = (await call(grace.user_id, 'GET', `/v1/dance360/registrations/${registration.id}`)).json()
  expect(record.vip_tally).toEqual({ done: 0, total: 2 })
  expect(record.fees.bestdancer).toBe(22_000)
  expect(record.routines.filter(({ is_best_dancer }: { is_best_dancer: boolean }) => is_best_dancer)).toMatchObject([
    { routine: { name: 'Moth', choreographer: 'Sam Vale' }, fee: 0 },
  ])
})

test('photos nobody saved go after a day, those of a dancer stay', async () => {
  const { photo } = await upload(ana)
  const { key } = await put(ana, await picture(80, 80))
  clock.time = daysAfter(today, 2)
  await db
    .transaction()
    .execute(async (tx) =>
      (await import('@callboard/server/registrations/best-dancers/queries.ts')).dropLoosePhotos(
        tx,
        daysAfter(clock.time, -1),
      ),
    )
  await stage.runJobs()
  await expect(fileOf(key)).rejects.toThrow()
  expect((await fileOf(photo.replace('.jpg', '-600.jpg'))).length).toBeGreaterThan(100)
})

describe('the office', () => {
  const read = (place: string) => call(office.user_id, 'GET', `/v1/office/${place}`)

  test('reads who of a city takes part, what is missing of whom, and saves sizes as a sheet', async () => {
    await ask('PATCH', url, { id: bea, jacket_size_id: 2, jacket_name: 'Bea' })
    const { rows, program } = (await read(`tour-dates/${tour_date_id}/program`)).json()
    expect(program).toEqual({ plural: 'Core Performers', garment: 'jacket', asks_name: true })
    expect(rows).toMatchObject([
      { lname: 'Lindqvist', type: 'Jacket only', size: 'Youth M', missing: ['photo'] },
      { lname: 'Ruiz', type: 'Competing', routine: 'Moth', registrant: 'Larkspur Dance Conservatory' },
    ])
    const sheet = (await read(`tour-dates/${tour_date_id}/program.csv`)).body.split('\r\n')
    expect(sheet[1]).toBe('Larkspur Dance Conservatory,Bea,Lindqvist,Jacket only,Youth M,Bea,,,,no,photo')
    expect((await call(grace.user_id, 'GET', `/v1/office/tour-dates/${tour_date_id}/program`)).statusCode).toBe(403)
  })

  test('saves a photo under studio and name', async () => {
    await upload(ana)
    const { signedRequest } = (await read(`attendees/${ana}/photo`)).json()
    const saved = await app.inject({ url: signedRequest })
    expect(saved.headers['content-disposition']).toContain('Larkspur Dance Conservatory - Ruiz_ Ana.jpg')
    expect((await read(`attendees/${cleo}/photo`)).statusCode).toBe(404)
  })

  test('OFF-014 a city with a program has its place at the desk, and its photos as one archive', async () => {
    const parts = async () => (await read(`tour-dates/${tour_date_id}/parts`)).json()
    expect(await parts()).toEqual({ program: true })
    const zip = `tour-dates/${tour_date_id}/program/photos`
    await ask('DELETE', `${url}?attendee_id=${ana}`)
    expect((await read(zip)).statusCode).toBe(404)
    await upload(ana)
    await upload(bea)
    const reply = await read(zip)
    expect(reply.headers['content-type']).toBe('application/zip')
    // Names stand as they are in an archive, and its pictures too.
    for (const name of ['Ruiz, Ana', 'Lindqvist, Bea']) {
      expect(reply.rawPayload.includes(`Larkspur Dance Conservatory - ${name}.jpg`)).toBe(true)
    }
    expect(reply.rawPayload.readUInt16LE(reply.rawPayload.length - 12)).toBe(2)
    expect((await call(grace.user_id, 'GET', `/v1/office/${zip}`)).statusCode).toBe(403)

    await db.updateTable('tour_dates').set({ disabled_best_dancers: true }).where('id', '=', tour_date_id).execute()
    expect(await parts()).toEqual({ program: false })
    await db.updateTable('tour_dates').set({ disabled_best_dancers: false }).where('id', '=', tour_date_id).execute()
  })
})

test('ACC-059 an account finds its programs that are still ahead, and those alone', async () => {
  const own = async () => (await ask('GET', `${url}/own`)).json()
  expect(await own()).toMatchObject([{ registration_id: registration.id, plural: 'Core Performers' }])
  clock.time = daysAfter(today, 400)
  expect(await own()).toEqual([])
})

describe('the step', () => {
  const soloFields = { name: 'Wasp', choreographer: 'Mia Sol', performance_division_id: 1 }

  test('PROG-018 PROG-019 PROG-003 ATT-032 ATT-057 a save adds the solo, updates it, and removes it', async () => {
    const own = (method: Method, to: string, body?: object) => call(marlowe.user_id, method, to, body)
    const { id } = (await own('POST', '/v1/mybtf/registration', { tour_date_id })).json()
    const [uma = 0] = marlowe.person_ids
    const save = async (person: object, more: object = {}) => {
      const attendees = [{ person_id: uma, workshop_level_id: 3, ...person }]
      return (await own('PUT', '/v1/dance360/workshop/attendees', { id, attendees, ...more })).json()
    }
    const first = await save({ best_dancer_type_id: 1, jacket_size_id: 2, jacket_name: 'Uma' })
    expect(first.routines).toMatchObject([{ is_best_dancer: true, fee: 0, routine: { name: 'TBA' } }])
    expect(first.attendees[uma]).toMatchObject({
      best_dancer_type_id: 1,
      vip_type_id: 1,
      jacket_name: 'Uma',
      routine: { name: '', choreographer: '', performance_division_id: null },
    })
    const root = `/v1/dance360/registrations/${id}`
    await own('PUT', root, { waiver: true, competitionCodeWaiver: true, is_competing: false })
    const early = (await own('PUT', root, { reviewed: true })).json()
    expect(early).toMatchObject({
      code: 'best_dancer.incomplete',
      tab: 'core-performers',
      lacks: ['routine title', 'performance division'],
    })

    const same = { best_dancer_type_id: 1, jacket_size_id: 2, jacket_name: 'Uma' }
    const second = await save(same, { best_dancer_routines: [{ person_id: uma, ...soloFields }] })
    expect(second.routines).toMatchObject([
      { id: first.routines[0].id, routine: { name: 'Wasp' }, performance_division_id: 1 },
    ])
    expect((await save(same)).attendees[uma].routine).toEqual(soloFields)
    expect((await save({})).routines).toEqual([])
    expect((await own('GET', root)).json().fees.bestdancer).toBe(0)
  })

  test('PROG-008 PROG-009 PROG-010 in an edit jacket and routine change only where the city allows', async () => {
    const root = `/v1/dance360/registrations/${registration.id}`
    await db.updateTable('registrations').set({ confirmed: true }).where('id', '=', registration.id).execute()
    const { attendees } = (await ask('GET', `${root}/edit`)).json()
    const save = async (more: object, routine: object = soloFields) => {
      const body = {
        id: registration.id,
        attendees: Object.values(attendees as Record<string, { id: number }>).map((one) =>
          one.id === ana ? { ...one, ...more } : one,
        ),
        best_dancer_routines: [{ person_id: people[0]?.person_id, ...routine }],
      }
      const reply = await ask('PUT', '/v1/dance360/workshop/attendees', body)
      return reply.statusCode === 200 ? 'saved' : reply.json().code
    }
    expect(await save({ jacket_name: 'Ana' })).toBe('saved')
    await db
      .updateTable('tour_dates')
      .set({ edit_bd_routine: false, edit_bd_jacket: false })
      .where('id', '=', tour_date_id)
      .execute()
    expect(await save({ jacket_name: 'Ana' }, { ...soloFields, name: 'Else' })).toBe('best_dancer.routine_closed')
    expect(await save({ jacket_name: 'Else' })).toBe('best_dancer.jacket_closed')
    expect(await save({ jacket_name: 'Ana' })).toBe('saved')
    expect((await ask('GET', root)).json().attendees[people[0]?.person_id ?? 0].routine).toMatchObject({ name: 'Moth' })
  })
})
