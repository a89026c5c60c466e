import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const requests = new AsyncLocalStorage<string>()

/** The id of the request that is being answered, or whose job is being run. */
export const currentRequestId = (): string | undefined => requests.getStore()

/** Runs a job as part of the request that added it: what fails, and what it adds in turn, names the same request. */
export const withRequestId = <Value>(id: string | undefined, work: () => Value): Value =>
  id === undefined ? work() : requests.run(id, work)

/** Jobs that a handler adds carry the id of its request. Reading the body would lose it, so it is set after. */
export function rememberRequestIds(app: FastifyInstance) {
  app.addHook('preHandler', (request, _reply, done) => requests.run(request.id, done))
}
