import { deflateSync } from 'node:zlib'

const latin = (text: string) => Buffer.from(text, 'latin1')
const zeros = (count: number) => Buffer.alloc(count)
const big = (value: number) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])
const little = (value: number) => Buffer.from(big(value)).reverse()
const bytes = (...parts: readonly (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin(part) : part)))

/** The GUID that every ASF file begins with, and its length; then objects that state a length of 0: a reader that skips by it never moves on. */
const asf = bytes(
  Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
  little(4_096),
  zeros(4),
  little(1),
  Buffer.from([1, 2]),
  zeros(4_066),
)

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})
const crc32 = (content: Buffer) => {
  let crc = 0xffffffff
  for (const byte of content) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
const pngChunk = (name: string, content: Buffer) =>
  bytes(big(content.length), name, content, big(crc32(bytes(name, content))))
const pngHead = '\x89PNG\r\n\x1a\n'
const imageHeader = (width: number, height: number) =>
  pngChunk('IHDR', bytes(big(width), big(height), Buffer.from([8, 0, 0, 0, 0])))

/** A valid PNG of one shade: a few kilobytes that unpack to `width` times `height` bytes. */
export const plainPng = (width: number, height: number): Buffer =>
  bytes(
    pngHead,
    imageHeader(width, height),
    pngChunk('IDAT', deflateSync(zeros((width + 1) * height), { level: 9 })),
    pngChunk('IEND', zeros(0)),
  )

const box = (name: string, content: Buffer) => bytes(big(8 + content.length), name, content)
const deepBoxes = (depth: number) => {
  let content: Buffer = zeros(0)
  for (let level = 0; level < depth; level += 1) content = box('moov', content)
  return content
}
const zipEntry = (name: string, size: number) =>
  bytes('PK\x03\x04\x14\0\0\0\x08\0', zeros(8), little(100), little(size), Buffer.from([name.length, 0, 0, 0]), name)

/** Files that make a careless reader loop, unpack gigabytes or follow itself. Each is small. */
export const hostileFiles: readonly (readonly [name: string, content: Buffer])[] = [
  ['an ASF file whose objects are 0 bytes long', asf],
  ['a zip bomb', bytes(zipEntry('bomb', 0xffffffff), deflateSync(zeros(1_000_000)))],
  ['a zip whose entries state impossible sizes', bytes(zipEntry('a', 0xffffffff), zipEntry('b', 0x80000000))],
  ['a picture of 2 billion pixels a side', bytes(pngHead, imageHeader(0x7fffffff, 0x7fffffff), zeros(64))],
  ['a picture of 60,000 x 60,000 without its pixels', bytes(pngHead, imageHeader(60_000, 60_000), zeros(64))],
  [
    'a PNG of a million empty chunks',
    bytes(pngHead, Buffer.concat(Array.from({ length: 50_000 }, () => pngChunk('IDAT', zeros(0))))),
  ],
  [
    'a JPEG of segments without length',
    bytes('\xff\xd8\xff\xe0', Buffer.alloc(8_000, Buffer.from([0xff, 0xe0, 0, 0]))),
  ],
  ['a WebP longer than it is', bytes('RIFF', little(0xffffffff), 'WEBPVP8X', little(0xffffffff), zeros(64))],
  ['a HEIC whose boxes contain themselves', bytes(box('ftyp', latin('heic\0\0\0\0heic')), big(0), 'meta', zeros(64))],
  ['a drawing 100,000 elements deep', bytes('<svg xmlns="http://www.w3.org/2000/svg">', '<g>'.repeat(100_000))],
  [
    'XML whose entities multiply',
    bytes('<!DOCTYPE a [<!ENTITY a "aa">', '<!ENTITY b "&a;&a;&a;&a;&a;&a;">'.repeat(500), ']><a>&b;</a>'),
  ],
  [
    'a PDF whose pages are their own parent',
    latin(
      '%PDF-1.7\n1 0 obj<</Type/Pages/Kids[1 0 R]/Parent 1 0 R/Count 1>>endobj\ntrailer<</Root 1 0 R/Prev 0>>\nstartxref 9',
    ),
  ],
  ['an MP3 whose tag is longer than the file', bytes('ID3\x04\0\0\x7f\x7f\x7f\x7f', zeros(4_096))],
  [
    'an MP3 of frame heads without sound',
    bytes('ID3\x04\0\0\0\0\0\0', Buffer.alloc(70_000, Buffer.from([0xff, 0xfb]))),
  ],
  ['an MP4 whose boxes are 0 bytes long', bytes(box('ftyp', latin('M4A \0\0\0\0')), big(0), 'free', zeros(4_096))],
  ['an MP4 of boxes 2,000 deep', bytes(box('ftyp', latin('M4A \0\0\0\0')), deepBoxes(2_000))],
  [
    'an MP4 box of 2^64 bytes',
    bytes(box('ftyp', latin('M4A \0\0\0\0')), big(1), 'free', Buffer.alloc(8, 255), zeros(64)),
  ],
  [
    'a WAV of a million empty parts',
    bytes('RIFF', little(8e6), 'WAVE', Buffer.alloc(400_000, bytes('junk', zeros(4)))),
  ],
  ['a WAV part longer than the file', bytes('RIFF', little(0), 'WAVEfmt ', little(0xffffffff), zeros(64))],
  ['an AIF at an endless rate', bytes('FORM', big(0), 'AIFFCOMM', big(18), Buffer.alloc(18, 255), zeros(64))],
  ['an OGG page that continues for ever', bytes('OggS\0\x01', zeros(20), Buffer.from([255]), Buffer.alloc(255, 255))],
  ['a FLAC of metadata without end', bytes('fLaC', Buffer.alloc(40_000, Buffer.from([4, 0, 0, 0])))],
  ['an EBML file nested without end', bytes(Buffer.alloc(8_000, Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0xff])))],
  ['a TAR of itself', bytes('a'.repeat(257), 'ustar', zeros(4_000))],
]
