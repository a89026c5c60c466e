import { cropOf, mostZoom, movedView, type View } from '@callboard/domain/registrations/best-dancers/crop.ts'
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import type { OpenedPicture } from './open-picture.ts'
import styles from './Programme.module.css'

type CropBoxProps = { picture: OpenedPicture; view: View; name: string; onChange: (view: View) => void }

const keys: Record<string, { right: number; down: number }> = {
  ArrowLeft: { right: -0.05, down: 0 },
  ArrowRight: { right: 0.05, down: 0 },
  ArrowUp: { right: 0, down: -0.05 },
  ArrowDown: { right: 0, down: 0.05 },
}

/** The square that will be printed: dragged, moved by arrow keys, brought nearer. PROG-011. */
export function CropBox({ picture, view, name, onChange }: CropBoxProps) {
  const grip = useRef<{ x: number; y: number }>(undefined)
  const { left, top, side } = cropOf(picture, view)
  const place: CSSProperties = {
    width: `${(picture.width / side) * 100}%`,
    left: `${(-left / side) * 100}%`,
    top: `${(-top / side) * 100}%`,
  }

  function drag(event: PointerEvent<HTMLButtonElement>) {
    if (!grip.current) return
    const width = event.currentTarget.clientWidth || 1
    const [right, down] = [(grip.current.x - event.clientX) / width, (grip.current.y - event.clientY) / width]
    grip.current = { x: event.clientX, y: event.clientY }
    onChange(movedView(picture, view, { right, down }))
  }

  function press(event: KeyboardEvent) {
    const step = keys[event.key]
    if (!step) return
    event.preventDefault()
    onChange(movedView(picture, view, step))
  }

  return (
    <div className={styles['crop']}>
      <button
        type="button"
        className={styles['square']}
        aria-label={`The part of the picture of ${name} that is kept. Arrow keys move it.`}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          grip.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => (grip.current = undefined)}
        onPointerCancel={() => (grip.current = undefined)}
      >
        <img src={picture.url} alt="" style={place} draggable={false} />
      </button>
      <label className={styles['zoom']}>
        <span>Nearer</span>
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={view.zoom}
          onChange={({ currentTarget }) => onChange({ ...view, zoom: Number(currentTarget.value) })}
        />
      </label>
    </div>
  )
}
