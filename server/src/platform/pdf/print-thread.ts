import type { ReportDocument } from '@callboard/domain/kernel/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { parentPort } from 'node:worker_threads'
import { pdf } from './pdf.ts'

/** The messages to and from the thread: one document at a time. */
export type PrintRequest = { document: ReportDocument; now: Instant }
export type PrintResult = { printed: Uint8Array } | { error: unknown }

parentPort?.on('message', ({ document, now }: PrintRequest) => {
  void pdf(document, now)
    .then(
      (printed): PrintResult => ({ printed }),
      (error: unknown): PrintResult => ({ error }),
    )
    .then((result) => parentPort?.postMessage(result))
})
