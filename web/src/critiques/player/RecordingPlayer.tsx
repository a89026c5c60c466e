import { durationText } from '@callboard/domain/music/audio-kind.ts'
import { ActionIcon, Loader } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { CompactSelect } from '../../ui/CompactSelect.tsx'
import { noticeFailure } from '../../api/failure.ts'
import styles from './RecordingPlayer.module.css'
import { recordingPlayer, usePlayback } from './recording-player.ts'

export type Recording = { id: string; duration_ms: number | null; starts_ms: number; peaks: string | null }

/** A place in a recording that a judge marked. */
type RecordingMark = { at_ms: number; label: string }

type RecordingPlayerProps = {
  /** Names the recording for people who do not see it: 'Ana Duarte on 12 First Light'. */
  name: string
  recordings: readonly Recording[]
  marks: readonly RecordingMark[]
  loadUrl: (id: string) => Promise<string>
}

const rates = [0.75, 1, 1.25, 1.5]

/** A curve of loudness: one line for each of its bytes, mirrored at the middle. */
function Peaks({ peaks, part }: { peaks: string; part: number }) {
  const levels = Array.from(atob(peaks), (sign) => sign.charCodeAt(0) / 255)
  const path = levels.map((level, x) => `M${x + 0.5} ${20 - 19 * level}V${20 + 19 * level}`).join('')
  return (
    <svg className={styles['peaks']} viewBox={`0 0 ${levels.length} 40`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles['curve']} d={path} />
      <path className={styles['heard']} d={path} style={{ clipPath: `inset(0 ${100 - 100 * part}% 0 0)` }} />
    </svg>
  )
}

/** Plays what a judge said, part by part. Marks lead to their places in it. RES-008. */
export function RecordingPlayer({ name, recordings, marks, loadUrl }: RecordingPlayerProps) {
  const { id, rate } = usePlayback()
  if (recordings.length === 0) return null
  return (
    <div className={styles['player']}>
      {recordings.map((recording, index) => {
        const end = recordings[index + 1]?.starts_ms ?? Infinity
        return (
          <RecordingTrack
            key={recording.id}
            name={recordings.length > 1 ? `${name}, part ${index + 1}` : name}
            part={recordings.length > 1 ? index + 1 : null}
            recording={recording}
            marks={marks.filter(({ at_ms }) => at_ms >= recording.starts_ms && at_ms < end)}
            loadUrl={loadUrl}
          />
        )
      })}
      {recordings.some((recording) => recording.id === id) && (
        <label className={styles['rate']}>
          Speed{' '}
          <CompactSelect
            value={rate}
            onChange={({ currentTarget }) => recordingPlayer.setRate(Number(currentTarget.value))}
          >
            {rates.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </CompactSelect>
        </label>
      )}
    </div>
  )
}

type RecordingTrackProps = {
  name: string
  /** Null: there is one part only. */
  part: number | null
  recording: Recording
  marks: readonly RecordingMark[]
  loadUrl: (id: string) => Promise<string>
}

function RecordingTrack({ name, part, recording, marks, loadUrl }: RecordingTrackProps): ReactNode {
  const { id, duration_ms, starts_ms, peaks } = recording
  // Its own alone: another one plays on when a search hides this one.
  useEffect(() => () => recordingPlayer.stop(id), [id])
  const playback = usePlayback()
  const isCurrent = playback.id === id
  const state = isCurrent ? playback.state : 'silent'
  const seconds = (duration_ms ?? 0) / 1000
  const at = isCurrent ? Math.min(playback.at, seconds || playback.at) : 0

  async function play(from?: number) {
    try {
      await recordingPlayer.play({ id, loadUrl: () => loadUrl(id) }, from)
    } catch (error) {
      await noticeFailure(error, { title: 'Oops...', message: 'This recording cannot be played now. Try again.' })
    }
  }
  return (
    <>
      {part !== null && <span className={styles['part']}>Part {part}</span>}
      <div className={styles['track']}>
        <ActionIcon
          variant="default"
          radius="xl"
          size={44}
          aria-label={`${state === 'playing' ? 'Pause' : 'Play'} ${name}`}
          onClick={() => (state === 'playing' ? recordingPlayer.pause() : void play())}
        >
          {state === 'loading' ? (
            <Loader size={16} />
          ) : state === 'playing' ? (
            <IconPlayerPauseFilled size={16} />
          ) : (
            <IconPlayerPlayFilled size={16} />
          )}
        </ActionIcon>
        <div className={styles['line']}>
          {peaks && <Peaks peaks={peaks} part={seconds > 0 ? at / seconds : 0} />}
          {seconds > 0 && (
            <input
              className={styles['range']}
              type="range"
              min={0}
              max={Math.ceil(seconds)}
              step={1}
              value={Math.round(at)}
              aria-label={`Position in ${name}`}
              aria-valuetext={`${durationText(at)} of ${durationText(seconds)}`}
              onChange={({ currentTarget }) => {
                const to = Number(currentTarget.value)
                if (isCurrent) recordingPlayer.seek(to)
                else void play(to)
              }}
            />
          )}
        </div>
        <span className={styles['time']}>
          {durationText(at)}
          {seconds > 0 && ` / ${durationText(seconds)}`}
        </span>
      </div>
      {marks.length > 0 && (
        <ul className={styles['marks']} aria-label={`Marks in ${name}`}>
          {marks.map(({ at_ms, label }, index) => (
            // The same item may be marked twice at one moment.
            <li key={index}>
              <button type="button" className={styles['mark']} onClick={() => void play((at_ms - starts_ms) / 1000)}>
                <span className={styles['time']}>{durationText(at_ms / 1000)}</span> {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
