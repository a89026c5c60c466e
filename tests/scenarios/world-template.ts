import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startSandbox } from '@callboard/sandbox/start-sandbox.ts'
import { fixedTokens } from '@callboard/sandbox/test-data.ts'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { nmiGateway } from '@callboard/server/payments/gateways/nmi-gateway.ts'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { openStage, type Stage } from '../kit.ts'
import { loadExampleWorld } from './example-world.ts'
import { refundable } from './example-money.ts'

export const worldNow = '2024-10-01T16:00:00Z'

/** The example world in a database to copy, loaded once by each process of the run. */
async function load() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-world-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const stage = await openStage({ now: worldNow, folder })
  const exampleWorld = await loadExampleWorld(stage)
  const template = `world_${stage.name}`
  await stage.db.destroy()

  const admin = connect(inject('postgres'))
  await sql`alter database ${sql.id(stage.name)} rename to ${sql.id(template)}`.execute(admin)
  await admin.destroy()
  return { exampleWorld, template, folder }
}

let templatePromise: ReturnType<typeof load> | undefined

/** The example world for a test file, with a gateway of its own, and stages that each begin from a copy of it. */
export async function worldTemplate() {
  const { exampleWorld, template, folder } = await (templatePromise ??= load())
  const sandbox = await startSandbox()
  afterAll(() => sandbox.close())
  const payments = nmiGateway({ ...sandbox, timeoutMs: 5_000 })
  // The saved card of the world, as the gateway keeps it.
  await payments.saveMethod({
    gatewayCustomerId: exampleWorld.world.billing_id,
    from: { token: fixedTokens.card },
    tender: { kind: 'card' },
  })
  // Its payment by card.
  const charge = await payments.charge({
    ...refundable,
    tender: { kind: 'card' },
    source: { kind: 'token', token: fixedTokens.card },
  })
  if (charge.gatewayTxnId !== refundable.gatewayTxnId) throw new Error('The world names another transaction')
  const copy = (): Promise<Stage> => openStage({ template, now: worldNow, folder, payments })
  return { ...exampleWorld, copy }
}
