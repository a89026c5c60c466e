import type { AudioKind } from '@callboard/domain/music/audio-kind.ts'
import { audioSeconds, type ReadAt } from './audio-seconds.ts'
import { smallLogo, smallPicture, type PictureShape } from './small-picture.ts'

// Child process that parses untrusted files, so that an endless loop, a crash or exhausted memory affects only this
// process. The parent enforces the time limit, the process its own memory limit.

export type ParseTask =
  | { kind: 'picture'; content: Uint8Array; pixels: number; shape?: PictureShape }
  | { kind: 'logo'; content: Uint8Array }
  | { kind: 'audio'; audio: AudioKind; size: number }

/** Messages to and from the parent: `begun` once a task is taken. Long files are requested in chunks. */
export type ToParser = { task: ParseTask } | { bytes: Uint8Array }
export type FromParser = { begun: true } | { result: unknown } | { read: { at: number; bytes: number } }

const mostMemory = 600_000_000
const send = (message: FromParser) => process.send?.(message)

let arrived: (bytes: Uint8Array) => void = () => {}
const read: ReadAt = async (at, bytes) => {
  const answer = new Promise<Uint8Array>((resolve) => (arrived = resolve))
  send({ read: { at, bytes } })
  return Buffer.from(await answer)
}

function parse(task: ParseTask): Promise<unknown> {
  if (task.kind === 'picture') return smallPicture(task.content, task.pixels, task.shape)
  if (task.kind === 'logo') return smallLogo(task.content)
  return audioSeconds(task.audio, { size: task.size, read })
}

process.on('message', (message: ToParser) => {
  if ('bytes' in message) return arrived(message.bytes)
  send({ begun: true })
  parse(message.task).then(
    (result) => send({ result }),
    () => send({ result: null }),
  )
})
process.on('disconnect', () => process.exit())
setInterval(() => process.memoryUsage.rss() > mostMemory && process.exit(1), 50).unref()
