import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../kit.ts'
import { deviceHeaders, deviceHeadersFor, requestOf } from '../scenarios/request-of.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const endpoints: [string, Endpoint][] = Object.entries(contract)

type Role = keyof typeof cast | 'stranger' | 'share link'

/**
 * Calls that name nothing of the owner's: another account gets an answer about itself. Every other call names something
 * that is the owner's, and must be refused to everyone else.
 */
const answersAboutTheCaller = new Set<string>([
  'authenticate',
  'signOut',
  'createRegistration',
  'soloLimit',
  'routineLimits',
  'readPlaces',
  'readCity',
  'readCallBoard',
  'paymentSession',
  'listOwnRegistrations',
  'listOwnPrograms',
  'dashboard',
  'listDue',
  'findPromoCode',
  // A list that leaves out what is not the caller's; routine-copy.test.ts holds that.
  'previousRoutinesChosen',
])

const isStaff = (role: Role) => role === 'office' || role === 'admin'

/** Expected response per role; 'any': any response that is not an access error. */
function expectedStatuses(name: string, { auth }: Endpoint, role: Role): readonly number[] | 'any' {
  if (auth === 'public') return 'any'
  // An account is no device: its session opens nothing of a seat, and no screen of a hall.
  if (role === 'stranger' || role === 'share link' || auth === 'judge' || auth === 'display') return [401]
  if (auth === 'office' || auth === 'admin') {
    if (role === 'unconfirmed') return [403]
    return auth === 'office' ? (isStaff(role) ? 'any' : [403]) : role === 'admin' ? 'any' : [403]
  }
  if (auth === 'user' && role === 'unconfirmed') return [403]
  return answersAboutTheCaller.has(name) ? 'any' : [403, 404]
}

const roles: Role[] = ['stranger', 'share link', 'unconfirmed', 'rival', 'independent', 'office', 'admin']

let stage: Stage
/** Where each write of its own is tried. */
let trial: Stage
const sessions = new Map<Role, Record<string, string>>()

beforeAll(async () => {
  stage = await copy()
  trial = await copy()
  sessions.set('stranger', {})
  sessions.set('share link', { 'x-share-token': 'c2hhcmUtdG9rZW4' })
  for (const role of ['unconfirmed', 'rival', 'independent', 'office', 'admin'] as const) {
    sessions.set(role, await stage.sessionOf(cast[role]))
  }
})

describe('SEC-007 SEC-008 SEC-026 SEC-029 SEC-030 OFF-040 every call, as everyone it does not belong to', () => {
  test.each(endpoints)('%s', async (name, endpoint) => {
    const request = requestOf(endpoint, endpoint.example(world))
    for (const role of roles) {
      const statuses = expectedStatuses(name, endpoint, role)
      if (statuses === 'any' || endpoint.example(world).by === role) continue
      const headers = { ...request.headers, ...sessions.get(role) }
      const reply = await stage.app.inject({ ...request, headers })
      expect(statuses, `${name} as ${role}: ${reply.statusCode} ${reply.body}`).toContain(reply.statusCode)
      expect(reply.json()).toMatchObject({
        code: expect.any(String),
        message: expect.any(String),
        request_id: expect.any(String),
      })
    }
  })
})

test.each([
  ['a judge’s device', 'judge', world.judging.device_token],
  ['a screen in the hall', 'display', world.published_order.display_token],
])('SEC-007 the token of %s opens nothing but its own calls', async (_, auth, token) => {
  const headers = deviceHeaders(token)
  const wrongAnswers: string[] = []
  for (const [name, endpoint] of endpoints) {
    if (endpoint.auth === 'public' || endpoint.auth === auth) continue
    const { headers: own, ...request } = requestOf(endpoint, endpoint.example(world))
    const reply = await stage.app.inject({ ...request, headers: { ...own, ...headers } })
    if (reply.statusCode !== 401) wrongAnswers.push(`${name} ${reply.statusCode}`)
  }
  expect(wrongAnswers).toEqual([])
})

test('SEC-028 SEC-030 a call of the wrong shape tells nothing to a caller without the right to it', async () => {
  const shapeless = { params: { id: 'none', registration_id: 'none', person_id: 'none' }, query: {}, body: [[]] }
  const wrongAnswers: string[] = []
  for (const [name, endpoint] of endpoints) {
    if (endpoint.auth === 'public') continue
    const isStaffOnly = endpoint.auth === 'office' || endpoint.auth === 'admin'
    const { headers: _, ...request } = requestOf(endpoint, shapeless)
    const stranger = await stage.app.inject(request)
    if (stranger.statusCode !== 401) wrongAnswers.push(`${name} ${stranger.statusCode} to a stranger`)
    if (!isStaffOnly) continue
    const rival = await stage.app.inject({ ...request, headers: sessions.get('rival') ?? {} })
    if (rival.statusCode !== 403) wrongAnswers.push(`${name} ${rival.statusCode} to a studio`)
  }
  expect(wrongAnswers).toEqual([])
})

const ownerOf = ({ auth, example }: Endpoint) =>
  auth === 'office' ? cast.office : auth === 'admin' ? cast.admin : cast[example(world).by ?? 'owner']

/** Calls that are switched off until the office enables what they are for: their honest answer is a refusal. PAY-058 */
const switchedOff: Readonly<Record<string, number>> = { payByPayPal: 403, payPalSession: 403 }

/** Calls of the office that compute an answer from a body, and store nothing. */
const storesNothing = new Set([
  'previewCorrection',
  'previewOfficeEdit',
  'previewSeasonCopy',
  'countAudience',
  'openExportLink',
])

/** Calls that continue what another call of the office began and noted: bytes of an upload. */
const continuesWrite = new Set(['appendMedia'])

// The control: what the matrix refuses to others, its owner is answered.
describe('every call answers its owner', () => {
  test.each(endpoints)('%s', async (name, endpoint) => {
    const own = endpoint.method === 'GET' ? stage : trial
    const status = switchedOff[name] ?? endpoint.status
    let { reply, audited } = await asOwner(own, endpoint)
    // An earlier call may have used up what this one needs, so it is asked once more in the world as it was.
    if (own === trial && reply.statusCode !== status) {
      await trial.startOver()
      ;({ reply, audited } = await asOwner(own, endpoint))
    }
    expect(reply.statusCode, reply.body).toBe(status)
    const isStaffWrite = endpoint.method !== 'GET' && (endpoint.auth === 'office' || endpoint.auth === 'admin')
    // OFF-051: a staff write leaves a row, with who and what.
    if (storesNothing.has(name)) expect(audited, 'no audit row of a preview').toBe(0)
    else if (isStaffWrite && !continuesWrite.has(name)) expect(audited, 'OFF-051 an audit row').toBeGreaterThan(0)
  })
})

async function ownerHeaders(own: Stage, endpoint: Endpoint): Promise<Record<string, string>> {
  if (endpoint.auth === 'public') return {}
  return deviceHeadersFor(endpoint.auth, world) ?? own.sessionOf(ownerOf(endpoint))
}

/** The example's answer to its owner, and how many audit rows it left. */
async function asOwner(own: Stage, endpoint: Endpoint) {
  const count = async () => (await own.db.selectFrom('audit_log').select('id').execute()).length
  const session = await ownerHeaders(own, endpoint)
  const request = requestOf(endpoint, endpoint.example(world))
  const before = await count()
  const reply = await own.app.inject({ ...request, headers: { ...request.headers, ...session } })
  return { reply, audited: (await count()) - before }
}
