import { randomBytes } from 'node:crypto'
import {
  addSnapshot,
  listSnapshots as listSnapshotsEndpoint,
  readConfirmation,
  readConfirmationDocument,
  readMediaPass,
  reportToken,
} from '@callboard/contract/reports/reports.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ConfirmationBody } from '@callboard/domain/reports/confirmation.ts'
import { confirmationDocument } from '@callboard/domain/reports/confirmation-document.ts'
import { reportTokenEnd } from '@callboard/domain/share-links/share-link.ts'
import type { FastifyReply } from 'fastify'
import { loadContext } from '../registrations/facts.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { findMediaPass } from '../tours/news-queries.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { hashOf, newToken } from '../platform/http/sessions.ts'
import { limitPrints } from '../platform/pdf/print-cache.ts'
import { logoOfRegistration } from '../tours/logo-files.ts'
import { print } from '../platform/pdf/print.ts'
import { findOwnRegistration, findRegistration, type LoadedRegistration } from '../registrations/queries.ts'
import { currentConfirmation } from '../registrations/present.ts'
import { pagePolicy, reportPage } from './page.ts'
import { findReportToken, insertReportToken } from './queries.ts'
import { findSnapshot, insertSnapshot, listSnapshots } from '../registrations/snapshot-queries.ts'

/** Only completed registrations have a confirmation. */
function completed(loadedRegistration: LoadedRegistration | undefined): LoadedRegistration {
  const existingRegistration = orNotFound(loadedRegistration)
  if (!existingRegistration.registration.completed) throw new Refused({ code: 'registration.not_completed' })
  return existingRegistration
}

type Which = { registration_id: number; snapshot_id: number | null }

/** A dated confirmation as it was kept, or the current one as of now. */
async function bodyOf(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  snapshot_id: number | null,
  now: Instant,
): Promise<ConfirmationBody> {
  if (snapshot_id === null) return currentConfirmation(tx, await loadContext(tx, loadedRegistration, now))
  return orNotFound(await findSnapshot(tx, snapshot_id, loadedRegistration.registration.id)).body
}

async function loadBody(tx: Tx, which: Which, now: Instant) {
  const loadedRegistration = orNotFound(await findRegistration(tx, which.registration_id))
  return bodyOf(tx, loadedRegistration, which.snapshot_id, now)
}

function sendPage(reply: FastifyReply, body: ConfirmationBody) {
  const nonce = randomBytes(16).toString('base64')
  void reply.header('content-security-policy', pagePolicy(nonce)).type('text/html; charset=utf-8')
  return reportPage(confirmationDocument(body), nonce)
}

export function reportRoutes(app: App) {
  serve(app, addSnapshot, async (tx, { body, user, now }) => {
    const loadedRegistration = completed(await findOwnRegistration(tx, body.registration_id, user.id))
    const current = await currentConfirmation(tx, await loadContext(tx, loadedRegistration, now))
    return insertSnapshot(tx, body.registration_id, current, now, { mails: false })
  })

  serve(app, listSnapshotsEndpoint, async (tx, { query, user }) => {
    const { registration } = orNotFound(await findOwnRegistration(tx, query.registration_id, user.id))
    return listSnapshots(tx, registration.id)
  })

  serve(app, reportToken, async (tx, { body, user, now }) => {
    const { registration_id, registrations_confirmation_id: snapshot_id } = body
    completed(await findOwnRegistration(tx, registration_id, user.id))
    if (snapshot_id !== null) orNotFound(await findSnapshot(tx, snapshot_id, registration_id))
    const token = newToken()
    const expires_at = reportTokenEnd(now)
    await insertReportToken(tx, { token_hash: hashOf(token), registration_id, snapshot_id, expires_at }, now)
    return { token }
  })

  serve(app, readConfirmationDocument, async (tx, { query, user, now }) => {
    const loadedRegistration = completed(await findOwnRegistration(tx, query.registration_id, user.id))
    return confirmationDocument(await bodyOf(tx, loadedRegistration, query.registrations_confirmation_id ?? null, now))
  })

  // In phases: no connection waits while a PDF is drawn.
  servePhases(app, readConfirmation, async (db, { params, query, now, reply }) => {
    const token_hash = hashOf(params.token)
    const which: Which = orNotFound(await inTransaction(db, (tx) => findReportToken(tx, token_hash, now)))
    await limitPrints(app, token_hash)
    const body = await inTransaction(db, (tx) => loadBody(tx, which, now))
    if (query.format === 'html') return sendPage(reply, body)
    const name = `confirmation-${body.registration_id}.pdf`
    void reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
    return print(confirmationDocument(body), body.as_of, { logo: await logoOfRegistration(app, body.registration_id) })
  })

  servePhases(app, readMediaPass, async (db, { params, user, reply }) => {
    const { registration_id } = params
    const pass = await inTransaction(db, async (tx) => {
      const { registration } = orNotFound(await findOwnRegistration(tx, registration_id, user.id))
      return findMediaPass(tx, registration.tour_date_id)
    })
    const { key } = orNotFound(pass)
    // Shown inside its tab: our own pages may frame it. A sandbox would keep the browser from drawing it.
    void reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="media-pass.pdf"')
      .header('x-frame-options', 'SAMEORIGIN')
      .header('content-security-policy', "frame-ancestors 'self'")
    return app.files.read(key)
  })
}
