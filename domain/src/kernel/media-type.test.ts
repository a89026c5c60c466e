import { expect, test } from 'vitest'
import { mediaTypeOf } from './media-type.ts'

const typeOf = (start: string) => mediaTypeOf(Uint8Array.from(start, (sign) => sign.charCodeAt(0)))

test.each([
  ['image/jpeg', '\xff\xd8\xff\xe1'],
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['image/heic', '\0\0\0\x18ftypheic'],
  ['application/pdf', '%PDF-1.7'],
  ['audio/wav', 'RIFF\x10\0\0\0WAVEfmt '],
  ['audio/aiff', 'FORM\0\0\0\x10AIFC'],
  ['audio/mp4', '\0\0\0\x18ftypM4A '],
  ['audio/mpeg', 'ID3\x04'],
  ['audio/mpeg', '\xff\xfb\x90\xc0'],
])('SEC-025 %s is told by its first bytes', (type, start) => {
  expect(typeOf(start)).toBe(type)
})

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html>'],
  ['a zip', 'PK\x03\x04'],
  ['an ASF file', '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c'],
  ['an OGG', 'OggS\0\x02'],
  ['a film', '\0\0\0\x18ftypqt  '],
  ['an AAC stream without a layer', '\xff\xf1\x50\x80'],
  ['a signature cut short', '\x89PNG\r\n\x1a'],
])('SEC-025 %s has no type that is accepted', (_, start) => {
  expect(typeOf(start)).toBeUndefined()
})
