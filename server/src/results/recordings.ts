import { listReadyMedia } from '../critiques/media-queries.ts'
import type { Tx } from '../platform/db/connect.ts'

type ReadyMedia = Awaited<ReturnType<typeof listReadyMedia>>[number]

/**
 * Milliseconds by which a recording begins after the video of its routine: as the office said, else as both clocks say,
 * else none.
 */
export function shiftOf(recording: Pick<ReadyMedia, 'shift_ms' | 'started_at'>, video: ReadyMedia | undefined): number {
  if (recording.shift_ms !== null) return recording.shift_ms
  if (!video?.started_at || !recording.started_at) return 0
  return Date.parse(recording.started_at) - Date.parse(video.started_at)
}

/** The recordings and videos of entries that may be heard, by entry and judge. RES-008, RES-010. */
export async function loadEntryMedia(tx: Tx, entryIds: readonly number[]) {
  const rows = await listReadyMedia(tx, entryIds, ['judge_audio', 'judge_video', 'routine_video'])
  return (entry_id: number) => {
    const media = rows.filter(({ registration_routine_id }) => registration_routine_id === entry_id)
    const video = media.findLast(({ kind }) => kind === 'routine_video')
    return {
      has_video: media.some(({ kind }) => kind !== 'judge_audio'),
      video_id: video?.id ?? null,
      ofJudge(position: number) {
        const own = media.filter((row) => row.position === position)
        let starts_ms = 0
        const recordings = own
          .filter(({ kind }) => kind === 'judge_audio')
          .map((row) => {
            const { id, duration_ms, peaks } = row
            const begin = starts_ms
            starts_ms += duration_ms ?? 0
            const shift_ms = shiftOf(row, video)
            return { id, duration_ms, starts_ms: begin, shift_ms, peaks: peaks?.toString('base64') ?? null }
          })
        const whole = own.findLast(({ kind }) => kind === 'judge_video')
        return { recordings, video_key: whole?.id ?? (video ? (recordings[0]?.id ?? null) : null) }
      },
    }
  }
}
