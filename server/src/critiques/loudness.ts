/** Values of a curve of loudness, one byte each. */
const peakCount = 400
const samplesPerSecond = 8_000
/** Samples of which the loudest is kept while the length is not known: a hundredth of a second. */
const stepSamples = 80

/** Collects samples of 16 bits at 8 kHz: how long they are, and how loud each part is. */
export class PeakMeter {
  private readonly steps: number[] = []
  private rest = Buffer.alloc(0)
  private samples = 0
  private loudest = 0

  take(piece: Buffer): void {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, piece]) : piece
    const whole = bytes.length - (bytes.length % 2)
    for (let at = 0; at < whole; at += 2) {
      const level = Math.abs(bytes.readInt16LE(at))
      if (level > this.loudest) this.loudest = level
      this.samples += 1
      if (this.samples % stepSamples !== 0) continue
      this.steps.push(this.loudest)
      this.loudest = 0
    }
    this.rest = Buffer.from(bytes.subarray(whole))
  }

  durationMs = (): number => Math.round((1000 * this.samples) / samplesPerSecond)

  /** The curve, 255 where it is loudest; a silent recording is a flat line. */
  peaks(): Buffer {
    const most = this.steps.reduce((one, other) => Math.max(one, other), 1)
    return Buffer.from(
      Array.from({ length: peakCount }, (_, index) => {
        const from = Math.floor((index * this.steps.length) / peakCount)
        const to = Math.max(from + 1, Math.floor(((index + 1) * this.steps.length) / peakCount))
        const part = this.steps.slice(from, to)
        return Math.round((255 * part.reduce((one, other) => Math.max(one, other), 0)) / most)
      }),
    )
  }
}

/** LUFS. */
const targetLoudness = -16
/** Decibels. */
const maximumGain = 30

/** Decibels that bring a recording to the target, by the report of ffmpeg's ebur128; 0 for a silent one. */
export function gainFrom(report: string): number {
  // A recorder changes its format after the first packet; the last summary is that of the whole.
  const loudness = Number(
    [...report.matchAll(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/g)].at(-1)?.[1] ?? Number.NaN,
  )
  // -70 LUFS is the gate below which nothing counts as sound.
  if (!Number.isFinite(loudness) || loudness <= -70) return 0
  return Math.max(-maximumGain, Math.min(maximumGain, Math.round(10 * (targetLoudness - loudness)) / 10))
}
