import { durationText } from '@callboard/domain/music/audio-kind.ts'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { useAct } from '../../api/use-call.ts'
import { askText, confirm, notice } from '../../ui/dialogs.ts'
import styles from '../../ui/Office.module.css'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import { recordingPlayer, usePlayback } from '../player/recording-player.ts'

export const mediaRoute = 'GET /v1/office/media'
export type OfficeMedia = Reply<typeof mediaRoute>['unmatched'][number]

const stateWords: Record<OfficeMedia['state'], [tone: StatusTone, word: string]> = {
  uploading: ['idle', 'Uploading'],
  stored: ['idle', 'Waiting'],
  processing: ['standby', 'Processing'],
  ready: ['done', 'Ready'],
  failed: ['stop', 'Failed'],
  withheld: ['standby', 'Withheld'],
  expired: ['idle', 'Expired'],
}

type MediaActionsProps = {
  media: OfficeMedia
  /** Judge, or “Video”; none for a file that nobody has assigned. */
  title?: string
  /** Names it for people who do not see the list: 'entry 12, Judge 2'. */
  of: string
  /** The entry has a video, beside which the recording is heard. */
  hasVideo?: boolean
}

const shiftText = (shift_ms: number | null) => (shift_ms === null ? '' : String(shift_ms / 1000))

/** The state of a file, and what the office can do with it. OFF-031. */
export function MediaActions({ media, title, of, hasVideo = false }: MediaActionsProps) {
  const { id: media_id, kind, name, state, failure, withheld_reason, duration_ms, shift_ms, can_retry } = media
  const playback = usePlayback()
  const refreshes = [mediaRoute] as const
  const withholding = useAct('PUT /v1/office/media/{media_id}/withhold', { refreshes })
  const retrying = useAct('POST /v1/office/media/{media_id}/retry', { refreshes })
  const shifting = useAct('PUT /v1/office/media/{media_id}/shift', { refreshes })
  const removing = useAct('DELETE /v1/office/media/{media_id}', { refreshes })
  const [tone, word] = stateWords[state]
  const params = { media_id }
  const isPlaying = playback.id === media_id && playback.state === 'playing'
  useEffect(() => () => recordingPlayer.stop(media_id), [media_id])
  const loadUrl = () => call('GET /v1/office/media/{media_id}', { params }).then(({ signedRequest }) => signedRequest)

  async function listen() {
    if (isPlaying) return recordingPlayer.pause()
    if (kind !== 'judge_audio') {
      await loadUrl().then(
        (url) => window.open(url, '_blank', 'noreferrer'),
        (error: unknown) => showFailure(error, () => {}),
      )
      return
    }
    await recordingPlayer
      .play({ id: media_id, loadUrl })
      .catch(() => notice({ title: 'Oops...', message: 'This browser cannot play the recording.' }))
  }
  async function withhold() {
    await askText({
      title: 'Withhold this file?',
      message: 'The studio cannot play it until you show it again. Only the office sees the reason.',
      label: 'Reason',
      yes: 'Withhold',
      draft: ['withhold-media', media_id],
      act: (reason) => withholding.mutateAsync({ params, body: { reason } }),
    })
  }
  async function shift() {
    await askText({
      title: 'Align the recording with the video',
      message: 'Seconds after the start of the video at which the recording begins; negative if it begins earlier.',
      label: 'Seconds',
      yes: 'Save',
      start: shiftText(shift_ms) || '0',
      check: (value) => (/^-?\d{1,4}([.,]\d{1,3})?$/.test(value.trim()) ? undefined : 'Enter seconds, such as 1.5'),
      draft: ['shift-media', media_id],
      act: (text) =>
        shifting.mutateAsync({
          params,
          body: { shift_ms: Math.round(1000 * Number(text.trim().replace(',', '.'))) },
        }),
    })
  }
  async function remove() {
    await confirm({
      title: 'Delete this file?',
      message: `${name || 'The recording'} will be permanently deleted.`,
      yes: 'Yes, delete it',
      no: 'No, keep it',
      consequence: 'loss',
      act: () => removing.mutateAsync({ params }),
    })
  }
  const button = (label: string, act: () => unknown) => (
    <Button size="compact-sm" variant="default" aria-label={`${label}: ${of}`} onClick={() => void act()}>
      {label}
    </Button>
  )
  return (
    <>
      <div>
        {title && <strong>{title}</strong>} <StatusBadge state={tone}>{word}</StatusBadge>
        <span className={styles['second']} style={{ overflowWrap: 'anywhere' }}>
          {[name, duration_ms !== null && durationText(duration_ms / 1000)].filter(Boolean).join(', ')}
          {hasVideo && shift_ms !== null && `, ${shiftText(shift_ms)} s after the video`}
        </span>
        {(failure ?? withheld_reason) && <span className={styles['second']}>{failure ?? withheld_reason}</span>}
      </div>
      <span className={styles['acts']}>
        {['ready', 'withheld', 'failed'].includes(state) &&
          (state !== 'failed' || can_retry) &&
          button(isPlaying ? 'Pause' : kind === 'judge_audio' ? 'Listen' : 'Watch', listen)}
        {hasVideo && kind === 'judge_audio' && state === 'ready' && button('Move', shift)}
        {state === 'ready' && button('Withhold', withhold)}
        {state === 'withheld' && button('Show again', () => withholding.mutate({ params, body: { reason: null } }))}
        {can_retry && button('Try again', () => retrying.mutate({ params }))}
        {button('Delete', remove)}
      </span>
    </>
  )
}
