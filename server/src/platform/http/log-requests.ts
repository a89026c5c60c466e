import { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'

declare module 'fastify' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface FastifyRequest {
    /** The account that a call was made with, for the log; null: signed out. */
    user_id: number | null
  }
}

type Failure = Error & { code?: string; constraint?: string }

/** Destination of log lines; default: standard output. */
export type LogTo = { write: (line: string) => void }

/** Logger settings. Errors are logged without the database's `detail`, which quotes personal data. ERR-031. */
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
    // Fastify's own lines contain the full URL, which may hold a token.
    logController: new LogController({ requestIdLogLabel: 'request_id', disableRequestLogging: true }),
  }) satisfies FastifyServerOptions

/** Logs one line per response, with the route pattern instead of the URL. */
export function logRequests(app: FastifyInstance) {
  app.decorateRequest('user_id', null)
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, callback) => {
    const { method, routeOptions, user_id } = request
    const route = routeOptions.url ?? null
    request.log.info({ method, route, status: statusCode, ms: Math.round(elapsedTime), user_id }, 'answered')
    callback()
  })
}
