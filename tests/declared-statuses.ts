import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { statusesOf } from '@callboard/contract/openapi-responses.ts'
import { statusOfRefusal } from '@callboard/server/platform/http/errors.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect } from 'vitest'

const endpoints = new Map<string, [name: string, endpoint: Endpoint]>(
  Object.entries(contract).map(([name, endpoint]) => [
    `${endpoint.method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    [name, endpoint],
  ]),
)

/** Fails the test file in which a call answers a status that its OpenAPI description does not declare. */
export function watchStatuses(app: FastifyInstance) {
  const undeclared = new Set<string>()
  app.addHook('onResponse', async (request, reply) => {
    const [name, endpoint] = endpoints.get(`${request.method} ${request.routeOptions.url}`) ?? []
    if (!name || !endpoint || statusesOf(endpoint, statusOfRefusal).has(reply.statusCode)) return
    undeclared.add(`${name} answers ${reply.statusCode}: declare it in the contract, as a refusal or in \`statuses\``)
  })
  afterAll(() => expect([...undeclared], 'API-001 every status that is answered is declared').toEqual([]))
}
