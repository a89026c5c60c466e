import { auditSentence } from '@callboard/domain/desk/audit-sentences.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { storeFile } from '@callboard/server/platform/files/queries.ts'
import { sendMail } from '@callboard/server/platform/mail/queries.ts'
import { addJob } from '@callboard/server/platform/queue/queue.ts'
import type { Mail } from '@callboard/server/platform/mail/transport.ts'
import { cardsPdf } from '@callboard/server/platform/pdf/cards.ts'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const sentMails: Mail[] = []
const mail = { send: async (one: Mail) => void sentMails.push(one) }
const stage = await openStage({ now: '2024-10-01T16:00:00Z', mail })
const { db, call, app } = stage
const { marlowe, grace, office, admin, event_id, tour_date_id, registration } = await smallCity(db)
const path = `/v1/office/events/${event_id}/logo`
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const picture = (width: number, height: number, background = '#1F4E79') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** Uploads bytes as the event's logo, and saves them. */
async function put(payload: Buffer) {
  const place = await call(admin.user_id, 'GET', `${path}?type=image/png&size=${payload.length}`)
  expect(place.statusCode, place.body).toBe(200)
  const { signedRequest, url } = place.json()
  const reply = await app.inject({
    method: 'PUT',
    url: signedRequest,
    payload,
    headers: { 'content-type': 'image/png' },
  })
  return reply.statusCode >= 300 ? reply : call(admin.user_id, 'PUT', path, { url })
}
const removeLogo = () => call(admin.user_id, 'PUT', path, { url: null })
const logo = async (): Promise<string> => (await app.inject({ url: `/v1/mybtf/events/${event_id}` })).json().logo
const storedKeys = async () =>
  (await db.selectFrom('files').where('key', 'like', 'logos/%').select('key').execute()).map(({ key }) => key)

beforeEach(async () => {
  await removeLogo()
  await stage.runJobs()
  sentMails.length = 0
})

test('OFF-001 an uploaded logo becomes a small PNG on white, without its margin, at an address that caches may keep', async () => {
  const drawing = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#0000' } })
    .composite(await Promise.all([100, 700].map(async (left) => ({ input: await picture(100, 300), left, top: 0 }))))
    .png()
    .toBuffer()
  const event = (await put(drawing)).json()
  expect(event).toMatchObject({ id: event_id, logo: expect.stringMatching(/^\/v1\/events\/\d+\/logos\/[\w-]+\.png$/) })
  expect(await logo()).toBe(event.logo)
  const reply = await app.inject({ url: event.logo })
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const { data, info } = await sharp(reply.rawPayload).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([480, 206, 3])
  const middle = (103 * 480 + 240) * 3
  expect([...data.subarray(middle, middle + 3)]).toEqual([255, 255, 255])
})

test('OFF-001 each logo has an address of its own; the former one is read until the brand takes its logos away', async () => {
  const former = (await put(await picture(200, 100))).json().logo
  const latest = (await put(await picture(100, 100))).json().logo
  expect(latest).not.toBe(former)
  expect((await app.inject({ url: former })).statusCode).toBe(200)
  expect((await removeLogo()).json().logo).toBeNull()
  await stage.runJobs()
  for (const url of [former, latest]) expect((await app.inject({ url })).statusCode).toBe(404)
  expect(await storedKeys()).toEqual([])
  const { rows } = (await call(admin.user_id, 'GET', '/v1/office/audit')).json()
  const sentences = rows.slice(0, 3).map(auditSentence)
  expect(sentences[0]).toMatch(/ removed the logo of the event Meridian\.$/)
  for (const sentence of sentences.slice(1)) expect(sentence).toMatch(/ added a logo to the event Meridian\.$/)
})

test.each([
  ['a PNG without a picture', () => Buffer.concat([pngStart, Buffer.alloc(64)]), 'file.invalid'],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'file.invalid'],
  ['more pixels than are decoded', () => picture(5_001, 5_001), 'file.invalid'],
  ['white on white', () => picture(100, 100, '#fefefe'), 'office.logo_white'],
])('%s is refused, and nothing of it stays', async (_name, content, code) => {
  const reply = await put(await content())
  expect([reply.statusCode, reply.json().code]).toEqual([422, code])
  expect(await logo()).toBeNull()
  expect((await storedKeys()).filter((key) => !key.includes('upload-'))).toEqual([])
})

test('a place of another event, a path and an upload that was never made are refused; an upload is no logo', async () => {
  const codeOf = async (url: string) => (await call(admin.user_id, 'PUT', path, { url })).json().code
  expect(await codeOf(`logos/${event_id + 1}/upload-1.png`)).toBe('file.invalid')
  expect(await codeOf(`logos/${event_id}/upload-../../judges/1.png`)).toBe('file.invalid')
  expect(await codeOf(`logos/${event_id}/upload-1.png`)).toBe('file.invalid')
  await stage.files.put(`logos/${event_id}/upload-1.png`, pngStart, 'image/png')
  expect((await app.inject({ url: `/v1/events/${event_id}/logos/upload-1.png` })).statusCode).toBe(404)
  for (const user_id of [office.user_id, grace.user_id]) {
    expect((await call(user_id, 'PUT', path, { url: null })).statusCode).toBe(403)
  }
})

test('SEC-025 an upload whose save did not end goes the night after; logos and today’s uploads stay', async () => {
  await put(await picture(300, 100))
  const upload = (name: string, created: string) => {
    const file = { key: `logos/${event_id}/upload-${name}.png`, content_type: 'image/png', size: 8 }
    const owner = { owner_user_id: admin.user_id, registration_id: null, created: instant(created) }
    return storeFile(app, { ...file, ...owner }, pngStart)
  }
  await upload('left', '2024-09-29T16:00:00Z')
  await upload('fresh', '2024-10-01T15:59:00Z')
  await inTransaction(db, (tx) => addJob(tx, 'clean_up_logo_uploads', {}))
  await stage.runJobs()
  await stage.runJobs()
  const keys = (await storedKeys()).map((key) => key.split('/')[2])
  expect(keys.filter((name) => name?.startsWith('upload-'))).toEqual(['upload-fresh.png'])
  expect((await app.inject({ url: await logo() })).statusCode).toBe(200)
})

test('OFF-001 mails of a brand show its logo by an address with a host, and its name where pictures are not loaded', async () => {
  const letter = { subject: 'News', preview: 'News', heading: 'News', paragraphs: ['Doors open at 7.'] }
  const send = (registration_id?: number) =>
    inTransaction(db, (tx) =>
      sendMail(
        tx,
        { to: 'grace@example.com', template: 'news', ...(registration_id && { registration_id }) },
        letter,
        stage.clock.now(),
      ),
    )
  await send(registration.id)
  const address = (await put(await picture(200, 100))).json().logo
  await send(registration.id)
  await send()
  await stage.runJobs()
  const [before, branded, other] = sentMails
  const image = /<img src="(https?:\/\/[^"]+)" alt="Meridian"/.exec(branded?.html ?? '')
  expect(image?.[1]).toMatch(new RegExp(`^https?://[^/]+${address}$`))
  expect(before?.html).toMatch(/color:#[0-9A-F]{6}">Meridian</)
  for (const one of [before, other]) expect(one?.html).not.toContain('<img')
  expect(branded?.text).toBe(before?.text)
})

const imagesIn = (pdf: Buffer) => pdf.toString('latin1').split('/Subtype /Image').length - 1

test('OFF-001 statement and confirmation of a brand’s city begin with its logo', async () => {
  const { id } = await inTransaction(db, (tx) =>
    insertRegistration(tx, {
      tour_date_id,
      user_id: marlowe.user_id,
      studio_id: marlowe.studio_id,
      dancers: marlowe.person_ids.slice(0, 1),
      at: instant('2024-09-20T10:00:00Z'),
      state: 'completed',
    }),
  )
  const { token } = (
    await call(marlowe.user_id, 'POST', '/v1/reports/token', {
      registration_id: id,
      registrations_confirmation_id: null,
    })
  ).json()
  const papers = () =>
    Promise.all([
      call(marlowe.user_id, 'GET', `/v1/payments/statement/${id}`),
      call(admin.user_id, 'GET', `/v1/office/registrations/${id}/statement`),
      app.inject({ url: `/v1/reports/registration-confirmation/${token}?format=pdf` }),
    ])
  for (const paper of await papers()) expect([paper.statusCode, imagesIn(paper.rawPayload)]).toEqual([200, 0])
  await put(await picture(200, 100))
  for (const paper of await papers()) expect([paper.statusCode, imagesIn(paper.rawPayload)]).toEqual([200, 1])
})

test('certificates show the logo on each page, and hold it once', async () => {
  const cards = Array.from({ length: 3 }, (_, index) => ['Gold', `Routine ${index}`])
  const sheet = { title: 'Certificates', author: 'Meridian', layout: 'certificate' as const, first: 1, cards }
  const pdf = await cardsPdf(sheet, stage.clock.now(), await picture(200, 100))
  expect(imagesIn(pdf)).toBe(1)
  expect(imagesIn(await cardsPdf(sheet, stage.clock.now()))).toBe(0)
})

test('a copied event has no logo until it gets its own', async () => {
  await put(await picture(200, 100))
  const body = { name: 'Southern Lights', subdomain: 'southern-lights', support_email: 'hello@southern.example' }
  const copy = await call(admin.user_id, 'POST', `/v1/office/events/${event_id}/copy`, body)
  expect(copy.json()).toMatchObject({ name: 'Southern Lights', logo: null })
})
