import { vi } from 'vitest'

/**
 * Holds back the answers to calls of the page whose address ends so, until `answer` is called: `calls` are their addresses.
 * Begins with a page that is open, whose `fetch` it wraps.
 */
export function holdAnswers(ending: string): { calls: readonly string[]; answer: () => void } {
  const calls: string[] = []
  let answer = () => {}
  const gate = new Promise<void>((resolve) => (answer = resolve))
  const ask = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith(ending)) {
      calls.push(url)
      await gate
    }
    return ask(url, init)
  })
  return { calls, answer }
}
