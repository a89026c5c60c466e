import { audioKinds, type AudioKind } from '@callboard/domain/music/audio-kind.ts'
import { parseFromTokenizer } from 'music-metadata'
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core'

/** Reads this many bytes from an offset; fewer at the end of the file. */
export type ReadAt = (at: number, bytes: number) => Promise<Buffer>

/** Seconds that an audio file lasts; null: it does not say. Throws when the file cannot be parsed. */
export async function audioSeconds(kind: AudioKind, file: { size: number; read: ReadAt }): Promise<number | null> {
  const { format } = await parseFromTokenizer(new FileTokenizer(kind, file.size, file.read), {
    // An MP3 of variable bitrate whose header counts no frames is read to its end.
    duration: true,
    skipCovers: true,
    skipPostHeaders: true,
  })
  const { duration = 0 } = format
  return Number.isFinite(duration) && duration > 0 ? duration : null
}

/** Bytes requested at once: formats are read in steps of a few bytes, and each request crosses processes. */
const windowBytes = 65_536

/** Reads a stored file piece by piece, and never holds more than one window of it. */
class FileTokenizer extends AbstractTokenizer {
  readonly fileInfo
  readonly #read: ReadAt
  #window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  constructor(kind: AudioKind, size: number, read: ReadAt) {
    super()
    this.fileInfo = { size, mimeType: audioKinds[kind].content_type }
    this.#read = read
  }

  supportsRandomAccess() {
    return true
  }

  setPosition(position: number) {
    this.position = position
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(target, options)
    const length = await this.peekBuffer(target, options)
    this.position = position + length
    return length
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options)
    let byteCount = 0
    while (byteCount < length) {
      const piece = (await this.#bytesFrom(position + byteCount)).subarray(0, length - byteCount)
      if (piece.length === 0) break
      target.set(piece, byteCount)
      byteCount += piece.length
    }
    if (byteCount < length && !mayBeLess) throw new EndOfStreamError()
    return byteCount
  }

  /** At least one byte from here on, unless the file ends before. */
  async #bytesFrom(position: number): Promise<Buffer> {
    const { start, bytes } = this.#window
    if (position < start || position >= start + bytes.length) {
      this.#window = { start: position, bytes: await this.#read(position, windowBytes) }
    }
    return this.#window.bytes.subarray(position - this.#window.start)
  }
}
