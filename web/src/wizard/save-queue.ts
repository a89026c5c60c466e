/** Each registration's last save in this window, whether or not the screen that began it is still open. */
const lastSaves = new Map<number, Promise<unknown>>()

/**
 * Saves of one registration go one at a time, in the order they were asked for: each finds the version the one before it
 * left, so that a window never answers 409 to itself. WIZ-048.
 */
export function enqueueSave<Answer>(registration_id: number, job: () => Promise<Answer>): Promise<Answer> {
  const turn = (lastSaves.get(registration_id) ?? Promise.resolve()).then(job)
  lastSaves.set(
    registration_id,
    turn.catch(() => undefined),
  )
  return turn
}

/** Resolves when nothing of this registration is being saved: what was just left is opened as it was left. */
export async function whenSaved(registration_id: number): Promise<void> {
  let last: Promise<unknown> | undefined
  while (lastSaves.get(registration_id) !== last) {
    last = lastSaves.get(registration_id)
    await last
  }
}
