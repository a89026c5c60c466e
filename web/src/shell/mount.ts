import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

// The first script of a page is built from this file and React alone (shared-chunks.ts), so that React is loaded in a task
// of its own: between it and the rest a phone answers to a finger. It therefore imports nothing of ours.

// React creates errors while it loads, to throw them later, and V8 parses a script a second time for the stack trace of an
// error: index.html turns stack traces off until here. This is the browsers' usual number of lines.
Reflect.set(Error, 'stackTraceLimit', 10)

function findRoot(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  return root
}

/** Draws a page that the server has not written, as in development. */
export function drawPage(app: ReactNode): void {
  createRoot(findRoot()).render(app)
}

/** Takes over the page that the server wrote. A transition hydrates in slices, so that it answers to a finger meanwhile. */
export function takePageOver(app: ReactNode): void {
  startTransition(() => void hydrateRoot(findRoot(), app))
}
