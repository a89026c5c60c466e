import type { ReportDocument } from '@callboard/domain/reports/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { isBundled, root } from '../root.ts'
import type { Answered, Asked } from './print-thread.ts'

type Waiting = { resolve: (printed: Buffer) => void; reject: (error: unknown) => void }
type Printer = { worker: Worker; waiting: Map<number, Waiting> }

/** From source the thread must be taught TypeScript before it can read its own file. */
function openThread(): Worker {
  if (isBundled) return new Worker(path.join(root, 'server/dist/print-thread.js'))
  const own = pathToFileURL(path.join(root, 'server/src/pdf/print-thread.ts')).href
  return new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import('${own}')))`, {
    eval: true,
    execArgv: [],
  })
}

let printer: Printer | undefined
let asked = 0

function openPrinter(): Printer {
  const worker = openThread()
  const opened: Printer = { worker, waiting: new Map() }
  // Whatever ends the thread ends only what it was doing; the next document gets a new one.
  const close = (error: unknown) => {
    if (printer === opened) printer = undefined
    for (const { reject } of opened.waiting.values()) reject(error)
    opened.waiting.clear()
  }
  worker.on('error', close)
  worker.on('exit', (code) => close(new Error(`The thread that makes PDFs ended with ${code}`)))
  worker.on('message', (answer: Answered) => {
    const waiting = opened.waiting.get(answer.id)
    opened.waiting.delete(answer.id)
    // A thread that rests keeps no process alive; one that works does.
    if (opened.waiting.size === 0) worker.unref()
    if ('error' in answer) waiting?.reject(answer.error)
    else waiting?.resolve(Buffer.from(answer.printed))
  })
  return opened
}

/** A report as a PDF, made in a thread of its own: requests are answered meanwhile, and its fonts are read once. */
export function print(document: ReportDocument, now: Instant): Promise<Buffer> {
  const { worker, waiting } = (printer ??= openPrinter())
  const id = (asked += 1)
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, document, now } satisfies Asked)
  })
}
