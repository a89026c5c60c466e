import type { AudioKind } from '@callboard/domain/music/audio-kind.ts'

/** Reads this many bytes from an offset; fewer at the end of the file. */
export type ReadAt = (at: number, bytes: number) => Promise<Buffer>
type File = { size: number; read: ReadAt }

/** Seconds that an audio file lasts; null: it does not say. */
export async function audioSeconds(kind: AudioKind, file: File): Promise<number | null> {
  const seconds = await readers[kind](file)
  return seconds !== null && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

const readers: Record<AudioKind, (file: File) => Promise<number | null>> = {
  wav: wavSeconds,
  aif: aifSeconds,
  m4a: m4aSeconds,
  mp3: mp3Seconds,
}

/** Maximum number of chunks to read; a song has fewer than twenty. */
const mostParts = 200

type Chunk = { name: string; at: number; size: number }

/** Yields the chunks of a RIFF or AIFF file: a name, a length and the data. */
async function findChunks(
  { size, read }: File,
  wanted: readonly string[],
  isBig: boolean,
): Promise<Map<string, Chunk>> {
  const found = new Map<string, Chunk>()
  let at = 12
  for (let n = 0; n < mostParts && at + 8 <= size && found.size < wanted.length; n += 1) {
    const head = await read(at, 8)
    if (head.length < 8) break
    const name = head.toString('latin1', 0, 4)
    const length = isBig ? head.readUInt32BE(4) : head.readUInt32LE(4)
    if (wanted.includes(name)) found.set(name, { name, at: at + 8, size: Math.min(length, size - at - 8) })
    at += 8 + length + (length % 2)
  }
  return found
}

async function wavSeconds(file: File): Promise<number | null> {
  const chunks = await findChunks(file, ['fmt ', 'data'], false)
  const [format, data] = [chunks.get('fmt '), chunks.get('data')]
  if (!format || !data) return null
  const head = await file.read(format.at, 16)
  return head.length < 16 || head.readUInt32LE(8) === 0 ? null : data.size / head.readUInt32LE(8)
}

async function aifSeconds(file: File): Promise<number | null> {
  const common = (await findChunks(file, ['COMM'], true)).get('COMM')
  if (!common) return null
  const head = await file.read(common.at, 18)
  if (head.length < 18) return null
  // The rate is a float of 80 bits: an exponent, and a whole number of 64.
  const exponent = (head.readUInt16BE(8) & 0x7fff) - 16_383 - 63
  const rate = Number(head.readBigUInt64BE(10)) * 2 ** exponent
  return rate > 0 ? head.readUInt32BE(2) / rate : null
}

/** The box of this name within a stretch of an MP4 file. */
async function findBox({ read }: File, name: string, from: number, to: number) {
  let at = from
  for (let n = 0; n < mostParts && at + 8 <= to; n += 1) {
    const head = await read(at, 16)
    if (head.length < 8) return undefined
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length === 16
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short
    if (length < 8) return undefined
    if (head.toString('latin1', 4, 8) === name) return { at: at + (isLong ? 16 : 8), end: Math.min(at + length, to) }
    at += length
  }
  return undefined
}

async function m4aSeconds(file: File): Promise<number | null> {
  const movie = await findBox(file, 'moov', 0, file.size)
  const header = movie && (await findBox(file, 'mvhd', movie.at, movie.end))
  if (!header) return null
  const head = await file.read(header.at, 32)
  if (head.length < 32) return null
  const isLong = head[0] === 1
  const scale = head.readUInt32BE(isLong ? 20 : 12)
  const length = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16)
  return scale > 0 ? length / scale : null
}

// Kilobits a second by the number in a frame's head. Rows: MPEG 1 layer I, II, III; MPEG 2 layer I; layers II and III.
const bitrates = [
  [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const rates = [44_100, 48_000, 32_000] as const

type Frame = { rate: number; samples: number; bits: number; length: number; isFirst: boolean; isMono: boolean }

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xe0) !== 0xe0) return undefined
  const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + 4)
  const [version, layer] = [(second >> 3) & 3, 4 - ((second >> 1) & 3)]
  if (version === 1 || layer === 4) return undefined
  const isFirst = version === 3
  const kbits = bitrates[isFirst ? layer - 1 : layer === 1 ? 3 : 4]?.[(third >> 4) - 1]
  const base = rates[(third >> 2) & 3]
  if (!kbits || !base) return undefined
  const rate = base / (isFirst ? 1 : version === 2 ? 2 : 4)
  const samples = layer === 1 ? 384 : layer === 3 && !isFirst ? 576 : 1_152
  const padding = ((third >> 1) & 1) * (layer === 1 ? 4 : 1)
  const length = Math.floor((samples / 8) * ((kbits * 1_000) / rate)) + padding
  return { rate, samples, bits: kbits * 1_000, length, isFirst, isMono: fourth >> 6 === 3 }
}

async function mp3Seconds({ size, read }: File): Promise<number | null> {
  const tag = await read(0, 10)
  const [a = 0, b = 0, c = 0, d = 0] = tag.subarray(6, 10)
  const from = tag.toString('latin1', 0, 3) === 'ID3' ? 10 + (a << 21) + (b << 14) + (c << 7) + d : 0
  const bytes = await read(from, 65_536)
  for (let at = 0; at < bytes.length; at += 1) {
    const frame = frameAt(bytes, at)
    // Requires a second frame after the first, or the end of the data: two bytes alone may match a frame header by
    // chance.
    if (!frame || (from + at + frame.length < size && !frameAt(bytes, at + frame.length))) continue
    const frames = countedFrames(bytes, at, frame)
    if (frames) return (frames * frame.samples) / frame.rate
    const end = (await read(size - 128, 3)).toString('latin1') === 'TAG' ? size - 128 : size
    return ((end - from - at) * 8) / frame.bits
  }
  return null
}

/** Returns the frame count in the header of a variable bitrate file. */
function countedFrames(bytes: Buffer, at: number, { isFirst, isMono }: Frame): number | undefined {
  const xing = at + 4 + (isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  const name = bytes.toString('latin1', xing, xing + 4)
  if ((name === 'Xing' || name === 'Info') && xing + 12 <= bytes.length) {
    return (bytes.readUInt32BE(xing + 4) & 1) === 1 ? bytes.readUInt32BE(xing + 8) : undefined
  }
  const vbri = at + 36
  if (bytes.toString('latin1', vbri, vbri + 4) !== 'VBRI' || vbri + 18 > bytes.length) return undefined
  return bytes.readUInt32BE(vbri + 14)
}
