import type pg from 'pg'
import { currentCaller, FairGate } from './fair-gate.ts'
import { FreezeDetector } from './freeze-detector.ts'
import { GatheringClient } from './named-statements.ts'
import type { Probe } from './probe.ts'
import { ConnectionLost, DatabaseFrozen } from './unavailable.ts'

type Bounds = { poolSize: number; perCaller: number; waitMs: number; silenceMs: number }

/** The pool as Kysely uses it: its connections go round among those who ask, and none is given on a frozen database. */
export class ConnectionSource {
  private readonly pool: pg.Pool
  private readonly gate: FairGate
  private readonly freeze: FreezeDetector | undefined
  private readonly clients = new Set<pg.PoolClient>()
  /** Rejects callers for whom a connection is being opened. */
  private readonly waiting = new Set<(error: DatabaseFrozen) => void>()

  constructor(pool: pg.Pool, { poolSize, perCaller, waitMs, silenceMs }: Bounds, probe?: Probe) {
    this.pool = pool
    this.gate = new FairGate({ permits: poolSize, perCaller, waitMs })
    if (!probe || silenceMs === 0) return
    this.freeze = new FreezeDetector({ probe, silenceMs, onFreeze: this.dropConnections })
    pool.on('connect', (client) => this.clients.add(client))
    pool.on('remove', (client) => this.clients.delete(client))
  }

  async connect(): Promise<pg.PoolClient> {
    this.failIfFrozen()
    const leaveGate = await this.gate.enter(currentCaller())
    const endUse = this.freeze?.use()
    const leave = () => {
      endUse?.()
      leaveGate()
    }
    try {
      this.failIfFrozen()
      const client = await this.open()
      const release = client.release.bind(client)
      client.release = () => {
        release(client instanceof GatheringClient && client.isUnfit)
        leave()
      }
      return client
    } catch (error) {
      leave()
      throw error instanceof DatabaseFrozen ? error : new ConnectionLost(error)
    }
  }

  private failIfFrozen() {
    if (this.freeze?.isFrozen) throw new DatabaseFrozen()
  }

  /** A connection of the pool; fails at once when the database freezes meanwhile. */
  private async open(): Promise<pg.PoolClient> {
    const opening = this.pool.connect()
    let giveUp = (_: DatabaseFrozen) => {}
    const frozen = new Promise<never>((_, reject) => {
      giveUp = reject
    })
    this.waiting.add(giveUp)
    try {
      return await Promise.race([opening, frozen])
    } catch (error) {
      // One that opens later goes back to the pool.
      if (error instanceof DatabaseFrozen) void opening.then((client) => client.release()).catch(() => {})
      throw error
    } finally {
      this.waiting.delete(giveUp)
    }
  }

  /** Also the idle ones: after a failover nobody would ever answer on them. */
  private readonly dropConnections = () => {
    for (const client of this.clients) if (client instanceof GatheringClient) client.drop()
    for (const giveUp of this.waiting) giveUp(new DatabaseFrozen())
  }

  end(): Promise<void> {
    this.freeze?.stop()
    return this.pool.end()
  }
}
