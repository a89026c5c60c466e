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
 * asks over a connection of its own. Time is counted in ticks, each in an event loop turn of its own, so a blocked event
 * loop is not taken for a frozen database.
 */
export class FreezeDetector {
  isFrozen = false
  private inUse = new Map<symbol, number>()
  private probedTicks = 0
  private isProbing = false
  private timer: NodeJS.Timeout | undefined
  private readonly observed: Observed
  private readonly patience: number

  constructor(observed: Observed) {
    this.observed = observed
    this.patience = Math.max(1, Math.round(observed.silenceMs / tickMs) - ticksInUse)
  }

  /** Returns a function that tells that the connection is no longer in use. */
  use(): () => void {
    const id = Symbol('connection')
    this.inUse.set(id, 0)
    this.timer ??= setInterval(this.tick, tickMs).unref()
    return () => {
      this.inUse.delete(id)
      // Its transaction ended, so the database answers somebody: on a busy machine the probe may come late.
      if (!this.isFrozen) this.probedTicks = 0
    }
  }

  stop() {
    clearInterval(this.timer)
    this.timer = undefined
    this.inUse.clear()
  }

  private readonly tick = () => {
    let isLate = false
    for (const [id, ticks] of this.inUse) {
      this.inUse.set(id, ticks + 1)
      isLate ||= ticks + 1 >= ticksInUse
    }
    if (this.isProbing) {
      this.probedTicks += 1
      if (this.probedTicks >= this.patience && !this.isFrozen) this.freeze()
    } else if (isLate || this.isFrozen) {
      this.ask()
    } else if (this.inUse.size === 0) {
      this.stop()
    }
  }

  private ask() {
    this.isProbing = true
    this.probedTicks = 0
    void this.observed.probe.isReady().finally(() => {
      this.isProbing = false
      // A refused connection is an answer too: its callers learn of it at once.
      if (this.probedTicks < this.patience) this.isFrozen = false
    })
  }

  private freeze() {
    this.isFrozen = true
    this.observed.onFreeze()
  }
}
