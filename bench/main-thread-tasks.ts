/** A part of an event of Chromium's trace; times in microseconds, `tdur` is CPU time of its thread. */
export type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { data?: { isMainFrame?: boolean; isOutermostMainFrame?: boolean; frame?: string }; name?: string }
}

/** CPU milliseconds of each task that a page's main thread ran after its first paint, longest not first. */
export function mainThreadTasks(events: readonly TraceEvent[]): number[] {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('The trace has no first paint')
  const isTask = ({ name, ph }: TraceEvent) => ph === 'X' && (name === 'RunTask' || name.endsWith('::RunTask'))
  return events
    .filter((event) => isTask(event) && event.pid === paint.pid && event.tid === paint.tid)
    .filter(({ ts, dur = 0 }) => ts + dur >= paint.ts)
    .map(({ tdur = 0 }) => tdur / 1_000)
}
