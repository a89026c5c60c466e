import type { startGateway } from './gateway.ts'
import type { Options } from './options.ts'
import type { Postgres } from './postgres.ts'

/** What every part of the benchmark is given. */
export type Bench = { options: Options; postgres: Postgres; gateway: Awaited<ReturnType<typeof startGateway>> }
