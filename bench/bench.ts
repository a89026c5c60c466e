import type { startGateway } from './gateway.ts'
import type { Options } from './options.ts'
import type { Postgres } from './postgres.ts'

/** Context shared by all parts of the benchmark. */
export type Bench = { options: Options; postgres: Postgres; gateway: Awaited<ReturnType<typeof startGateway>> }
