import { durationText } from '@callboard/domain/music/audio-kind.ts'
import { ActionIcon, Loader } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import { noticeFailure } from '../api/failure.ts'
import styles from './Music.module.css'
import { player, usePlaying } from './player.ts'
import { shareOptions, type RoutineMusic, type MusicVisit } from './music-query.ts'

type PlayButtonProps = { routine: RoutineMusic; visit: MusicVisit }

/** Plays and pauses the music of a routine. MUS-010, MUS-022. */
export function PlayButton({ routine: { name, music, registrations_routine_id }, visit }: PlayButtonProps) {
  const playing = usePlaying()
  if (!music) return <span aria-hidden />
  const state = playing.id === music.id ? playing.state : 'silent'

  async function toggle(id: number) {
    if (state === 'playing') return player.pause()
    const place = () =>
      call(
        'GET /v1/mybtf/music',
        { query: { name: String(registrations_routine_id), operation: 'get' } },
        shareOptions(visit),
      ).then(({ signedRequest }) => signedRequest)
    try {
      await player.play(id, place)
    } catch (error) {
      await noticeFailure(error, { title: 'Oops...', message: 'Something went wrong!' })
    }
  }

  return (
    <ActionIcon
      variant="default"
      radius="xl"
      size={40}
      aria-label={`${state === 'playing' ? 'Pause' : 'Play'} the music of ${name}`}
      onClick={() => void toggle(music.id)}
    >
      {state === 'loading' ? (
        <Loader size={16} />
      ) : state === 'playing' ? (
        <IconPlayerPauseFilled size={16} />
      ) : (
        <IconPlayerPlayFilled size={16} />
      )}
    </ActionIcon>
  )
}

/** Where in the track one is, and a way to another place of it. */
export function PlayLine({ routine: { name, music } }: Pick<PlayButtonProps, 'routine'>) {
  const { id, at } = usePlaying()
  if (!music || id !== music.id) return null
  return (
    <div className={styles['playline']}>
      <span className="figures">{durationText(at)}</span>
      <input
        type="range"
        min={0}
        max={music.duration}
        step={1}
        value={Math.min(at, music.duration)}
        aria-label={`Place in the music of ${name}`}
        aria-valuetext={`${durationText(at)} of ${durationText(music.duration)}`}
        onChange={({ currentTarget }) => player.seek(Number(currentTarget.value))}
      />
      <span className="figures">{durationText(music.duration)}</span>
    </div>
  )
}
