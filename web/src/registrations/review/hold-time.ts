const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** '11:42 pm' on the reader's own clock: a hold is minutes away, and they look at their own wall. */
export const wallClock = (moment: number): string =>
  clock
    .format(moment)
    .replace(/\u202f/g, ' ')
    .replace(/ (AM|PM)/, (half) => half.toLowerCase())

/** '14:05' */
export function remainingText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
