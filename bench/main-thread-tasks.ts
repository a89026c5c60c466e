/** A part of an event of Chromium's trace; times in microseconds, `tdur` is CPU time of its thread. */
export type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

/** CPU milliseconds of each task that a page's main thread ran after its first paint. */
export function mainThreadTasks(events: readonly TraceEvent[]): number[] {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('The trace has no first paint')
  const tasks = events
    .filter(({ name, ph }) => ph === 'X' && (name === 'RunTask' || name.endsWith('::RunTask')))
    .filter(({ pid, tid, ts, dur = 0 }) => pid === paint.pid && tid === paint.tid && ts + dur >= paint.ts)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
  // Two categories of the trace tell of the same task, one within the other.
  let end = 0
  return tasks.flatMap(({ ts, dur = 0, tdur = 0 }) => {
    if (ts + dur <= end) return []
    end = ts + dur
    return [tdur / 1_000]
  })
}
