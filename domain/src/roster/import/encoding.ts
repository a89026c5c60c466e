type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How the text of a file is written: by its mark, by the zeros of two-byte letters, by whether it is UTF-8 at all. */
export function guessEncoding(bytes: Readonly<ArrayLike<number>>): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const searched = Math.min(bytes.length, 2000)
  for (let at = 0; at < searched; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > searched / 8 && even < odd / 4) return 'utf-16le'
  if (even > searched / 8 && odd < even / 4) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Readonly<ArrayLike<number>>): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    const more = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xc2 && byte < 0xe0 ? 1 : 0
    if (more === 0) return false
    for (let next = 1; next <= more; next++) {
      const follower = bytes[at + next]
      if (follower === undefined || follower < 0x80 || follower > 0xbf) return false
    }
    at += more
  }
  return true
}

/** Whether a file is no text: letters never contain so many control bytes. */
export function isBinary(text: string): boolean {
  const searched = text.slice(0, 4000)
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  const odd = searched.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0
  return odd > searched.length / 50
}
