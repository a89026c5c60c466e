/** Files that the page needs to open without a network: those of its document and those that its scripts have loaded. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/assets\/|\.svg$/.test(pathname))
    .map(({ pathname }) => pathname)

/**
 * Registers the service worker and gives it the files to keep, and again to each version that takes over: those of the page
 * and those that `loadLater` loads, which its first screen does not wait for. Without a worker the page works, but only with
 * a network. Returns what ends it.
 */
export function keepForOffline(loadLater: () => Promise<unknown> = async () => {}): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const workers = navigator.serviceWorker
  const keep = async () => {
    const { active } = await workers.ready
    // The files that are here are kept even if these cannot be loaded.
    await loadLater().catch(() => {})
    const { pathname } = location
    active?.postMessage({ kind: 'keep', pathname, files: [...new Set(loadedFiles())] })
  }
  const onNewVersion = () => void keep()
  workers.addEventListener('controllerchange', onNewVersion)
  // A browser in private mode has no service worker; marks are stored all the same.
  workers.register('/judge/sw.js', { scope: '/judge/' }).then(keep, () => {})
  return () => workers.removeEventListener('controllerchange', onNewVersion)
}

/** Lets a waiting version of the worker take over. Called only while nothing waits to be sent. */
export async function takeOverWhenIdle(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration?.('/judge/')
  registration?.waiting?.postMessage({ kind: 'take-over' })
}
