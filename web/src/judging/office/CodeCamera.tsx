import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import styles from './Scores.module.css'

/** Of the browsers that read codes themselves; TypeScript does not know it yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = (): DetectorClass | undefined =>
  'BarcodeDetector' in globalThis
    ? (globalThis as unknown as { BarcodeDetector: DetectorClass }).BarcodeDetector
    : undefined

const lookMilliseconds = 200

/** Reads QR codes by the camera, where the browser can. Elsewhere it says so. */
export function CodeCamera({ onRead }: { onRead: (code: string) => void }) {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState('')
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const CodeDetector = detectorClass()
    if (!isOn || !CodeDetector) return
    const detector = new CodeDetector({ formats: ['qr_code'] })
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    let isGone = false
    const open = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const element = video.current
      if (isGone || !element) return
      element.srcObject = stream
      await element.play()
      timer = setInterval(() => {
        detector.detect(element).then(
          (codes) => codes.forEach(({ rawValue }) => onRead(rawValue)),
          () => {},
        )
      }, lookMilliseconds)
    }
    open().catch(() => {
      setProblem('This page cannot use the camera. Allow it, or paste the codes as text.')
      setOn(false)
    })
    return () => {
      isGone = true
      clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [isOn, onRead])
  if (!detectorClass()) return <p className={styles['second']}>This browser cannot read codes. Paste them as text.</p>
  return (
    <div className={styles['camera']}>
      <Button variant="default" onClick={() => setOn(!isOn)}>
        {isOn ? 'Close the camera' : 'Scan with the camera'}
      </Button>
      {problem && <p role="alert">{problem}</p>}
      {isOn && <video ref={video} muted playsInline className={styles['video']} aria-label="Camera view" />}
    </div>
  )
}
