import { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'

declare module 'fastify' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface FastifyRequest {
    /** The account that a call was made with, for the log; null: signed out. */
    user_id: number | null
  }
}

type Failure = Error & { code?: string; constraint?: string }

/** Where log lines go when it is not the standard output. */
export type LogTo = { write: (line: string) => void }

/**
 * How the server logs. A failure is logged with what names it: the rows that a database quotes in its `detail` are
 * somebody's data. ERR-031.
 */
export const logging = (level: string, stream: LogTo | undefined) =>
  ({
    logger: {
      level,
      ...(stream && { stream }),
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
      serializers: {
        err: ({ name, message, code, constraint, stack }: Failure) => ({
          type: name,
          message,
          stack: stack ?? '',
          ...(code && { code }),
          ...(constraint && { constraint }),
        }),
      },
    },
    // Fastify's own lines carry the address as it was asked for, and some addresses hold a token.
    logController: new LogController({ requestIdLogLabel: 'request_id', disableRequestLogging: true }),
  }) satisfies FastifyServerOptions

/** One line for each answered request: what was asked by the pattern of its route, never by what was filled in. */
export function logRequests(app: FastifyInstance) {
  app.decorateRequest('user_id', null)
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const { method, routeOptions, user_id } = request
    const route = routeOptions.url ?? null
    request.log.info({ method, route, status: statusCode, ms: Math.round(elapsedTime), user_id }, 'answered')
    done()
  })
}
