import { isHeic, uploadLimits } from '@callboard/domain/kernel/files.ts'
import { keptPixels, leastCropPixels, mostCropPixels } from '@callboard/domain/registrations/best-dancers/photo.ts'
import { explain } from '@callboard/domain/refusals.ts'
import type { Square } from './CropBox.tsx'

/** A file this browser can show, and where it can be looked at. `close` lets its bytes go. */
export type OpenedPicture = { file: File; url: string; close: () => void }

/** Opens a chosen file; throws the sentence for one that is too large or no picture. PROG-048. */
export async function openPicture(file: File): Promise<OpenedPicture> {
  if (file.size > uploadLimits.image) throw new Error(explain({ code: 'file.too_large', field: 'file', kind: 'image' }))
  if (isHeic(new Uint8Array(await file.slice(0, 12).arrayBuffer()))) {
    throw new Error(explain({ code: 'file.heic', field: 'file' }))
  }
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(url)
    throw new Error(explain({ code: 'file.invalid', field: 'file' }))
  }
  return { file, url, close: () => URL.revokeObjectURL(url) }
}

/** A square of a picture as a file of its own. PROG-011. */
export async function cropped({ url }: OpenedPicture, { x, y, width, height }: Square): Promise<Blob> {
  const pixels = keptPixels(width, leastCropPixels, mostCropPixels)
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = pixels
  canvas.height = pixels
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error(explain({ code: 'file.failed', field: 'file' }))
  // Transparent pixels print white.
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, pixels, pixels)
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(image, x, y, width, height, 0, 0, pixels, pixels)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(explain({ code: 'file.failed', field: 'file' })))),
      'image/jpeg',
      0.92,
    ),
  )
}
