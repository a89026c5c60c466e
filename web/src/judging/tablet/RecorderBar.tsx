import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PackEntry } from './sheet-store.ts'
import type { RecorderProblem } from './recorder.ts'
import styles from './Recorder.module.css'
import type { TabletRecorder } from './use-recorder.ts'

const problems: Record<RecorderProblem, string> = {
  no_microphone: 'This page may not use the microphone. Allow it in the browser, then press Record again.',
  not_supported: 'This browser cannot record. Marks are saved all the same.',
  storage_full: 'The storage of this tablet is full, so recording has stopped. Marks are saved all the same.',
  microphone_lost: 'The microphone stopped. What you said until then is saved. Press Record to continue.',
}

type RecorderBarProps = { recorder: TabletRecorder; entry: PackEntry; seat_id: number }

/** Records the block from here on: pressed once, each entry is recorded as it opens. */
export function RecorderBar({ recorder, entry, seat_id }: RecorderBarProps) {
  const { blockId, isRecording, problem, waiting, refusals, follow } = recorder
  const followEntry = useEffectEvent(() => void follow(entry, seat_id, blockId))
  // Each entry is followed once, when it opens.
  useEffect(() => {
    followEntry()
  }, [entry.id])
  return (
    <div className={styles['bar']}>
      <Button
        size="lg"
        className={styles['button']}
        variant={isRecording ? 'filled' : 'default'}
        onClick={() => void (blockId === null ? recorder.start(entry, seat_id) : recorder.stop())}
      >
        {blockId === null ? 'Record' : 'Stop recording'}
      </Button>
      {isRecording && <LevelMeter level={recorder.level} />}
      <output className={styles['state']}>
        {isRecording ? `Recording entry ${entry.label}` : blockId === null ? 'Not recording' : 'Getting ready…'}
        {waiting > 0 && `. ${waiting} ${waiting === 1 ? 'recording' : 'recordings'} saved on this tablet, not sent yet`}
      </output>
      {problem && (
        <p role="alert" className={styles['alert']}>
          {problems[problem]}
        </p>
      )}
      {refusals.length > 0 && (
        <p role="alert" className={styles['alert']}>
          A recording was not accepted: {refusals[0]}
        </p>
      )}
    </div>
  )
}

/** How loud it is; drawn without React, ten times a second. */
function LevelMeter({ level }: { level: () => number }) {
  const meter = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      if (meter.current) meter.current.value = level()
    }, 100)
    return () => clearInterval(timer)
  }, [level])
  return (
    <meter
      ref={meter}
      className={styles['meter']}
      min={0}
      max={1}
      low={0.05}
      high={0.95}
      optimum={0.5}
      value={0}
      aria-label="Loudness"
    />
  )
}
