import { waiverDocument, type SignedWaiver } from '@callboard/domain/waivers/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { FastifyReply } from 'fastify'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import type { Tx } from '../platform/db/connect.ts'
import { print } from '../platform/pdf/print.ts'
import { listGenders } from '../roster/person-queries.ts'
import { logoOfRegistration } from '../tours/logo-files.ts'
import { findWaiverRegistration, findRequest } from './queries.ts'

/** Loads a signed waiver for printing: of one account, or of any for the office. WAIV-018. */
export async function loadWaiverDocument(tx: Tx, request_id: number, user_id: number | null) {
  const request = await findRequest(tx, request_id)
  if (!request?.signed_at || (user_id !== null && request.user_id !== user_id)) return undefined
  const about = await findWaiverRegistration(tx, request.registration_id)
  if (!about) return undefined
  const signedWaiver: SignedWaiver = {
    ...request,
    signed_at: request.signed_at,
    on_paper: request.recorded_by !== null,
    event: about.event,
    city: about.city,
    start_date: about.start_date,
    end_date: about.end_date,
    time_zone: about.time_zone,
  }
  const document = waiverDocument(signedWaiver, await listGenders(tx))
  return { document, registration_id: request.registration_id }
}

/** Prints a signed waiver for its mail; null: it was taken back. WAIV-026. */
export async function printWaiver(dependencies: Dependencies, request_id: number): Promise<Buffer | null> {
  const printed = await inTransaction(dependencies.db, (tx) => loadWaiverDocument(tx, request_id, null))
  if (!printed) return null
  const logo = await logoOfRegistration(dependencies, printed.registration_id)
  return print(printed.document, dependencies.clock.now(), { logo, patient: true })
}

/** Displayed inline, with a file name that does not identify the child. */
export async function sendWaiverPdf(
  app: Parameters<typeof logoOfRegistration>[0],
  reply: FastifyReply,
  { document, registration_id }: { document: ReturnType<typeof waiverDocument>; registration_id: number },
  now: Instant,
) {
  void reply
    .type('application/pdf')
    .header('content-disposition', 'inline; filename="waiver.pdf"')
    .header('cache-control', 'private, no-store')
  return print(document, now, { logo: await logoOfRegistration(app, registration_id) })
}
