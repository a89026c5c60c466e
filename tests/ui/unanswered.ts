// Calls that no server answers while a test looks at its screen.

const waiting: (() => void)[] = []

/**
 * An answer that does not come while the test runs. One that never came would be a slow call of every test after it, since
 * the files of a run share the product's modules.
 */
export const unanswered = (): Promise<Response> =>
  new Promise((resolve) => {
    // Not one that is asked for again.
    waiting.push(() => resolve(Response.json({ code: 'over', message: 'The test is over.' }, { status: 404 })))
  })

/** Answers what is still open, once the screens that asked are gone. */
export function endUnanswered() {
  for (const end of waiting.splice(0)) end()
}
