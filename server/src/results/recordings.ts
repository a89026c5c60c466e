import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { listReadyMedia, listRecordingTimes } from '../critiques/media-queries.ts'
import type { Tx } from '../platform/db/connect.ts'

type ReadyMedia = Awaited<ReturnType<typeof listReadyMedia>>[number]
type RecordingTimes = Awaited<ReturnType<typeof listRecordingTimes>>[number]
type Timed = Pick<RecordingTimes, 'shift_ms' | 'started_at' | 'duration_ms'>

const msBetween = (one: Instant, other: Instant) => Date.parse(other) - Date.parse(one)

/**
 * Milliseconds by which each recording of a judge begins after the video of its routine: as the office said of it; as far
 * from one that the office moved as the clocks say; as both clocks say; behind the one before it; with the video.
 */
function shiftsOf(recordings: readonly Timed[], video: Pick<ReadyMedia, 'started_at'> | undefined): number[] {
  const anchor = recordings.find(({ shift_ms, started_at }) => shift_ms !== null && started_at !== null)
  const shifts: number[] = []
  for (const [index, { shift_ms, started_at }] of recordings.entries()) {
    const before = recordings[index - 1]
    const shiftBefore = shifts.at(-1)
    if (shift_ms !== null) shifts.push(shift_ms)
    else if (started_at && anchor?.started_at) {
      shifts.push((anchor.shift_ms ?? 0) + msBetween(anchor.started_at, started_at))
    } else if (started_at && video?.started_at) shifts.push(msBetween(video.started_at, started_at))
    else if (!before || shiftBefore === undefined) shifts.push(0)
    else if (started_at && before.started_at) shifts.push(shiftBefore + msBetween(before.started_at, started_at))
    else shifts.push(shiftBefore + (before.duration_ms ?? 0))
  }
  return shifts
}

type RecordingPart = ReadyMedia & { starts_ms: number; shift_ms: number }

/**
 * Returns the recordings of one judge for an entry that may be heard: several where the judge stopped and resumed.
 * `starts_ms`: how long the parts before it are; marks count from the first.
 */
export function recordingParts(
  media: readonly ReadyMedia[],
  times: readonly RecordingTimes[],
  entry_id: number,
  position: number | null,
): RecordingPart[] {
  const video = routineVideo(media, entry_id)
  const own = times.filter((row) => row.registration_routine_id === entry_id && row.position === position)
  const shifts = shiftsOf(own, video)
  let starts_ms = 0
  return own.flatMap(({ id, duration_ms }, index) => {
    const part = { starts_ms, shift_ms: shifts[index] ?? 0 }
    starts_ms += duration_ms ?? 0
    const readyMedia = media.find((row) => row.id === id)
    return readyMedia ? [{ ...readyMedia, ...part }] : []
  })
}

/** The video of an entry: the last, if several came. */
export const routineVideo = (media: readonly ReadyMedia[], entry_id: number): ReadyMedia | undefined =>
  media.findLast(
    ({ kind, registration_routine_id }) => kind === 'routine_video' && registration_routine_id === entry_id,
  )

/** The recordings and videos of entries that may be heard, by entry and judge. RES-008, RES-010. */
export async function loadEntryMedia(tx: Tx, entryIds: readonly number[]) {
  const rows = await listReadyMedia(tx, entryIds, ['judge_audio', 'judge_video', 'routine_video'])
  const times = await listRecordingTimes(tx, entryIds)
  return (entry_id: number) => {
    const media = rows.filter(({ registration_routine_id }) => registration_routine_id === entry_id)
    const video = routineVideo(media, entry_id)
    return {
      has_video: media.some(({ kind }) => kind !== 'judge_audio'),
      video_id: video?.id ?? null,
      ofJudge(position: number) {
        const recordings = recordingParts(media, times, entry_id, position).map(
          ({ id, duration_ms, starts_ms, shift_ms, peaks }) => ({
            ...{ id, duration_ms, starts_ms, shift_ms, peaks: peaks?.toString('base64') ?? null },
          }),
        )
        const whole = media.findLast((row) => row.kind === 'judge_video' && row.position === position)
        return { recordings, video_key: whole?.id ?? (video ? (recordings[0]?.id ?? null) : null) }
      },
    }
  }
}
