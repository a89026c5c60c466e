import { mostZoom } from '@callboard/domain/registrations/best-dancers/photo.ts'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
// Its own style element would need a nonce; the sheet comes with this chunk instead.
import 'react-easy-crop/react-easy-crop.css'
import styles from './Program.module.css'

/** A square of a picture, in the picture's pixels. */
export type Square = { x: number; y: number; width: number; height: number }

type CropBoxProps = { url: string; name: string; onChange: (square: Square) => void }

/** The square that will be printed: dragged, pinched, moved by arrow keys, brought nearer. PROG-011. */
export function CropBox({ url, name, onChange }: CropBoxProps) {
  const [offset, setOffset] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <div className={styles['crop']}>
      <div className={styles['square']}>
        <Cropper
          image={url}
          aspect={1}
          objectFit="cover"
          crop={offset}
          onCropChange={setOffset}
          zoom={zoom}
          maxZoom={mostZoom}
          onZoomChange={setZoom}
          onCropAreaChange={(_, square) => onChange(square)}
          keyboardStep={16}
          showGrid={false}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'application', 'aria-label': `Photo of ${name}. Arrow keys move it.` }}
        />
      </div>
      <label className={styles['zoom']}>
        <span>Nearer</span>
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
      </label>
    </div>
  )
}
