import './shell/mantine-styles.ts'
import './shell/styles.css'
import { QueryClient } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { takePageData } from './page-data.ts'
import { makeRouter } from './routes.tsx'
import { stopKeepingEvents } from './shell/early-events.ts'
import { recognizeVisitor, sessionQuery, watchSession } from './shell/session.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const root = container

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: true } } })
const router = makeRouter(queries)
watchSession(queries, () => void router.open())
recognizeVisitor(queries)
void queries.prefetchQuery(sessionQuery)

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The scroll lock below dialogs writes a style element, and looks for its nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const app = (
  <StrictMode>
    <App queries={queries} router={router} nonce={nonce} />
  </StrictMode>
)

/** Takes the page over that the server wrote; in development there is none. */
async function start() {
  const page = takePageData(queries)
  if (!page) return createRoot(root).render(app)
  if (page.isWhole) await router.open()
  // The sheets that a written page does not wait for (`lateSheets` of the server).
  await (Reflect.get(globalThis, 'sheetsApplied') as Promise<void> | undefined)
  stopKeepingEvents()
  // A transition hydrates in slices, so that a phone answers to a finger meanwhile.
  startTransition(() => void hydrateRoot(root, app))
}

void start()
