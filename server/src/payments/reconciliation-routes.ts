import { checkLedger, readBooks, reconcileNow } from '@callboard/contract/payments/office-money.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { insertAudit } from '../platform/audit-queries.ts'
import { findLastAnchor, listFindings, listReconciliations } from './reconciliation-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { verifyLedger } from './ledger-check.ts'
import { reconcileWithGateway } from './reconcile.ts'

const nights = 14
const mostFaults = 100

/** Office routes for reconciliation results and ledger verification. */
export function reconciliationRoutes(app: App) {
  serve(app, readBooks, (tx) => present(tx))

  servePhases(app, reconcileNow, async (db, { user, request, now }) => {
    const { id, outcome } = await reconcileWithGateway(app)
    return inTransaction(db, async (tx) => {
      await insertAudit(tx, {
        actor_user_id: user.id,
        action: 'compare with the gateway',
        entity: 'reconciliation',
        entity_id: id,
        before: null,
        after: { outcome },
        request_id: request.id,
        at: now,
      })
      return present(tx)
    })
  })

  servePhases(app, checkLedger, async (db, { user, request, now }) => {
    const report = await verifyLedger(db)
    await inTransaction(db, (tx) =>
      insertAudit(tx, {
        actor_user_id: user.id,
        action: 'check the ledger',
        entity: 'ledger',
        entity_id: 'all',
        before: null,
        after: { ...report, faults: report.faults.length },
        request_id: request.id,
        at: now,
      }),
    )
    return { ...report, faults: report.faults.slice(0, mostFaults) }
  })
}

async function present(tx: Tx) {
  const reconciliations = await listReconciliations(tx, nights)
  const [newest] = reconciliations
  const findings = newest ? await listFindings(tx, newest.id) : []
  const anchor = await findLastAnchor(tx)
  return {
    reconciliations: reconciliations.map((row) => ({
      ...row,
      charged_there: cents(row.charged_there),
      charged_here: cents(row.charged_here),
      refunded_there: cents(row.refunded_there),
      refunded_here: cents(row.refunded_here),
      unsettled: cents(row.unsettled),
    })),
    findings: findings.map((row) => ({ ...row, here: cents(row.here), there: cents(row.there) })),
    anchor: anchor ?? null,
  }
}
