const rate = 8_000

/** So many seconds of silence as a WAV file: one channel of 8 bits. */
export function silence(seconds: number): Buffer {
  const samples = Math.round(seconds * rate)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  // The middle of 8 unsigned bits.
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}
