import type { OpenApi, Operation } from '@callboard/contract/openapi.ts'
import type { Stage } from '../kit.ts'

type Call = [name: string, operation: Operation & { method: string; path: string; document: OpenApi }]

export const addresses = ['/v1/openapi.json', '/v1/openapi-office.json', '/v1/openapi-results.json']

/** The documents as the app answers them, and its replies. */
export async function readDocuments({ app }: Stage) {
  const replies = await Promise.all(addresses.map((url) => app.inject({ method: 'GET', url })))
  return { replies, documents: replies.map((reply) => reply.json<OpenApi>()) }
}

/** Every call of a document, by its operation id. */
export const operationsOf = (document: OpenApi) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => [
      operation.operationId,
      { ...operation, method, path, document },
    ]),
  )
