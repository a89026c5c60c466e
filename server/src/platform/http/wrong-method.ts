import { contract } from '@callboard/contract/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { WrongMethod } from './errors.ts'
import type { App } from './serve.ts'

const paths = new Map<string, Set<string>>()
for (const { path, method } of Object.values(contract)) {
  const methods = paths.get(path) ?? new Set()
  methods.add(method)
  if (method === 'GET') methods.add('HEAD')
  paths.set(path, methods)
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
/** Paths without parameters come first because they match more specifically. */
const patterns = [...paths]
  .toSorted(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
  .map(([path, methods]) => ({ pattern: patternOf(path), methods }))

/** The methods of a path of the API, in the order an Allow header names them; none: there is no such path. */
function allowedMethods(url: string): readonly string[] {
  const [path = ''] = url.split('?')
  return [...(patterns.find(({ pattern }) => pattern.test(path))?.methods ?? [])].sort()
}

/** Refuses a known path that is called with a method it does not have: 405, with `Allow`. */
export function refuseWrongMethod({ url }: FastifyRequest, reply: FastifyReply): void {
  const methods = allowedMethods(url)
  if (methods.length === 0) return
  void reply.header('allow', methods.join(', '))
  throw new WrongMethod()
}

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * `PUT /routines/limits` would be taken for `PUT /routines/{id}`: where a path without parameters is another one's
 * example, its missing methods are routes of their own.
 */
export function wrongMethodRoutes(app: App) {
  const withParameters = [...paths]
    .filter(([path]) => path.includes('{'))
    .map(([path, methods]) => ({ pattern: patternOf(path), methods }))
  for (const [path, methods] of paths) {
    if (path.includes('{')) continue
    const alike = withParameters.filter(({ pattern }) => pattern.test(path)).flatMap((other) => [...other.methods])
    const missing = allMethods.filter((method) => !methods.has(method) && alike.includes(method))
    if (missing.length > 0) app.route({ method: missing, url: path, handler: refuseWrongMethod })
  }
}

/**
 * Returns an address whose path can be decoded: the percent signs of one that cannot be stand for themselves, so that it is
 * found like any address, or is not. Fastify would answer it in a shape of its own, before every hook. ERR-024.
 */
export function readableUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
