import { PoolBusy } from './unavailable.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

type Waiter = { start: () => void; timer: NodeJS.Timeout | undefined }
type Turn = { caller: string; running: number; waiters: Waiter[] }

type Bounds = {
  /** How many run at once. */
  permits: number
  /** Maximum number of permits per caller. */
  perCaller: number
  /** Milliseconds that one may wait; 0: without end. */
  waitMs: number
}

/**
 * Limits concurrency and serves waiting callers round robin: a caller with two hundred requests waits for itself, and a
 * caller with one request is next. The empty caller is the process itself and is not limited.
 */
export class FairGate {
  private running = 0
  private readonly turns = new Map<string, Turn>()
  /** Callers with waiters, the next one first. */
  private queue: Turn[] = []
  private readonly bounds: Bounds

  constructor(bounds: Bounds) {
    this.bounds = bounds
  }

  /** Resolves to the function that leaves again; rejects with PoolBusy after the bound of waiting. */
  enter(caller: string): Promise<() => void> {
    const turn = this.turns.get(caller) ?? { caller, running: 0, waiters: [] }
    this.turns.set(caller, turn)
    // While a permit is free, all waiting callers are at their own limit.
    if (this.running < this.bounds.permits && this.mayRun(turn)) return Promise.resolve(this.start(turn))
    return this.wait(turn)
  }

  private mayRun = ({ caller, running }: Turn) => caller === '' || running < this.bounds.perCaller

  private start(turn: Turn): () => void {
    this.running += 1
    turn.running += 1
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.running -= 1
      turn.running -= 1
      this.forgetIfIdle(turn)
      this.startNext()
    }
  }

  private wait(turn: Turn): Promise<() => void> {
    const { waitMs } = this.bounds
    if (turn.waiters.length === 0) this.queue.push(turn)
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { start: () => resolve(this.start(turn)), timer: undefined }
      const giveUp = () => {
        turn.waiters = turn.waiters.filter((other) => other !== waiter)
        if (turn.waiters.length === 0) this.queue = this.queue.filter((other) => other !== turn)
        this.forgetIfIdle(turn)
        reject(new PoolBusy())
      }
      if (waitMs > 0) waiter.timer = setTimeout(giveUp, waitMs)
      turn.waiters.push(waiter)
    })
  }

  private startNext() {
    const place = this.queue.findIndex(this.mayRun)
    const [turn] = place < 0 ? [] : this.queue.splice(place, 1)
    const waiter = turn?.waiters.shift()
    if (!turn || !waiter) return
    if (turn.waiters.length > 0) this.queue.push(turn)
    clearTimeout(waiter.timer)
    waiter.start()
  }

  private forgetIfIdle(turn: Turn) {
    if (turn.running === 0 && turn.waiters.length === 0) this.turns.delete(turn.caller)
  }
}

const callers = new AsyncLocalStorage<string>()

/** Runs the work of one request: its connections count for this caller. */
export const asCaller = <Value>(caller: string, work: () => Value): Value => callers.run(caller, work)

/** Returns the caller of the current request; empty in the process's own work, such as a job. */
export const currentCaller = (): string => callers.getStore() ?? ''
