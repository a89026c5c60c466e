import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { purposeOf, sharePaths, type SharePath } from '@callboard/domain/share-links/share-link.ts'
import { isLive } from '@callboard/server/platform/db/registration-status.ts'
import { hashOf } from '@callboard/server/platform/http/sessions.ts'
import { insertShareToken } from '@callboard/server/share-links/queries.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Stage } from '../kit.ts'
import { requestOf } from '../scenarios/request-of.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, copy } = await worldTemplate()
const endpoints: [string, Endpoint][] = Object.entries(contract)
const sharedEndpoints = endpoints.flatMap(([name, endpoint]) =>
  endpoint.share === null ? [] : [[name, endpoint.share, endpoint] as const],
)

let stage: Stage
let registrationIds: number[]
const tokenOf = (path: SharePath, registration_id: number) => `living-${path}-${registration_id}`

beforeAll(async () => {
  stage = await copy()
  const now = stage.clock.now()
  const rows = await stage.db
    .selectFrom('registrations as r')
    .where(isLive('r'))
    .select('r.id')
    .orderBy('r.id')
    .execute()
  registrationIds = rows.map(({ id }) => id)
  await stage.db.transaction().execute(async (tx) => {
    for (const registration_id of registrationIds) {
      for (const path of sharePaths) {
        const token_hash = hashOf(tokenOf(path, registration_id))
        const expires_at = daysAfter(now, 30)
        await insertShareToken(tx, { token_hash, path, registration_id, routine_ids: null, expires_at }, now)
      }
    }
  })
})

/** Registrations whose link opens a call that names none of them; of every other call it is one. */
async function openedBy(name: string): Promise<readonly number[] | null> {
  // The library is the same for everyone who has a link to it.
  if (name === 'readHomework') return registrationIds
  if (name !== 'readPersonWaivers') return null
  // The waivers of a person, each registration's own.
  const person_id = Number(contract.readPersonWaivers.example(world).params?.['person_id'])
  const rows = await stage.db
    .selectFrom('attendees')
    .where('person_id', '=', person_id)
    .select('registration_id')
    .orderBy('registration_id')
    .execute()
  return rows.map(({ registration_id }) => registration_id).filter((id) => registrationIds.includes(id))
}

async function statusOf(endpoint: Endpoint, token: string): Promise<number> {
  const { headers, ...request } = requestOf(endpoint, endpoint.example(world))
  const reply = await stage.app.inject({ ...request, headers: { ...headers, 'x-share-token': token } })
  return reply.statusCode
}

test.each(sharedEndpoints)(
  'SEC-007 SEC-008 TOK-005 %s is opened by a living link of the page %s to its own registration alone',
  async (name, page, endpoint) => {
    const openingIds: number[] = []
    const wrongAnswers: string[] = []
    for (const id of registrationIds) {
      const status = await statusOf(endpoint, tokenOf(page, id))
      if (status < 300) openingIds.push(id)
      else if (![401, 403, 404].includes(status)) wrongAnswers.push(`registration ${id}: ${status}`)
    }
    expect(wrongAnswers).toEqual([])
    const ownIds = await openedBy(name)
    if (ownIds) expect(openingIds).toEqual(ownIds)
    else expect(openingIds).toHaveLength(1)
    // Links of the other pages to the same registration open nothing.
    for (const other of sharePaths) {
      if (purposeOf(other) === page) continue
      expect(await statusOf(endpoint, tokenOf(other, openingIds[0] ?? 0)), other).toBe(401)
    }
  },
)

test('SEC-007 TOK-005 a living link of any page opens no call that is not for links', async () => {
  const wrongAnswers: string[] = []
  for (const [name, endpoint] of endpoints) {
    if (endpoint.auth === 'public' || endpoint.share !== null) continue
    for (const path of ['results', 'music'] as const) {
      const status = await statusOf(endpoint, tokenOf(path, world.completed.id))
      if (status !== 401) wrongAnswers.push(`${name} by ${path}: ${status}`)
    }
  }
  expect(wrongAnswers).toEqual([])
})
