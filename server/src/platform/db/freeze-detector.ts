import type { Probe } from './probe.ts'

const tickMs = 100
/** A connection in use for so many ticks is a reason to probe: almost every transaction ends sooner. */
const ticksInUse = 2

type Observed = {
  probe: Pick<Probe, 'isReady'>
  /** How long a caller waits on a database that answers nobody, in milliseconds. */
  silenceMs: number
  /** Called when the database freezes: its connections are of no use. */
  onFreeze: () => void
}

/**
 * Tells a frozen database (connected, without any answer) from a slow statement: while connections are in use, the probe
 * asks over a connection of its own. Time is counted in ticks. A late tick means that the event loop was busy, so an
 * answer may have waited in it as well: of such a tick, as much as it was late is not counted.
 */
export class FreezeDetector {
  isFrozen = false
  private inUse = new Map<symbol, number>()
  /** Without an answer to the probe or the end of a transaction, in milliseconds. */
  private silentMs = 0
  private isProbing = false
  private timer: NodeJS.Timeout | undefined
  private tickedAt = 0
  private readonly observed: Observed
  private readonly patienceMs: number

  constructor(observed: Observed) {
    this.observed = observed
    this.patienceMs = Math.max(tickMs, observed.silenceMs - ticksInUse * tickMs)
  }

  /** Returns a function that tells that the connection is no longer in use. */
  use(): () => void {
    const id = Symbol('connection')
    this.inUse.set(id, 0)
    if (!this.timer) this.start()
    return () => {
      this.inUse.delete(id)
      // Its transaction ended, so the database answers somebody: on a busy machine the probe may come late.
      if (!this.isFrozen) this.silentMs = 0
    }
  }

  stop() {
    clearInterval(this.timer)
    this.timer = undefined
    this.inUse.clear()
  }

  private start() {
    this.tickedAt = performance.now()
    this.timer = setInterval(this.tick, tickMs).unref()
    // Opens its connection, which takes several turns of a busy event loop, before it matters.
    void this.observed.probe.isReady()
  }

  private readonly tick = () => {
    const now = performance.now()
    const lateMs = Math.max(0, now - this.tickedAt - tickMs)
    this.tickedAt = now
    let isLongUse = false
    for (const [id, ticks] of this.inUse) {
      this.inUse.set(id, ticks + 1)
      isLongUse ||= ticks + 1 >= ticksInUse
    }
    if (this.isProbing) {
      this.silentMs += Math.max(0, tickMs - lateMs)
      if (this.silentMs >= this.patienceMs && !this.isFrozen) this.freeze()
    } else if (isLongUse || this.isFrozen) {
      this.ask()
    } else if (this.inUse.size === 0) {
      this.stop()
    }
  }

  private ask() {
    this.isProbing = true
    this.silentMs = 0
    void this.observed.probe.isReady().finally(() => {
      this.isProbing = false
      // A refused connection is an answer too: its callers learn of it at once.
      if (this.silentMs < this.patienceMs) this.isFrozen = false
    })
  }

  private freeze() {
    this.isFrozen = true
    this.observed.onFreeze()
  }
}
