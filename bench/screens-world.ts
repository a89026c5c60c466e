import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { buildApp } from '@callboard/server/app.ts'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { migrate } from '@callboard/server/platform/db/migrate.ts'
import { inventDancers } from '@callboard/server/dev/build-people.ts'
import { bigStudio } from '@callboard/server/dev/scenario-big-studio.ts'
import { migrateJobs } from '@callboard/server/worker.ts'
import { diskFiles } from '@callboard/server/platform/files/store.ts'
import { mailbox } from '@callboard/server/platform/mail/transport.ts'
import { aesSealer } from '@callboard/server/platform/sealer.ts'
import { nmiGateway } from '@callboard/server/payments/gateways/nmi-gateway.ts'
import type { Bench } from './bench.ts'
import { builtPages } from './pages.ts'

const nameOf = (place: number) => {
  const { fname = '', lname = '' } = inventDancers(300)[place] ?? {}
  return `${fname} ${lname}`
}

/** The largest studio: three hundred dancers and a hundred and twenty routines in one registration, its pages served. */
export async function openScreens({ postgres, gateway, options }: Bench) {
  const url = await postgres.database('bench_screens')
  const db = connect(url)
  await migrate(db)
  await migrateJobs(url)
  const { now, grace, registration, office } = await bigStudio(db)
  const origin = `http://localhost:${options.port + 5}`
  const nmi = { origin: gateway.origin, securityKey: 's', tokenizationKey: 't', webhookKey: 'w', timeoutMs: 5_000 }
  const app = buildApp({
    db,
    clock: { now: () => now },
    mail: mailbox,
    files: diskFiles(path.join(postgres.folder, 'files'), 'a secret of the benchmark'),
    payments: nmiGateway(nmi),
    sealer: aesSealer(randomBytes(32).toString('base64')),
    origin,
    limits: { on: false },
    dev: false,
    pages: { folder: await builtPages(), gatewayOrigin: gateway.origin, contactEmail: 'hello@callboard.example' },
  })
  await app.listen({ host: 'localhost', port: options.port + 5 })

  return {
    db,
    now,
    origin,
    owner: grace.user_id,
    office: office.user_id,
    registration_id: registration.id,
    dancers: grace.person_ids.slice(0, 300),
    /** Of a dancer who is in no routine. */
    idle: nameOf(250),
    async call(method: 'PUT' | 'POST', url: string, token: string, payload: object) {
      const reply = await app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })
      if (reply.statusCode >= 300) throw new Error(`${url}: ${reply.body.slice(0, 300)}`)
    },
    async close() {
      await app.close()
      await db.destroy()
    },
  }
}

export type Screens = Awaited<ReturnType<typeof openScreens>>
