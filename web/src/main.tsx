import { drawPage, takePageOver } from './shell/mount.ts'
import './shell/mantine-styles.ts'
import './shell/styles.css'
import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { App } from './app.tsx'
import { takePageData } from './page-data.ts'
import { makeRouter } from './routes.tsx'
import { stopKeepingEvents } from './shell/early-events.ts'
import { recognizeVisitor, sessionQuery, watchSession } from './shell/session.ts'
import { whenIdle } from './ui/scheduling.ts'

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
  if (!page) return drawPage(app)
  if (page.isWhole) await router.open()
  // The sheets that a written page does not wait for (`lateSheets` of the server).
  await (Reflect.get(globalThis, 'sheetsApplied') as Promise<void> | undefined)
  stopKeepingEvents()
  takePageOver(app)
}

void start()
// The first format of a date loads the data of all of them, 40 ms on a slow phone: done while the page waits for its own
// data, instead of in the task that draws it.
whenIdle(() => void new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'short' }))
