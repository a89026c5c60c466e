import { inflateSync } from 'node:zlib'

const headerSize = 12
const entrySize = 16

/**
 * A WOFF font as the plain font it was packed from. The PDF library would inflate it in JavaScript again for every
 * document and every table: thirty times as slow.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + index * 20
    const [offset, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const content = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      content: packed < size ? inflateSync(content) : content,
    }
  })

  const header = Buffer.alloc(headerSize + count * entrySize)
  const power = 2 ** Math.floor(Math.log2(count))
  header.writeUInt32BE(woff.readUInt32BE(4), 0)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((count - power) * 16, 10)

  const parts: Buffer[] = [header]
  let offset = header.length
  tables.forEach(({ tag, checksum, content }, index) => {
    const at = headerSize + index * entrySize
    tag.copy(header, at)
    header.writeUInt32BE(checksum, at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(content.length, at + 12)
    const padded = Math.ceil(content.length / 4) * 4
    parts.push(content, Buffer.alloc(padded - content.length))
    offset += padded
  })
  return Buffer.concat(parts)
}
