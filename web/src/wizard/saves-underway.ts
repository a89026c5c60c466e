const underway = new Map<number, Promise<unknown>>()

/** A save of this registration goes on, whether or not its screen is still open. */
export function saveUnderway(registration_id: number, save: Promise<unknown>) {
  underway.set(registration_id, save)
}

/** Resolves when nothing of this registration is being saved: what was just left is opened as it was left. */
export async function savesDone(registration_id: number): Promise<void> {
  await underway.get(registration_id)
}
