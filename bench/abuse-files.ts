import { hostileFiles, plainPng } from '../tests/scenarios/hostile-files.ts'
import type { AbuseStage, Stall } from './abuse-part.ts'
import { load } from './measure.ts'

type Place = { signedRequest: string; url: string }
type Attendee = { id: number }

/** An attendee of the attacker's registration. */
async function attendeeOf({ send, attacker, registrationId }: AbuseStage): Promise<number> {
  const reply = await send('GET', `/v1/dance360/registrations/${registrationId}`, attacker.token)
  const { attendees } = JSON.parse(reply.body) as { attendees: Record<string, Attendee> }
  return Object.values(attendees)[0]?.id ?? 0
}

/** Uploads a file as a student ID and saves it, as a browser does. */
async function upload({ product, send, attacker }: AbuseStage, attendee: number, content: Buffer): Promise<void> {
  const place = await send(
    'GET',
    `/v1/mybtf/registration/dancer-student-id?name=${attendee}/a.png&type=image/png&operation=put&size=${content.length}`,
    attacker.token,
  )
  if (place.status !== 200) return
  const { signedRequest, url } = JSON.parse(place.body) as Place
  await fetch(product.origin + signedRequest, { method: 'PUT', body: new Uint8Array(content) })
  await send('PUT', `/v1/dance360/attendees/${attendee}`, attacker.token, { student_id_url: url })
}

const hostileUploads: Stall = {
  name: 'hostile files, 8 at once',
  async run(stage) {
    const attendee = await attendeeOf(stage)
    let next = 0
    await load(8, stage.seconds, async () => {
      const [, content] = hostileFiles[next++ % hostileFiles.length] ?? []
      if (content) await upload(stage, attendee, content)
    })
  },
}

const bigPictures: Stall = {
  name: 'pictures of 9,900 x 9,900, 8 at once',
  async run(stage) {
    const attendee = await attendeeOf(stage)
    const picture = plainPng(9_900, 9_900)
    await load(8, stage.seconds, () => upload(stage, attendee, picture))
  },
}

const statements: Stall = {
  name: '300 statements as PDF at once',
  run: ({ send, attacker, registrationId }) =>
    Promise.all(
      Array.from({ length: 300 }, () => send('GET', `/v1/payments/statement/${registrationId}`, attacker.token)),
    ),
}

const deepJson: Stall = {
  name: '40 bodies of deep JSON at once',
  run({ product, attacker, registrationId }) {
    // Written once: `JSON.stringify` of deep lists would hold up the bystander, who is in this process.
    const list = '['.repeat(1_000) + ']'.repeat(1_000)
    const body = `{"attendees":[${Array.from({ length: 700 }, () => list).join(',')}]}`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${attacker.token}` }
    const url = `${product.origin}/v1/dance360/registrations/${registrationId}`
    return Promise.all(Array.from({ length: 40 }, () => fetch(url, { method: 'PUT', headers, body })))
  },
}

const searches: Stall = {
  name: 'broad studio searches, 16 at once',
  async run({ send, seconds }) {
    const texts = ['a', 'st', 'dan', 'dance', 'studio', 'zzz', '%%%']
    let next = 0
    await load(16, seconds, () => send('GET', `/v1/mybtf/studios?searchText=${texts[next++ % texts.length]}`, ''))
  },
}

const openApi: Stall = {
  name: 'the OpenAPI document, 16 at once',
  run: ({ send, seconds }) =>
    load(16, seconds, () => send('GET', '/v1/openapi.json', '', undefined, { 'accept-encoding': 'br' })),
}

/** Stalls by files and by what is expensive to read: uploads, pictures, documents, bodies, searches. */
export const filesStalls: readonly Stall[] = [hostileUploads, bigPictures, statements, deepJson, searches, openApi]
