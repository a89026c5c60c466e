import type { Db } from './db/connect.ts'
import type { Probe } from './db/probe.ts'
import type { EventHosts } from './http/event-hosts.ts'
import type { InFlight } from './http/in-flight.ts'
import type { Clock } from './clock.ts'
import type { FileStore } from './files/store.ts'
import type { MailTransport } from './mail/transport.ts'
import type { Sealer } from './sealer.ts'

/**
 * Dependencies of the app. Tests and production differ only in these. A capability that needs one of its own declares it
 * here, beside its type.
 */
export interface Dependencies {
  db: Db
  clock: Clock
  mail: MailTransport
  files: FileStore
  /** Keeps the secrets of second steps unreadable in the database. */
  sealer: Sealer
  /** Public origin of the product, used for links in mails. */
  origin: string
  /** Hosts of events; without it all pages use `origin`. */
  eventHosts?: EventHosts
  /** Rate limits; off only where a test mutates thousands of requests. */
  limits: { on: boolean }
  /**
   * Tells whether this process accepts requests, apart from its database: its jobs run and no shutdown was requested.
   */
  isReady?: () => boolean
  /** Checks over its own connection whether the database is writable; absent: the pool is used. */
  probe?: Probe
  /** How many requests may be worked on at once; without it there is no limit. */
  inFlight?: InFlight
  /** Development pages and sign-in without a password exist. Never in production. */
  dev: boolean
}
