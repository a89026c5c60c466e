import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** `read` returns undefined for a file that is gone. */
type ZipEntry = { name: string; read: () => Promise<Readable | Buffer | undefined> }
type WrittenEntry = { name: Buffer; crc: number; size: number; at: number }

// Placeholder for values beyond 32 bits, which the Zip64 fields hold: a city's music may exceed 4 GB.
const full = 0xff_ff_ff_ff
// Lengths follow each file, and names are UTF-8.
const flags = 0x08_08
const version = 45

/** Makes entry names unique and safe for all file systems: two tracks of a city may have the same name. */
export function* namedApart(entries: Iterable<ZipEntry>): Generator<ZipEntry> {
  const nameCounts = new Map<string, number>()
  for (const { name: originalName, read } of entries) {
    const name = originalName.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    const before = nameCounts.get(name) ?? 0
    nameCounts.set(name, before + 1)
    yield { name: before === 0 ? name : name.replace(/(\.\w+)$/, ` (${before + 1})$1`), read }
  }
}

/** Names what is not in an archive, inside of it: the answer began before anybody knew. */
const missingList = (names: readonly string[]): ZipEntry => ({
  name: 'Missing files.txt',
  read: async () => Buffer.from(`These files could not be found in the file store:\r\n\r\n${names.join('\r\n')}\r\n`),
})

/** The entries, and last a list of those that were missing by then. */
function* withMissing(entries: Iterable<ZipEntry>, missing: readonly string[]): Generator<ZipEntry> {
  yield* entries
  if (missing.length > 0) yield missingList(missing)
}

/**
 * A zip archive, written while it is read: nothing of it is ever held whole. Files are stored as they are, since music
 * and photos are compressed by their own nature; one file is below 4GB, all of them together may be more. A file that
 * is gone is left out and named in a list.
 */
export async function* storedZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const writtenEntries: WrittenEntry[] = []
  const missing: string[] = []
  let at = 0
  for (const entry of withMissing(entries, missing)) {
    const content = await entry.read()
    if (content === undefined) {
      missing.push(entry.name)
      continue
    }
    const name = Buffer.from(entry.name, 'utf8')
    const begin = at
    const head = localHead(name)
    let [crc, size] = [0, 0]
    try {
      yield head
      for await (const part of Buffer.isBuffer(content) ? [content] : content) {
        crc = crc32(part as Buffer, crc)
        size += (part as Buffer).length
        yield part as Buffer
      }
    } finally {
      if (!Buffer.isBuffer(content)) content.destroy()
    }
    const tail = descriptor(crc, size)
    yield tail
    at += head.length + size + tail.length
    writtenEntries.push({ name, crc, size, at: begin })
  }
  const directory = Buffer.concat(writtenEntries.map(centralHead))
  yield directory
  yield ending(writtenEntries.length, directory.length, at)
}

// MS-DOS dates start in 1980; entries have no date of their own.
const firstDay = 0x00_21

function localHead(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04_03_4b_50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(firstDay, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor(crc: number, size: number): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08_07_4b_50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(size, 8)
  tail.writeUInt32LE(size, 12)
  return tail
}

function centralHead({ name, crc, size, at }: WrittenEntry): Buffer {
  const extra = Buffer.alloc(at < full ? 0 : 12)
  if (extra.length > 0) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(at), 4)
  }
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02_01_4b_50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt16LE(firstDay, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(size, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE(Math.min(at, full), 42)
  return Buffer.concat([head, name, extra])
}

/** Location of the directory: the Zip64 records and the classic record that all programs read first. */
function ending(count: number, size: number, at: number): Buffer {
  const wide = Buffer.alloc(76)
  wide.writeUInt32LE(0x06_06_4b_50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(version, 12)
  wide.writeUInt16LE(version, 14)
  wide.writeBigUInt64LE(BigInt(count), 24)
  wide.writeBigUInt64LE(BigInt(count), 32)
  wide.writeBigUInt64LE(BigInt(size), 40)
  wide.writeBigUInt64LE(BigInt(at), 48)
  wide.writeUInt32LE(0x07_06_4b_50, 56)
  wide.writeBigUInt64LE(BigInt(at + size), 64)
  wide.writeUInt32LE(1, 72)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(Math.min(count, 0xff_ff), 8)
  end.writeUInt16LE(Math.min(count, 0xff_ff), 10)
  end.writeUInt32LE(Math.min(size, full), 12)
  end.writeUInt32LE(Math.min(at, full), 16)
  return at + size < full && count < 0xff_ff ? end : Buffer.concat([wide, end])
}
