import type { CardSheet, ReportDocument } from '@callboard/domain/kernel/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { parentPort } from 'node:worker_threads'
import { cardsPdf } from './cards.ts'
import { pdf } from './pdf.ts'

/** The messages to and from the thread: one document at a time. */
export type PrintRequest = { now: Instant } & ({ document: ReportDocument } | { cards: CardSheet })
export type PrintResult = { printed: Uint8Array } | { error: unknown }

parentPort?.on('message', (request: PrintRequest) => {
  const { now } = request
  void ('cards' in request ? cardsPdf(request.cards, now) : pdf(request.document, now))
    .then(
      (printed): PrintResult => ({ printed }),
      (error: unknown): PrintResult => ({ error }),
    )
    .then((result) => parentPort?.postMessage(result))
})
