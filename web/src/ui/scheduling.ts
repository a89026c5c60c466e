/** Calls once the browser has time, or half a second has passed; returns what cancels it. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 100)
    return () => clearTimeout(timer)
  }
  const idle = window.requestIdleCallback(act, { timeout: 500 })
  return () => window.cancelIdleCallback(idle)
}

/** Loads code that draws nothing of a screen once that is there. */
export const loadWhenIdle = <Module>(load: () => Promise<Module>): Promise<Module> =>
  new Promise((resolve) => void whenIdle(() => resolve(load())))

/** A page out of sight paints nothing: it waits no longer than this, in milliseconds. */
const withoutFrames = 100

/**
 * Resolves after the next paint. Work that takes longer than a frame waits for it, so that the effect of a press is seen
 * before that work begins.
 */
export const afterPaint = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, withoutFrames)
    // The frame's callback runs before its paint, a task that it starts runs after.
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer)
        resolve()
      }),
    )
  })
