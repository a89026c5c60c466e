import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'

const text = readFileSync(path.resolve(import.meta.dirname, '../../web/public/judge/sw.js'), 'utf8')
const origin = 'https://callboard.example'
const urlOf = (request: string | Request) => new URL(typeof request === 'string' ? request : request.url, origin).href

/** The service worker of the judge's page, with the browser's caches and network around it. */
function startWorker(network: Record<string, string>, storedFiles: Record<string, Record<string, string>> = {}) {
  const listeners = new Map<string, (event: object) => void>()
  const content = new Map(
    Object.entries(storedFiles).map(([name, files]) => [
      name,
      new Map(Object.entries(files).map(([file, body]) => [urlOf(file), body])),
    ]),
  )
  const cacheOf = (name: string) => {
    const files = content.get(name) ?? new Map<string, string>()
    content.set(name, files)
    return {
      keys: async () => [...files.keys()].map((url) => new Request(url)),
      match: async (request: string | Request) => {
        const body = files.get(urlOf(request))
        return body === undefined ? undefined : new Response(body)
      },
      put: async (request: string | Request, answer: Response) => void files.set(urlOf(request), await answer.text()),
      add: async (file: string) => void files.set(urlOf(file), network[file] ?? ''),
    }
  }
  const caches = {
    keys: async () => [...content.keys()],
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => content.delete(name),
  }
  const answer = async (request: string | Request) => {
    const body = network[new URL(urlOf(request)).pathname]
    if (body === undefined) throw new TypeError('Failed to fetch')
    return new Response(body)
  }
  const skipWaiting = vi.fn()
  const self = {
    ...{ skipWaiting, location: { origin }, clients: { claim: vi.fn() } },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  }
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the worker is no module: its names are the browser's
  new Function('self', 'caches', 'fetch', text)(self, caches, answer)

  /** Dispatches an event and waits for its work. Returns what it was answered with. */
  async function tell(name: string, event: object = {}) {
    const work: Promise<unknown>[] = []
    let reply: Promise<Response> | undefined
    listeners.get(name)?.({
      ...event,
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
      respondWith: (promise: Promise<Response>) => (reply = promise),
    })
    await Promise.all(work)
    return reply && (await reply).text()
  }
  const filesOf = () => Object.fromEntries([...content].map(([name, files]) => [name, Object.fromEntries(files)]))
  return { tell, skipWaiting, filesOf }
}
const get = (place: string, mode = 'cors') => ({ request: { method: 'GET', mode, url: urlOf(place) } })

test('OFF-031 a new version waits until the page says that nothing is left to be sent', async () => {
  const { tell, skipWaiting } = startWorker({})
  await tell('install')
  expect(skipWaiting).not.toHaveBeenCalled()
  await tell('message', { data: { kind: 'take-over' } })
  expect(skipWaiting).toHaveBeenCalledTimes(1)
})

test('OFF-031 a version that takes over has the files of the one before, also without a network', async () => {
  const before = { '/judge/tablet': 'page', '/assets/a.js': 'script' }
  const { tell, filesOf } = startWorker({}, { 'callboard-judge-0': before, 'other-cache': {} })
  await tell('activate')
  expect(Object.keys(filesOf()).toSorted()).toEqual(['callboard-judge-1', 'other-cache'])
  expect(await tell('fetch', get('/judge/tablet?x=1', 'navigate'))).toBe('page')
  expect(await tell('fetch', get('/assets/a.js'))).toBe('script')
})

test('OFF-031 the page and its files open without a network once they are kept; calls are never answered from here', async () => {
  const network: Record<string, string> = { '/judge/tablet': 'page', '/assets/a.js': 'script', '/logo.svg': 'logo' }
  const { tell } = startWorker(network)
  const source = { postMessage: vi.fn() }
  await tell('message', { data: { kind: 'keep', files: ['/assets/a.js', '/logo.svg'] }, source })
  expect(source.postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'kept' })
  for (const place of Object.keys(network)) delete network[place]
  expect(await tell('fetch', get('/judge/tablet', 'navigate'))).toBe('page')
  expect(await tell('fetch', get('/assets/a.js'))).toBe('script')
  expect(await tell('fetch', get('/logo.svg'))).toBe('logo')
  expect(await tell('fetch', get('/v1/judging/pack'))).toBeUndefined()
})

test('OFF-030 the laptop’s awards open without a network, in their own document, and the tablet in its own', async () => {
  const network: Record<string, string> = {
    '/judge/awards/7': 'awards',
    '/judge/tablet': 'tablet',
    '/assets/a.js': 'a',
  }
  const { tell } = startWorker(network)
  const source = { postMessage: vi.fn() }
  await tell('message', { data: { kind: 'keep', pathname: '/judge/awards/7', files: ['/assets/a.js'] }, source })
  await tell('message', { data: { kind: 'keep', pathname: '/judge/tablet', files: [] }, source })
  for (const place of Object.keys(network)) delete network[place]
  expect(await tell('fetch', get('/judge/awards/7', 'navigate'))).toBe('awards')
  expect(await tell('fetch', get('/judge/awards/8', 'navigate')), 'another city').toBe('awards')
  expect(await tell('fetch', get('/judge/tablet', 'navigate'))).toBe('tablet')
})
