export const rate = 8_000

/** A WAV file of these samples: one channel of 8 bits. */
export function wavOf(samples: Buffer): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** Silent WAV of this many seconds: the midpoint of unsigned 8-bit samples. */
export const silence = (seconds: number): Buffer => wavOf(Buffer.alloc(Math.round(seconds * rate), 128))
