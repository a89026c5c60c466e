import { createHash } from 'node:crypto'
import type { CardSheet, ReportDocument } from '@callboard/domain/kernel/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { BoundedQueue } from '../queue/bounded-queue.ts'
import { helperProgram } from '../helper-programs.ts'
import { PrintCache } from './print-cache.ts'
import type { PrintRequest, PrintResult } from './print-thread.ts'

/** No document of the product needs a tenth of it, the start of the thread included. */
const mostMilliseconds = 30_000
const mostMegabytes = 256

let thread: Worker | undefined

function openThread(): Worker {
  const newThread = startThread()
  // Attached also while idle: an unhandled 'error' event would end the process.
  newThread
    .on('error', () => {})
    .on('exit', () => {
      if (thread === newThread) thread = undefined
    })
  return newThread
}

function startThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes }
  const { file, isSource } = helperProgram('print-thread')
  if (!isSource) return new Worker(file, { resourceLimits })
  const own = pathToFileURL(file).href
  return new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import('${own}')))`, {
    eval: true,
    execArgv: [],
    resourceLimits,
  })
}

/** Sends one document to the thread. A thread that fails or takes too long ends; the next document gets a new one. */
function printInThread(request: PrintRequest): Promise<Buffer> {
  const worker = (thread ??= openThread())
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error('The PDF took too long')), mostMilliseconds)
    const settle = () => {
      clearTimeout(timer)
      worker.off('error', fail).off('exit', onExit).off('message', onMessage)
      // An idle thread keeps no process alive; a working one does.
      worker.unref()
    }
    const fail = (error: unknown) => {
      settle()
      if (thread === worker) thread = undefined
      void worker.terminate()
      reject(error)
    }
    const onExit = (code: number) => fail(new Error(`The thread that makes PDFs ended with ${code}`))
    const onMessage = (result: PrintResult) => {
      settle()
      if ('error' in result) reject(result.error)
      else resolve(Buffer.from(result.printed))
    }
    worker.ref()
    worker.on('error', fail).on('exit', onExit).on('message', onMessage)
    worker.postMessage(request)
  })
}

// At 5 to 50 ms each, the last of them waits about a second.
const queue = new BoundedQueue(40)
const cache = new PrintCache(32_000_000)

/** A PNG without transparency; `key` stands for its content. */
export type PrintLogo = { key: string; content: Uint8Array }

/** `logo`: of the brand, above the title; `patient`: a job, which waits when the queue is full. */
type PrintOptions = { logo?: PrintLogo | null; patient?: boolean }

const versionOf = (content: ReportDocument | CardSheet, logo: PrintLogo | null) =>
  createHash('sha256')
    .update(JSON.stringify([content, logo?.key]))
    .digest('base64')

/**
 * Renders a report as a PDF in a worker thread. Identical documents are rendered once while cached, also for concurrent
 * requests. Throws Overloaded when the queue is full.
 */
export function print(document: ReportDocument, now: Instant, options: PrintOptions = {}): Promise<Buffer> {
  const { logo = null, patient = false } = options
  return cache.get(versionOf(document, logo), () =>
    queue.run(() => printInThread({ document, now, logo: logo?.content }), { patient }),
  )
}

/** Renders certificates or labels as a PDF in the same thread, under the same limits. */
export function printCards(cards: CardSheet, now: Instant, { logo = null }: PrintOptions = {}): Promise<Buffer> {
  return cache.get(versionOf(cards, logo), () => queue.run(() => printInThread({ cards, now, logo: logo?.content })))
}
