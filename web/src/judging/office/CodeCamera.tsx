import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openCodeReader } from './code-reader.ts'
import styles from './Scores.module.css'

const lookMilliseconds = 200

const refusals: Readonly<Record<string, string>> = {
  NotAllowedError: 'The browser does not let this page use the camera. Allow it, or paste the codes as text.',
  NotFoundError: 'This device has no camera. Paste the codes as text.',
  NotReadableError: 'Another program uses the camera. Close it, or paste the codes as text.',
}
const reasonOf = (error: unknown) =>
  (typeof error === 'object' && error !== null && 'name' in error && refusals[String(error.name)]) ||
  'The camera did not start. Paste the codes as text.'

/** Chromium's view of the document's Permissions-Policy header; other browsers do not read the header. */
type PolicyDocument = Document & { featurePolicy?: { allowsFeature: (name: string) => boolean } }

/**
 * The header of the document that was loaded decides, and it may have been that of a page outside the office. Then the
 * page is loaded anew, once: its own document allows the camera.
 */
function loadWithCamera() {
  const [first] = performance.getEntriesByType?.('navigation') ?? []
  const isOwnDocument = first !== undefined && new URL(first.name).pathname === location.pathname
  if (!isOwnDocument && (document as PolicyDocument).featurePolicy?.allowsFeature('camera') === false) location.reload()
}

/** Reads QR codes by the camera. */
export function CodeCamera({ onRead }: { onRead: (code: string) => void }) {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState('')
  const video = useRef<HTMLVideoElement>(null)
  useEffect(loadWithCamera, [])
  // The page may be rendered anew by each code; its newest reader is told, and the camera stays on.
  const tell = useEffectEvent(onRead)
  useEffect(() => {
    if (!isOn) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const end = () => {
      isGone = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const open = async () => {
      const reader = await openCodeReader()
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: 1280 } })
      const element = video.current
      if (isGone || !element) return end()
      element.srcObject = stream
      await element.play()
      const look = async () => {
        const codes = await reader(element)
        if (isGone) return
        for (const code of codes) tell(code)
        timer = setTimeout(() => void look(), lookMilliseconds)
      }
      await look()
    }
    open().catch((error: unknown) => {
      if (isGone) return
      setProblem(reasonOf(error))
      setOn(false)
    })
    return end
  }, [isOn])
  return (
    <div className={styles['camera']}>
      <Button
        variant="default"
        onClick={() => {
          setProblem('')
          setOn(!isOn)
        }}
      >
        {isOn ? 'Close the camera' : 'Scan with the camera'}
      </Button>
      <p role="alert" className={styles['wrong']}>
        {problem}
      </p>
      {isOn && <video ref={video} muted playsInline className={styles['video']} aria-label="Camera view" />}
    </div>
  )
}
