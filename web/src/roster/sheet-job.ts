import { readSheets, readText, type SheetsRead } from './read-sheet.ts'

/** Reading a sheet: its result, and a way to stop it. */
export type SheetJob = { result: Promise<SheetsRead | 'canceled'>; cancel: () => void }

/** A sheet of 5 MB takes about a second; what takes longer than this was made to. */
const mostSeconds = 20

const failure: SheetsRead = { ok: false, problem: 'We could not open it. Please try again.' }
const tooSlow: SheetsRead = {
  ok: false,
  problem: 'This sheet takes too long to read. Please keep only the list in it.',
}

/** Reads a file or copied rows in a worker, for at most 20 seconds. Without workers (tests) it is read on this thread. */
export function readOffThread(source: File | string): SheetJob {
  if (typeof Worker === 'undefined') {
    const reading = typeof source === 'string' ? readText(source, 'Copied rows') : readSheets(source)
    return { result: reading.catch(() => failure), cancel: () => {} }
  }
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const result = new Promise<SheetsRead | 'canceled'>((resolve) => {
    timer = setTimeout(() => resolve(tooSlow), mostSeconds * 1_000)
    controller.signal.addEventListener('abort', () => resolve('canceled'))
    worker.addEventListener('message', ({ data }: MessageEvent<SheetsRead | null>) => resolve(data ?? failure))
    worker.addEventListener('error', () => resolve(failure))
    worker.postMessage(source)
  }).finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
  return { result, cancel: () => controller.abort() }
}
