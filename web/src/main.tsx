import './shell/mantine-styles.ts'
import './shell/styles.css'
import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { makeRouter } from './routes.tsx'
import { sessionQuery, watchSession } from './shell/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: true } } })
const router = makeRouter(queries)
watchSession(queries, () => void router.invalidate())
void queries.prefetchQuery(sessionQuery)

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The scroll lock below dialogs writes a style element, and looks for its nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })

createRoot(root).render(
  <StrictMode>
    <App queries={queries} router={router} nonce={nonce} />
  </StrictMode>,
)
