import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { ExampleRegistration, ExampleWorld } from '@callboard/contract/example-world.ts'
import { logoFolder } from '@callboard/domain/kernel/files.ts'
import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { insertEvents, plainEvent } from '@callboard/server/dev/build-season.ts'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { musicKey } from '@callboard/server/music/music-key.ts'
import { exportToken } from '@callboard/server/desk/send-exports.ts'
import { unsubscribeToken } from '@callboard/server/desk/group-mail-letter.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import { makePhotos } from './photos.ts'
import { makeJudged } from './results.ts'
import { makeJudging } from './judging.ts'
import { makePublishedOrder, makeRunningOrder } from './running-order.ts'
import { makeCritiques, makeHomework } from './critiques.ts'
import { makeMedia } from './media.ts'
import { makeSurvey } from './survey.ts'
import { makeWaivers } from './waivers.ts'
import type { Stage } from '../kit.ts'
import { placeOf, putUpload } from './uploads.ts'
import { openSeason, type Season } from './small-city.ts'
import {
  beginAsIndependent,
  makeInvitation,
  makeLeaving,
  makeOwnerless,
  makePeople,
  makeScholarship,
  makeSecondFactor,
  makeTokens,
  makeVirtual,
  saveCard,
} from './example-people.ts'
import { makeAttempt, makeDeskWork, makePromo } from './example-money.ts'
import { makeNationals, makeOfficeEdit, makeRegistrations, makeWaiting } from './example-registrations.ts'

export type Cast = {
  owner: number
  rival: number
  independent: number
  unconfirmed: number
  office: number
  admin: number
}

/** The world that endpoint examples speak of, made by the product itself, and everyone who may try to reach into it. */
export async function loadExampleWorld(stage: Stage): Promise<{ world: ExampleWorld; cast: Cast }> {
  const season = await openSeason(stage)
  const studio = await season.studio({ dancers: 5, teachers: 1 })
  await stage.files.put(`${logoFolder(7)}example.png`, Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'image/png')
  const rival = await season.studio()
  const registrations = await makeRegistrations(stage, season, studio)
  const [spare_person_id = 0] = studio.dancers.slice(4)
  const { staff, others } = await makePeople(stage)
  const nationals = await makeNationals(stage, season, studio)
  const published_order = await makePublishedOrder(stage, staff.office, studio.user_id, registrations.confirmed)
  const judged = await makeJudged(stage, season, studio, staff)
  const judging = await makeJudging(stage, season, staff)
  const world: ExampleWorld = {
    owner: {
      user_id: studio.user_id,
      email: studio.email,
      password: 'Rehearsal7',
      studio_id: studio.studio_id,
      person_id: studio.dancers[0] ?? 0,
      session_id: '',
    },
    event_id: 7,
    season_id: 41,
    free_tour_date_id: await season.city(),
    unpublished: await makeUnpublished(stage, season),
    spare_person_id,
    ...registrations,
    office_edited: { id: 0, version: 0, total: 0 },
    billing_id: await saveCard(stage, studio),
    orderid: await makeAttempt(stage, studio, registrations.reviewed.id),
    promo_code: await makePromo(stage),
    tokens: {
      ...(await makeTokens(stage, studio, others.unclaimed.id)),
      music: await makeMusicLink(stage, registrations.completed.id),
    },
    group_mail: await makeGroupMails(stage, staff.office, registrations.completed),
    saved: await makeSaved(stage, staff.office),
    invitation: await makeInvitation(stage),
    leaving: await makeLeaving(stage, others.users.unconfirmed),
    unclaimed_studio: others.unclaimed,
    claimed_studio_id: studio.studio_id,
    upload: await makeUpload(stage),
    music: {
      ...(await putMusic(stage, registrations.completed)),
      id: await makeMusic(stage, registrations.confirmed),
    },
    second_factor: await makeSecondFactor(stage, studio.user_id, others.users.independent),
    waiting: await makeWaiting(stage, season, studio),
    running_order: await makeRunningOrder(stage, staff.office, studio.user_id, registrations.completed),
    critiques: await makeCritiques(stage, judged),
    homework: await makeHomework(stage),
    survey: await makeSurvey(stage, season, studio),
    published_order,
    judging,
    media: await makeMedia(stage, judged, judging, staff.office),
    judged,
    nationals,
    photos: await makePhotos(stage, nationals.registration_id, registrations.completed.attendee_id),
    waivers: await makeWaivers(stage, registrations.completed),
    news: await makeNews(stage, registrations.completed),
    independent: await beginAsIndependent(stage, season, others.users.independent),
    office: {
      user_id: staff.office,
      ...(await makeDeskWork(stage, registrations.confirmed.id)),
      scholarship_id: await makeScholarship(stage, studio.dancers[0] ?? 0),
      ownerless: await makeOwnerless(stage, studio),
    },
  }
  await makeVirtual(stage, registrations.confirmed)
  world.office_edited = await makeOfficeEdit(stage, staff.office, registrations.confirmed)
  const cast = { owner: studio.user_id, rival: rival.user_id, ...staff, ...others.users }
  return { world, cast }
}

/** A draft of a city that lacks nothing, and a draft of an event. */
async function makeUnpublished({ db, clock }: Stage, season: Season): Promise<ExampleWorld['unpublished']> {
  const tour_date_id = await season.city({ city: 'Quillfeather', published: false })
  const event = { ...plainEvent, id: 90, name: 'Undisclosed', subdomain: 'undisclosed', published: false }
  await db.transaction().execute((tx) => insertEvents(tx, [event], [41]))
  const years = { start_year: 2028, end_year: 2029, age_year: 2029 }
  await db
    .insertInto('seasons')
    .values([
      { id: 60, ...years },
      { id: 61, start_year: 2029, end_year: 2030, age_year: 2030 },
    ])
    .execute()
  const copy = { from_season_id: 41, season_id: 60, priced_event_ids: [], created: clock.now() }
  const { id } = await db.insertInto('season_copies').values(copy).returning('id').executeTakeFirstOrThrow()
  return { tour_date_id, event_id: event.id, season_copy_id: id, empty_season_id: 61 }
}

/** Two mails to the completed registrations of a city, one of them scheduled. */
async function makeGroupMails(
  { call, app }: Stage,
  office: number,
  { tour_date_id }: ExampleRegistration,
): Promise<ExampleWorld['group_mail']> {
  const audience = { tour_date_ids: [tour_date_id], state: 'completed' }
  const draft = { kind: 'news', subject: 'See you in {city}', text: 'Hello {first_name}', audience }
  const write = async () => (await call(office, 'POST', '/v1/office/group-mails', draft)).json()
  const [{ id, event_id }, scheduled] = [await write(), await write()]
  const send = `/v1/office/group-mails/${scheduled.id}/send`
  await call(office, 'POST', send, { send_at: '2030-01-01T09:00' })
  const unsubscribe_token = unsubscribeToken(app.sealer, { event_id, email: 'reader@example.com' })
  return { id, scheduled_id: scheduled.id, unsubscribe_token }
}

/** A view and an export of the office account. */
async function makeSaved({ call, app, clock }: Stage, office: number): Promise<ExampleWorld['saved']> {
  const view = { list: 'registrations', name: 'Unpaid', query: 'state=pending', shared: false }
  const { id: view_id } = (await call(office, 'POST', '/v1/office/saved-views', view)).json()
  const timing = { schedule: 'weekly', weekday: 1, hour: 7, time_zone: 'America/Denver' }
  const sheet = { name: 'Entries', list: 'entries', filters: {}, ...timing }
  const { id: export_id } = (await call(office, 'POST', '/v1/office/saved-exports', sheet)).json()
  return { view_id, export_id, export_token: exportToken(app.sealer, export_id, clock.now()) }
}

/** A link that opens the music of a registration. */
async function makeMusicLink({ db, clock }: Stage, registration_id: number) {
  const token = newToken()
  const lasts = { created: clock.now(), expires_at: daysAfter(clock.now(), 30) }
  await db
    .insertInto('share_tokens')
    .values({ token_hash: hashOf(token), path: 'music', registration_id, routine_ids: null, ...lasts })
    .execute()
  return token
}

/** A news item of a city, and its media pass. */
async function makeNews({ db, files, clock }: Stage, { tour_date_id }: ExampleRegistration) {
  const media_pass = `media-passes/${tour_date_id}/h2Kd0xPqRw91.pdf`
  await files.put(media_pass, Buffer.from('%PDF-1.7'), 'application/pdf')
  await db
    .insertInto('city_media_passes')
    .values({ tour_date_id, key: media_pass, name: 'Media pass.pdf', size: 8, added: clock.now() })
    .execute()
  const { id } = await db
    .insertInto('news')
    .values({ tour_date_id, date: calendarDate('2024-09-20'), text: 'Doors open at 6:45 am.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, media_pass }
}

const musicKeyOf = ({ tour_date_id, id, routine_id }: ExampleRegistration) =>
  musicKey({ tour_date_id, registration_id: id, routine_id }, 'wav')

/** A second of silence, uploaded for a registration's routine and not saved yet. */
async function putMusic({ db, files, clock }: Stage, registration: ExampleRegistration) {
  const key = musicKeyOf(registration)
  await putUpload({ db, files, clock }, key, silence(1))
  return { key }
}

/** The music of a registration's routine. */
async function makeMusic(stage: Stage, registration: ExampleRegistration) {
  const url = musicKeyOf(registration)
  await stage.files.put(url, silence(1), 'audio/wav')
  const file = { name: 'First Light.wav', url, content_type: 'audio/wav', duration: 1 }
  const { id } = await stage.db
    .insertInto('music')
    .values({ ...file, registration_routine_id: registration.routine_id, date_added: stage.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await stage.db
    .updateTable('registration_routines')
    .set({ music_id: id })
    .where('id', '=', registration.routine_id)
    .execute()
  return id
}

async function makeUpload({ db, files, clock }: Stage) {
  const key = 'college-discounts/1/1/1.jpg'
  await files.put(key, Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg')
  const tokenOf = ({ signedRequest }: { signedRequest: string }) => signedRequest.split('/').at(-1) ?? ''
  const read = await files.sign(key, 'image/jpeg', 'get', clock.now(), 3600)
  return { token: tokenOf(await placeOf({ db, files, clock }, key)), read_token: tokenOf(read), key }
}
