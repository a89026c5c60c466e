/** Of the browsers that read codes themselves; TypeScript does not know it yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats?: () => Promise<string[]> }

/** Reads the QR codes that a video shows now. */
type CodeReader = (video: HTMLVideoElement) => Promise<string[]>

/** A frame is read at this width at most: a code that fills a third of it is sharp enough, and a wider one is slower. */
const frameWidth = 960

/** The text of the QR code in an image; null: there is none that can be read. `data`: RGBA. */
async function openDecoder() {
  const { default: decodeQR } = await import('qr/decode.js')
  return (image: { width: number; height: number; data: Uint8ClampedArray }): string | null => {
    try {
      return decodeQR(image)
    } catch {
      // Thrown for each frame without a code.
      return null
    }
  }
}

async function nativeReader(): Promise<CodeReader | null> {
  if (!('BarcodeDetector' in globalThis)) return null
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector: DetectorClass }
  // Chrome on Windows and Linux has the class, and may read no format at all.
  const formats = (await BarcodeDetector.getSupportedFormats?.().catch(() => [])) ?? []
  if (!formats.includes('qr_code')) return null
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video).catch(() => [])).map(({ rawValue }) => rawValue)
}

/** The reader of this browser: its own, else ours, which is loaded then. */
export async function openCodeReader(): Promise<CodeReader> {
  const native = await nativeReader()
  if (native) return native
  const decode = await openDecoder()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, frameWidth / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0 || canvas.height === 0) return []
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const text = decode(context.getImageData(0, 0, canvas.width, canvas.height))
    return text === null ? [] : [text]
  }
}
