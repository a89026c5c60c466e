import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import type { ExampleWorld } from '@callboard/contract/example-world.ts'
import { startSandbox } from '@callboard/sandbox/start-sandbox.ts'
import { fixedTokens } from '@callboard/sandbox/test-data.ts'
import { connect, type Db } from '@callboard/server/platform/db/connect.ts'
import { nmiGateway } from '@callboard/server/payments/gateways/nmi-gateway.ts'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { openStage, type Stage } from '../kit.ts'
import { postgresOfFile } from '../postgres-of-file.ts'
import { loadExampleWorld } from './example-world.ts'
import { withCurrentCode } from './example-people.ts'
import { refundable } from './example-money.ts'

export const worldNow = '2024-10-01T16:00:00Z'

const template = 'template_world'

type Template = { exampleWorld: Awaited<ReturnType<typeof loadExampleWorld>>; folder: string }

/** The example world in a database to copy, made by the first process of the run that asks. */
async function openTemplate(): Promise<Template> {
  const server = postgresOfFile()
  const admin = connect(server)
  const work = admin.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(hashtext(${template}))`.execute(one)
    // The comment of the database holds the ids that its users need.
    const { rows } = await sql<{ note: string }>`select shobj_description(oid, 'pg_database') as note
      from pg_database where datname = ${template}`.execute(one)
    return rows[0] ? readNote(rows[0].note) : makeTemplate(one)
  })
  try {
    return await work
  } finally {
    await admin.destroy()
  }
}

function readNote(note: string): Template {
  const { exampleWorld, folder } = JSON.parse(note) as Template
  const { world, cast } = exampleWorld
  const second_factor = withCurrentCode(world.second_factor as ExampleWorld['second_factor'] & { secret: string })
  return { exampleWorld: { cast, world: { ...world, second_factor } }, folder }
}

async function makeTemplate(admin: Db): Promise<Template> {
  const folder = mkdtempSync(path.join(inject('scratch'), 'world-'))
  const stage = await openStage({ now: worldNow, folder })
  const note = { exampleWorld: await loadExampleWorld(stage), folder }
  await stage.disconnect()
  await sql`comment on database ${sql.id(stage.name)} is ${sql.lit(JSON.stringify(note))}`.execute(admin)
  await sql`alter database ${sql.id(stage.name)} rename to ${sql.id(template)}`.execute(admin)
  return note
}

const templates = new Map<string, Promise<Template>>()

/** The example world for a test file, with a gateway of its own, and stages that each begin from a copy of it. */
export async function worldTemplate() {
  const server = postgresOfFile()
  const opening = templates.get(server) ?? openTemplate()
  templates.set(server, opening)
  const { exampleWorld, folder } = await opening
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
