import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { noticeFailure } from '../../api/failure.ts'
import type { Recording } from './RecordingPlayer.tsx'
import styles from './VideoCritique.module.css'

type VideoRecording = Recording & { shift_ms: number }
type VideoJudge = {
  position: number
  name: string
  recordings: readonly VideoRecording[]
  /** Null: there is no video critique of this judge. */
  video_key: string | null
}
type VideoRoutine<Judge extends VideoJudge> = {
  name: string
  number: string
  video_id: string | null
  judges: readonly Judge[]
}

type VideoCritiqueProps<Judge extends VideoJudge, Routine extends VideoRoutine<Judge>> = {
  critique: Routine & VideoRoutine<Judge>
  media: {
    loadUrl: (id: string) => Promise<string>
    download: (critique: Routine & VideoRoutine<Judge>, judge: Judge) => Promise<void>
  }
}

/** 12 dB below the sound of the video. */
const stageVolume = 0.25
/** Seconds by which the two may differ before the recording is moved. */
const mostDrift = 0.2

/** Keeps a recording in step with a video: it starts, stops and moves with it. Returns how to end that. */
function keepInStep(video: HTMLVideoElement, url: string, shift_ms: number): () => void {
  const voice = new Audio(url)
  video.volume = stageVolume
  const follow = () => {
    const at = video.currentTime - shift_ms / 1000
    voice.playbackRate = video.playbackRate
    if (at < 0 || video.paused || (voice.duration > 0 && at > voice.duration)) return voice.pause()
    if (Math.abs(voice.currentTime - at) > mostDrift) voice.currentTime = at
    if (voice.paused) void voice.play().catch(() => {})
  }
  const events = ['play', 'playing', 'pause', 'seeked', 'waiting', 'ratechange', 'timeupdate'] as const
  for (const event of events) video.addEventListener(event, follow)
  follow()
  return () => {
    for (const event of events) video.removeEventListener(event, follow)
    voice.pause()
    video.volume = 1
  }
}

type Voice = { url: string; shift_ms: number }
type Playing = { position: number; picture: string; voices: readonly Voice[] }

/** The video of a routine with what one judge said of it, and its download. RES-010. */
export function VideoCritique<Judge extends VideoJudge, Routine extends VideoRoutine<Judge>>({
  critique,
  media,
}: VideoCritiqueProps<Judge, Routine>) {
  const judges = critique.judges.filter(({ video_key }) => video_key !== null)
  const [current, setCurrent] = useState<Playing | null>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [pendingPosition, setPendingPosition] = useState<number | null>(null)
  const latest = useRef(0)
  const judge = judges.find(({ position }) => position === current?.position)
  const voices = current?.voices
  useEffect(() => {
    if (!video || !voices) return
    const ends = voices.map(({ url, shift_ms }) => keepInStep(video, url, shift_ms))
    return () => {
      for (const end of ends) end()
    }
  }, [video, voices])
  if (judges.length === 0) return null
  const title = `${critique.number} ${critique.name}`

  async function show({ position, video_key, recordings }: Judge) {
    const order = (latest.current += 1)
    // A judge's own video has the voice in it.
    const isVoiceApart = recordings.some(({ id }) => id === video_key)
    try {
      const [picture, voices] = await Promise.all([
        media.loadUrl((isVoiceApart ? critique.video_id : video_key) ?? ''),
        Promise.all(
          (isVoiceApart ? recordings : []).map(async ({ id, shift_ms }) => ({
            ...{ url: await media.loadUrl(id), shift_ms },
          })),
        ),
      ])
      if (latest.current === order) setCurrent({ position, picture, voices })
    } catch (error) {
      await noticeFailure(error, { title: 'Oops...', message: 'This video cannot be played now. Try again.' })
    }
  }
  async function download(one: Judge) {
    setPendingPosition(one.position)
    try {
      await media.download(critique, one)
    } catch (error) {
      await noticeFailure(error, { title: 'Oops...', message: 'The video could not be downloaded. Try again.' })
    } finally {
      setPendingPosition(null)
    }
  }
  return (
    <div className={styles['video']}>
      {current && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody writes down what judges say; their text stands beside it
        <video
          key={current.picture}
          ref={setVideo}
          className={styles['picture']}
          src={current.picture}
          controls
          playsInline
          aria-label={`Video of ${title} with ${judge?.name ?? 'a judge'}`}
        />
      )}
      <ul className={styles['judges']} aria-label={`Video critiques of ${title}`}>
        {judges.map((one) => (
          <li key={one.position} className={styles['judge']}>
            <Button
              size="compact-md"
              variant={current?.position === one.position ? 'filled' : 'default'}
              onClick={() => void show(one)}
            >
              Watch with {one.name}
            </Button>
            <Button
              size="compact-md"
              variant="subtle"
              leftSection={<IconDownload className="icon" />}
              loading={pendingPosition === one.position}
              aria-label={`Download the video critique of ${title} by ${one.name}`}
              onClick={() => void download(one)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
