import { vi } from 'vitest'

/** Waits until a check holds. The library's own patience ends after a second, which a busy machine takes for a page. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 })
