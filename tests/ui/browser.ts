import { act, cleanup, configure, prettyDOM } from '@testing-library/react'
import React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { dialogs } from '../../web/src/ui/dialogs.ts'
import { toasts } from '../../web/src/ui/toasts.ts'
import { answerLabelsFast } from './element-labels.ts'
import { elementStyle } from './element-style.ts'
import { onDesktop, screenWidth } from './screen-width.ts'
import { setSignedInCookie } from './signed-in-cookie.ts'
import { endUnanswered } from './unanswered.ts'

// React's development build notes where each element was made, up to a number of them: a tenth of the time of a screen,
// for messages that name the line. Without the room for them it notes none.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })

// The files of a run share their global objects: each begins with Node's own, though the one before left a stub.
const nodeFetch = Symbol.for('callboard.fetch')
vi.unstubAllGlobals()
globalThis.fetch = (Reflect.get(globalThis, nodeFetch) as typeof fetch | undefined) ?? globalThis.fetch
Reflect.set(globalThis, nodeFetch, globalThis.fetch)

// Browser APIs that jsdom lacks.
vi.stubGlobal('matchMedia', (question: string) => {
  const [, widest = 0, unit] = /max-width: ([\d.]+)(px|em)/.exec(question) ?? []
  return {
    matches: screenWidth.now <= Number(widest) * (unit === 'em' ? 16 : 1),
    addEventListener: () => {},
    removeEventListener: () => {},
  }
})
vi.stubGlobal('scrollTo', () => {})
// The server tells files by their bytes, in this process: its bytes are Node's, and jsdom has a Uint8Array of its own.
vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
Element.prototype.scrollIntoView = () => {}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

window.getComputedStyle = elementStyle
answerLabelsFast()
if (document.defaultView) document.defaultView.getComputedStyle = elementStyle

// The app and its database answer a screen for real: on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 30_000, getElementError: missing })

/** Printed once somebody reads why: an element that is waited for is missing at every look but the last. */
function missing(reason: string | null, container: Element) {
  const error = new Error(reason ?? '')
  error.name = 'TestingLibraryElementError'
  // The test is to blame, not this file.
  Error.captureStackTrace(error, missing)
  // The length of the printed text is limited, and the frame around the page would fill it.
  const page = container.querySelector('main') ?? container
  const get = () => [reason, prettyDOM(page)].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { configurable: true, get })
}

// A page asks who is signed in only where this cookie is.
beforeEach(() => setSignedInCookie(true))

// A test leaves the browser as it found it: a router keeps listening to its window, and takes its history over.
const listening: Parameters<typeof window.removeEventListener>[] = []
const listen = window.addEventListener.bind(window)
vi.stubGlobal('addEventListener', (...args: Parameters<typeof window.addEventListener>) => {
  listening.push(args)
  listen(...args)
})
afterEach(() => {
  for (const args of listening.splice(0)) window.removeEventListener(...args)
  Reflect.deleteProperty(window.history, 'pushState')
  Reflect.deleteProperty(window.history, 'replaceState')
  vi.useRealTimers()
  act(() => {
    dialogs.cancelAll()
    // A fake clock that is put away never ends them.
    toasts.clear()
  })
  cleanup()
  document.body.replaceChildren()
  endUnanswered()
  localStorage.clear()
  sessionStorage.clear()
  onDesktop()
})
// The files of a run share their browser.
afterAll(() => void vi.unstubAllGlobals())
