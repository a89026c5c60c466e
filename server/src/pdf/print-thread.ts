import type { ReportDocument } from '@callboard/domain/reports/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { parentPort } from 'node:worker_threads'
import { pdf } from './pdf.ts'

/** What is asked of the thread, and what it answers. */
export type Asked = { id: number; document: ReportDocument; now: Instant }
export type Answered = { id: number; printed: Uint8Array } | { id: number; error: unknown }

parentPort?.on('message', (asked: Asked) => {
  void answer(asked).then((answered) => parentPort?.postMessage(answered))
})

async function answer({ id, document, now }: Asked): Promise<Answered> {
  try {
    return { id, printed: await pdf(document, now) }
  } catch (error) {
    return { id, error }
  }
}
