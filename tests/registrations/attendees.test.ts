import { existsSync } from 'node:fs'
import path from 'node:path'
import { presentedAttendee } from '@callboard/contract/registrations/attendees.ts'
import { readRegistration } from '@callboard/contract/registrations/registrations.ts'
import { identityKey } from '@callboard/domain/registrations/attendees/set-options.ts'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { dollars } from '@callboard/domain/kernel/money.ts'
import { completeIfCovered } from '@callboard/server/registrations/complete.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { putUpload } from '../scenarios/uploads.ts'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody, reviewed, type Studio } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const season = await openSeason(stage)
const people = '/v1/dance360/workshop/attendees'
const open = (id: number) => `/v1/dance360/registrations/${id}`

/** A studio whose people are registered for a city of their own. */
async function registered(cityValues: Parameters<typeof season.city>[0] = {}, level = 1) {
  const [studio, city] = [await season.studio(), await season.city(cityValues)]
  if (level === 4) {
    const grown = { birthdate: calendarDate('2006-03-03') }
    await db.updateTable('persons').set(grown).where('id', 'in', studio.dancers).execute()
  }
  const { id } = await begin(studio, city)
  const reply = await studio.call('PUT', people, peopleBody(id, { ...studio, level }))
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const attendees: Record<string, { id: number; person_id: number; fee: number }> = reply.json().attendees
  const attendeeOf = (person_id: number) => attendees[person_id]?.id ?? 0
  return { studio, city, id, attendees, attendeeOf, first: studio.dancers[0] ?? 0 }
}

const saveOne = (studio: Studio, attendee_id: number, change: object) =>
  studio.call('PUT', `/v1/dance360/attendees/${attendee_id}`, change)

test('ATT-002 ATT-003 ATT-004 an attendee has every field that the documents name', async () => {
  const { studio, id, first } = await registered()
  const attendee = (await studio.call('GET', open(id))).json().attendees[first]
  const fieldNames = [
    'id',
    'person_id',
    'person',
    'registration_id',
    'workshop_level_id',
    'workshop_level_id_v',
    'workshop_level',
    'virtual',
    'one_day',
    'has_scholarship',
    'scholarship_amount',
    'best_dancer_type_id',
    'attended_reg',
    'fee',
    'media_pass',
    'media_pass_old',
    'intensive_id',
    'vip_type_id',
    'lab_id',
    'jacket_size_id',
    'jacket_name',
    'best_dancer_photo',
    'best_dancer_photo_original',
    'freestyle_battle_id',
    'kdoty',
    'photoshoot',
    'awe_experience',
    'vip_experience',
    'college_discount',
    'has_college_discount',
    'date_attendee_id',
    'access_code',
  ]
  expect(Object.keys(attendee)).toEqual(expect.arrayContaining(fieldNames))
  expect(Object.keys(attendee.workshop_level).sort()).toEqual(['id', 'id_v', 'level', 'minimum_age'])
  expect(attendee).toMatchObject({ person_id: first, registration_id: id, workshop_level_id_v: '1v' })
  expect(presentedAttendee.safeParse(attendee).success).toBe(true)
})

test('WIZ-053 WIZ-054 WIZ-055 WIZ-056 WIZ-057 a registration’s record has every field that the documents name', async () => {
  const { studio, id } = await registered()
  const record = (await studio.call('GET', open(id))).json()
  const fieldNames = [
    'id',
    'tour_date_id',
    'tour_date',
    'mybtf_user_id',
    'studio_id',
    'studio',
    'independent',
    'ancillary',
    'additional_observers',
    'unconfirmed_additional_observers',
    'viewed',
    'deleted',
    'fees',
    'free_teacher',
    'credit',
    'promo_codes',
    'payments',
    'full_rates',
    'late_rates',
    'group',
    'competition_deposit_routines',
    'removed_routines_post_deadline',
    'confirmed',
    'completed',
    'editing',
    'reviewed',
    'paying_by_check',
    'waiver',
    'competitionCodeWaiver',
    'is_competing',
    'dates',
    'left_off',
    'left_off_details',
    'attendees',
    'routines',
    'waiting_list_routines',
    'nomination_routines',
    'has_soty',
    'comp_room',
    'beat_street',
    'music_tally',
    'waiver_tally',
    'survey_version',
    'survey_submitted',
    'mybtf_user',
  ]
  expect(Object.keys(record)).toEqual(expect.arrayContaining(fieldNames))
  expect(Object.keys(record.additional_observers).sort()).toEqual(['complimentary', 'one', 'two'])
  expect(Object.keys(record.free_teacher).sort()).toEqual(['count', 'value'])
  expect(record.dates).toHaveProperty('completed', null)
  expect(readRegistration.reply.safeParse(record).success).toBe(true)
})

test('ATT-058 one attendee is changed alone: what is left out stays, and the version goes on', async () => {
  const { studio, id, first, attendeeOf } = await registered()
  const { version } = (await studio.call('GET', open(id))).json()
  await saveOne(studio, attendeeOf(first), { attended_reg: true, version })
  const reply = await saveOne(studio, attendeeOf(first), { photoshoot: true, version: version + 1 })
  expect(reply.json()).toMatchObject({
    version: version + 2,
    attendee: { person_id: first, attended_reg: true, photoshoot: true },
  })
  const { attendees } = (await studio.call('GET', open(id))).json()
  expect(attendees[first]).toMatchObject({ attended_reg: true, photoshoot: true })
  expect(attendees[studio.dancers[1] ?? 0]).toMatchObject({ attended_reg: false, photoshoot: false })
})

test('ATT-055 room and Beat Street are saved with the people, where the city has them and they are earned', async () => {
  const { studio, id } = await registered({ add_ons: ['beat_street', 'comp_room'] })
  await studio.call('PUT', people, peopleBody(id, studio, { beat_street: true }))
  expect((await studio.call('GET', open(id))).json()).toMatchObject({ beat_street: true, comp_room: false })
  const room = await studio.call('PUT', people, peopleBody(id, studio, { comp_room: true, beat_street: true }))
  expect([room.statusCode, room.json().code]).toEqual([422, 'attendee.comp_room_not_earned'])
})

test('ATT-051 ATT-064 ATT-065 a media pass is new once per dancer: the same names and birthdate own it on any roster', async () => {
  const { studio, id, first } = await registered()
  const twin = await registered()
  const [second = 0] = twin.studio.dancers
  const same = { fname: 'Ivy', lname: 'Castellanos', birthdate: calendarDate('2012-02-02'), gender_id: 1 }
  await db.updateTable('persons').set(same).where('id', 'in', [first, second]).execute()
  const ask = (who: typeof twin, person_id: number) =>
    who.studio.call('POST', '/v1/mybtf/registration/calculate-media-pass-fees', {
      registration_id: who.id,
      season_id: 41,
      studio_id: who.studio.studio_id,
      attendees: [{ media_pass: true, person_id, person: same }],
    })
  const fresh = await ask(twin, second)
  expect(fresh.json()).toEqual({
    media_pass_fees: 4_999,
    attendees: [{ id: twin.attendeeOf(second), person_id: second, media_pass: true, media_pass_old: false }],
  })

  const identity_key = identityKey(same)
  await db
    .insertInto('media_passes')
    .values({ season_id: 41, identity_key, person_id: first, registration_id: id })
    .execute()
  expect((await ask(twin, second)).json()).toMatchObject({
    media_pass_fees: 0,
    attendees: [{ person_id: second, media_pass: true, media_pass_old: true }],
  })
  expect(studio.user_id).not.toBe(twin.studio.user_id)
})

/** A college dancer with an uploaded student ID, and where the file lies. */
async function collegeDancer(choices: object = { college_discount: true }) {
  const { studio, city, id, first, attendeeOf } = await registered({}, 4)
  const attendee_id = attendeeOf(first)
  const place = (
    await studio.call(
      'GET',
      `/v1/mybtf/registration/dancer-student-id?name=${attendee_id}/card.jpg&type=image/jpeg&operation=put`,
    )
  ).json()
  expect(place.url).toMatch(new RegExp(`^college-discounts/${city}/${id}/${attendee_id}-[\\w-]{12}\\.jpg$`))
  const jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#7a1f4b' } })
    .jpeg()
    .toBuffer()
  const put = { method: 'PUT', url: place.signedRequest, payload: jpeg, headers: { 'content-type': 'image/jpeg' } }
  expect((await stage.app.inject(put as never)).statusCode).toBe(204)
  const file = path.join(stage.folder, place.url)
  const on = await saveOne(studio, attendee_id, { student_id_url: place.url, ...choices })
  expect(on.json().attendee, on.body).toMatchObject({ ...choices, has_college_discount: true })
  expect(existsSync(file)).toBe(true)
  return { studio, id, attendee_id, file }
}

const withoutCollege = { college_discount: false, has_college_discount: false, student_id_url: null }

test.each<[string, object, object]>([
  ['its own switch', { college_discount: false }, { attended_reg: false }],
  ['the discount for having attended', { attended_reg: true }, { attended_reg: true }],
  ['a level without it', { workshop_level_id: 3 }, { workshop_level_id: 3 }],
])(
  'ATT-028 ATT-063 ATT-077 a student ID lies in its registration’s folder, and is gone by %s',
  async (_, change, after) => {
    const { studio, attendee_id, file } = await collegeDancer()
    const off = await saveOne(studio, attendee_id, change)
    expect(off.json().attendee, off.body).toMatchObject({ ...withoutCollege, ...after })
    await stage.runJobs()
    expect(existsSync(file)).toBe(false)
  },
)

test('ATT-077 the review takes a college discount that its level lost, and the student ID with it', async () => {
  const { studio, id, file } = await collegeDancer()
  await db.updateTable('workshop_levels').set({ college_eligible: false }).where('id', '=', 4).execute()
  try {
    const reply = await studio.call('PUT', open(id), { reviewed: true, waiver: true })
    expect(reply.statusCode, reply.body).toBe(200)
  } finally {
    await db.updateTable('workshop_levels').set({ college_eligible: true }).where('id', '=', 4).execute()
  }
  const attendee = await db
    .selectFrom('attendees')
    .where('registration_id', '=', id)
    .select(['college_discount', 'has_college_discount', 'student_id_url'])
    .executeTakeFirst()
  expect(attendee).toEqual(withoutCollege)
  await stage.runJobs()
  expect(existsSync(file)).toBe(false)
})

test('ATT-063 SEC-007 a place in somebody else’s folder is not taken as a student ID', async () => {
  const { studio, first, attendeeOf } = await registered({}, 4)
  const foreign = { student_id_url: 'college-discounts/1/1/1.jpg', college_discount: true }
  const reply = await saveOne(studio, attendeeOf(first), foreign)
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'attendee.student_id_needed'])
})

test('ATT-027 ATT-063 a student ID that never arrived, or is none, takes no college discount', async () => {
  const { studio, city, id, first, attendeeOf } = await registered({}, 4)
  const attendee_id = attendeeOf(first)
  const student_id_url = `college-discounts/${city}/${id}/${attendee_id}-abcdefghijkl.pdf`
  const take = () => saveOne(studio, attendee_id, { student_id_url, college_discount: true })
  const missing = await take()
  expect([missing.statusCode, missing.json().code]).toEqual([422, 'file.invalid'])

  await putUpload(stage, student_id_url, Buffer.from('a text that calls itself a PDF'))
  const disguised = await take()
  expect([disguised.statusCode, disguised.json().code]).toEqual([422, 'file.invalid'])
  expect(existsSync(path.join(stage.folder, student_id_url))).toBe(false)
  expect((await studio.call('GET', open(id))).json().attendees[first].college_discount).toBe(false)
})

test('ATT-063 SEC-007 a path that only begins like one’s own place reaches no other file', async () => {
  const { studio, city, id, first, attendeeOf } = await registered({}, 4)
  const attendee_id = attendeeOf(first)
  await stage.files.put('photos/somebody.jpg', Buffer.from('not a photo'), 'image/jpeg')
  const student_id_url = `college-discounts/${city}/${id}/${attendee_id}./../../../../photos/somebody.jpg`
  const reply = await saveOne(studio, attendee_id, { student_id_url, college_discount: true })
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'attendee.student_id_needed'])
  expect(existsSync(path.join(stage.folder, 'photos/somebody.jpg'))).toBe(true)
})

const give = (person_id: number, amount: number, more: object = {}) =>
  db
    .insertInto('scholarships')
    .values({ person_id, season_id: 41, event_id: null, vip_type_id: null, amount: dollars(amount), ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
const offeredIds = async ({ studio, id }: { studio: Studio; id: number }) =>
  (await studio.call('GET', `${open(id)}/scholarships`)).json().scholarships.map(({ id: one }: { id: number }) => one)

test('ATT-031 scholarships of this season and tour are offered to who holds them, and reduce the fee', async () => {
  const here = await registered()
  const { studio, first, attendees, attendeeOf } = here
  await db
    .insertInto('seasons')
    .values({ id: 40, start_year: 2023, end_year: 2024, age_year: 2024 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const small = await give(first, 50)
  const large = await give(first, 90, { event_id: 7 })
  await give(first, 500, { season_id: 40 })
  await give((await registered()).first, 70)
  expect(await offeredIds(here)).toEqual([large.id, small.id])

  const before = attendees[first]?.fee ?? 0
  const reply = await saveOne(studio, attendeeOf(first), { scholarship_id: large.id })
  expect(reply.json().attendee).toMatchObject({
    has_scholarship: true,
    scholarship_id: large.id,
    scholarship_amount: 9_000,
    fee: before - 9_000,
  })
  // A save of the people says nothing of scholarships, and leaves them.
  await studio.call('PUT', people, peopleBody(here.id, studio))
  const left = await saveOne(studio, attendeeOf(first), { scholarship_id: null })
  expect(left.json().attendee).toMatchObject({ has_scholarship: false, scholarship_amount: 0, fee: before })
  const other = await saveOne(studio, attendeeOf(studio.dancers[1] ?? 0), { scholarship_id: large.id })
  expect([other.statusCode, other.json().code]).toEqual([422, 'attendee.scholarship_unknown'])
  const rival = await season.studio()
  expect((await rival.call('GET', `${open(here.id)}/scholarships`)).statusCode).toBe(404)
})

test('ATT-031 a scholarship is chosen in one registration at a time, two at once included', async () => {
  const here = await registered()
  const { studio, first, attendeeOf } = here
  const { id } = await give(first, 40)
  const next = await begin(studio, await season.city())
  const second = (await studio.call('PUT', people, peopleBody(next.id, studio))).json().attendees[first].id
  const both = await Promise.all([
    saveOne(studio, attendeeOf(first), { scholarship_id: id }),
    saveOne(studio, second, { scholarship_id: id }),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  const chosenId = both[0].statusCode === 200 ? here.id : next.id
  const waiting = chosenId === here.id ? next.id : here.id
  expect(await offeredIds({ studio, id: waiting })).toEqual([])
  await studio.call('DELETE', `/v1/mybtf/delete-registration/${chosenId}`)
  expect(await offeredIds({ studio, id: waiting })).toEqual([id])
})

test('ATT-031 REV-020 completion uses the scholarship up', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id, review } = await reviewed(studio, city)
  const [first = 0] = studio.dancers
  const scholarship = await give(first, 60)
  const { attendees } = (await studio.call('GET', open(id))).json()
  await saveOne(studio, attendees[first].id, { scholarship_id: scholarship.id })
  await studio.call('PUT', open(id), { is_competing: false, waiver: true, competitionCodeWaiver: true })
  const record = (await review()).json()
  await db
    .insertInto('payments')
    .values({ registration_id: id, amount: record.fees.total, payment_method_id: 9, timestamp: stage.clock.now() })
    .execute()
  const readUse = () =>
    db
      .selectFrom('scholarships')
      .select('used_registration_id')
      .where('id', '=', scholarship.id)
      .executeTakeFirstOrThrow()
  expect(await readUse()).toEqual({ used_registration_id: null })
  await db.transaction().execute((tx) => completeIfCovered(tx, id, stage.clock.now()))
  expect(await readUse()).toEqual({ used_registration_id: id })
})

test('WIZ-029 a registration in progress takes no place: a city full of unfinished ones accepts another', async () => {
  const city = await season.city({ total_routine_limit: 1 })
  const takenPlaces = () =>
    db.selectFrom('capacity').select('taken').where('tour_date_id', '=', city).where('key', '=', 'routines').execute()
  for (const _ of [1, 2]) {
    const studio = await season.studio()
    await reviewed(studio, city, [studio.dancers.slice(0, 1)])
  }
  expect(await takenPlaces()).toEqual([{ taken: 0 }])
})
