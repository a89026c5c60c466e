import type { CardSheet, ReportDocument } from '@callboard/domain/kernel/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { parentPort } from 'node:worker_threads'
import { cardsPdf } from './cards.ts'
import { pdf } from './pdf.ts'

/** The messages to and from the thread: one document at a time. */
export type PrintRequest = { now: Instant; logo: Uint8Array | undefined } & (
  | { document: ReportDocument }
  | { cards: CardSheet }
)
export type PrintResult = { printed: Uint8Array } | { error: unknown }

parentPort?.on('message', (request: PrintRequest) => {
  const { now, logo } = request
  void ('cards' in request ? cardsPdf(request.cards, now, logo) : pdf(request.document, now, logo))
    .then(
      (printed): PrintResult => ({ printed }),
      (error: unknown): PrintResult => ({ error }),
    )
    .then((result) => parentPort?.postMessage(result))
})
