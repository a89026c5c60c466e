import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { BoundedQueue, Overloaded } from '../queue/bounded-queue.ts'
import { root } from '../../config.ts'
import { helperProgram } from '../helper-programs.ts'
import type { ReadAt } from './audio-seconds.ts'
import type { FromParser, ParseTask, ToParser } from './parser-process.ts'
import type { PictureShape } from './small-picture.ts'

/**
 * In milliseconds. No file that a person made needs a tenth of `parse`; `start` is for the process itself, whose start says
 * nothing of the file.
 */
const usualLimits = { parse: 30_000, start: 60_000 }
type Limits = Partial<typeof usualLimits>
const mostHeapMegabytes = 128
/** Pieces that one file may ask for, and bytes of each. Music of 50 MB that has to be read to its end takes 800. */
const mostReads = 1_000
const mostPiece = 65_536
/** Idle time after which the process ends and frees its memory. */
const idleMilliseconds = 60_000

let parser: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined

function openParser(): ChildProcess {
  const { file, isSource } = helperProgram('parser-process')
  const execArgv = [`--max-old-space-size=${mostHeapMegabytes}`, ...(isSource ? ['--import', 'tsx'] : [])]
  const options: ForkOptions = { cwd: root, execArgv, serialization: 'advanced' }
  const parserProcess = fork(file, options)
  parserProcess.on('error', () => {}).on('exit', () => forget(parserProcess))
  return parserProcess
}

const forget = (child: ChildProcess) => {
  if (parser === child) parser = undefined
}

/** Ends a process at once; the next file gets a new one. */
function end(child: ChildProcess) {
  forget(child)
  child.kill('SIGKILL')
}

/** An idle process keeps this one from nothing, and ends after a while. */
function rest(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
  idle = setTimeout(() => end(child), idleMilliseconds).unref()
}

/**
 * Sends a file to the process; null when it cannot be parsed within the limits. Throws Overloaded when the process does not
 * take the file in time: the machine is busy, and the file may be valid.
 */
function parseInProcess(task: ParseTask, read: ReadAt, limits: Limits = {}): Promise<unknown> {
  const { parse, start } = { ...usualLimits, ...limits }
  const child = (parser ??= openParser())
  clearTimeout(idle)
  child.ref()
  child.channel?.ref()
  return new Promise((resolve, reject) => {
    let reads = 0
    let timer = setTimeout(() => fail(new Overloaded()), start)
    const settle = () => {
      clearTimeout(timer)
      child.off('message', take).off('exit', onExit)
    }
    const onExit = () => {
      settle()
      resolve(null)
    }
    // The file store failed, or the process was not ready; the file itself may be valid.
    const fail = (error: unknown) => {
      settle()
      end(child)
      reject(error as Error)
    }
    const tell = (message: ToParser) => child.connected && child.send(message)
    const take = (message: FromParser) => {
      if ('begun' in message) {
        clearTimeout(timer)
        timer = setTimeout(() => end(child), parse)
        return
      }
      if ('read' in message) {
        const { at, bytes } = message.read
        if ((reads += 1) > mostReads || bytes > mostPiece) return end(child)
        read(at, bytes).then((piece) => tell({ bytes: piece }), fail)
        return
      }
      settle()
      rest(child)
      resolve(message.result)
    }
    child.on('message', take).on('exit', onExit)
    tell({ task })
  })
}

const queue = new BoundedQueue(20)
const noBytes: ReadAt = () => Promise.resolve(Buffer.alloc(0))

/**
 * Parses an untrusted file in a child process, one at a time, with time and memory limits. Returns null when it is
 * unreadable. Throws Overloaded when the queue is full.
 */
export const parsePicture = (content: Buffer, pixels: number, shape: PictureShape = 'square') =>
  queue.run(() => parseInProcess({ kind: 'picture', content, pixels, shape }, noBytes)) as Promise<
    Uint8Array | 'not_square' | null
  >

export const parseLogo = (content: Buffer) =>
  queue.run(() => parseInProcess({ kind: 'logo', content }, noBytes)) as Promise<Uint8Array | 'white' | null>

export const parseAudio = (task: Omit<ParseTask & { kind: 'audio' }, 'kind'>, read: ReadAt, limits?: Limits) =>
  queue.run(() => parseInProcess({ kind: 'audio', ...task }, read, limits)) as Promise<number | null>
