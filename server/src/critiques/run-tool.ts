import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import type { MediaFailure } from '@callboard/domain/critiques/media.ts'
import type { Dependencies } from '../platform/dependencies.ts'

/** Where uploads and work files lie, and the programs that read them. */
export type MediaTools = { folder: string; ffmpeg: string; ffprobe: string }

declare module '../platform/dependencies.ts' {
  interface Dependencies {
    /** Default: a folder for temporary files, and the programs of the machine. */
    media?: MediaTools
  }
}

const usual: MediaTools = { folder: path.join(os.tmpdir(), 'callboard-media'), ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }

export const mediaTools = ({ media }: Pick<Dependencies, 'media'>): MediaTools => media ?? usual

/** A file that cannot be processed, with the reason that is stored. */
export class UnusableMedia extends Error {
  reason: MediaFailure

  constructor(reason: MediaFailure, detail = '') {
    super(`${reason} ${detail}`.trim())
    this.reason = reason
  }
}

/** The program is not on this machine. */
export class MissingTool extends Error {}

const mostMemoryKilobytes = 3_000_000
const mostErrorText = 20_000
const lowPriority = 10

type RunOptions = {
  /** Seconds until the program is ended. */
  seconds: number
  /** Takes what the program writes; it may be much. */
  onOutput?: (piece: Buffer) => void
}

let free = os.availableParallelism()
const waiting: (() => void)[] = []

/** Waits until fewer programs run than the machine has processors. */
async function takeTurn() {
  if (free > 0) free -= 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

function endTurn() {
  const next = waiting.shift()
  if (next) next()
  else free += 1
}

/**
 * Runs a program on an untrusted file, with limits of time and memory and without the environment. Resolves with what it
 * wrote to stderr; rejects with UnusableMedia when it fails.
 */
export async function runTool(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  await takeTurn()
  try {
    return await run(program, args, options)
  } finally {
    endTurn()
  }
}

function run(program: string, args: readonly string[], { seconds, onOutput }: RunOptions): Promise<string> {
  // The shell sets the limits, finds the program where the system keeps programs, and becomes it.
  const limited = `ulimit -v ${mostMemoryKilobytes} && ulimit -t ${seconds} && exec "$0" "$@"`
  const child = spawn('/bin/sh', ['-c', limited, program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {},
  })
  return new Promise((resolve, reject) => {
    let errorText = ''
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, seconds * 1000)
    child.once('spawn', () => {
      try {
        if (child.pid) os.setPriority(child.pid, lowPriority)
      } catch {
        // It has ended already.
      }
    })
    child.stdout.on('data', (piece: Buffer) => onOutput?.(piece))
    child.stderr.on('data', (piece: Buffer) => (errorText = (errorText + piece.toString()).slice(-mostErrorText)))
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve(errorText)
      // The shell's own words for a program that is not there.
      else if (code === 127) reject(new MissingTool(program))
      else reject(new UnusableMedia(isLate ? 'took_too_long' : 'damaged', errorText.slice(-300)))
    })
  })
}

const toolChecks = new Map<string, { at: number; isThere: Promise<boolean> }>()
/** Milliseconds after which a program is looked for again: somebody may have installed it. */
const checkMilliseconds = 60_000

/** Whether a program can be run. */
export function hasTool(program: string): Promise<boolean> {
  const before = toolChecks.get(program)
  if (before && performance.now() - before.at < checkMilliseconds) return before.isThere
  const isThere = run(program, ['-version'], { seconds: 20 }).then(
    () => true,
    () => false,
  )
  toolChecks.set(program, { at: performance.now(), isThere })
  return isThere
}
