// The judge's page and the tabulator's laptop without a network: the document and its files come from the cache. Calls are
// never cached: marks wait in IndexedDB. A new version takes over once the page says that nothing waits to be sent.
const cacheName = 'callboard-judge-1'

/** The place of a page's document: that of the awards is the same for every city. */
const documentOf = (pathname) => (pathname.startsWith('/judge/awards/') ? '/judge/awards/' : '/judge/tablet')

self.addEventListener('install', () => {})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (!name.startsWith('callboard-judge-') || name === cacheName) continue
        await copyFiles(name)
        await caches.delete(name)
      }
      await self.clients.claim()
    })(),
  )
})

/** Takes the files of the version before over: the network may be gone before the page loads new ones. */
async function copyFiles(oldName) {
  const [before, cache] = await Promise.all([caches.open(oldName), caches.open(cacheName)])
  for (const request of await before.keys()) {
    const answer = await before.match(request)
    if (answer && !(await cache.match(request))) await cache.put(request, answer)
  }
}

/** Keeps the document and every file that the page has loaded. */
async function keep(files, pathname) {
  const cache = await caches.open(cacheName)
  const page = await fetch(pathname, { cache: 'no-store' })
  if (page.ok) await cache.put(documentOf(pathname), page)
  await Promise.all(
    files.map(async (file) => {
      if (!(await cache.match(file))) await cache.add(file)
    }),
  )
}

self.addEventListener('message', (event) => {
  const { kind, files = [], pathname = '/judge/tablet' } = event.data ?? {}
  if (kind === 'take-over') void self.skipWaiting()
  if (kind === 'keep') {
    event.waitUntil(
      keep(files, pathname)
        .then(() => event.source?.postMessage({ kind: 'kept' }))
        .catch(() => {}),
    )
  }
})

async function pageOrCache(request) {
  const cache = await caches.open(cacheName)
  const place = documentOf(new URL(request.url).pathname)
  try {
    const page = await fetch(request, { signal: AbortSignal.timeout(4000) })
    if (page.ok) await cache.put(place, page.clone())
    return page
  } catch (error) {
    const kept = await cache.match(place)
    if (kept) return kept
    throw error
  }
}

/** Names of assets change with their content, so a kept one is never out of date. */
async function assetFromCache(request) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(pageOrCache(request))
  else if (url.pathname.startsWith('/assets/') || url.pathname.endsWith('.svg'))
    event.respondWith(assetFromCache(request))
})
