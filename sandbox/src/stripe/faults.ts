/** Phase of a fault: instead of the operation, within it, around its response, or in later queries. */
const phases = {
  drop_before: 'before',
  rate_limit: 'before',
  key_in_use: 'before',
  http500_before: 'before',
  decline: 'decide',
  search_lag: 'decide',
  process_then_drop: 'after',
  process_then_delay: 'after',
  http500_after: 'after',
  garbage_after: 'after',
  truncated_after: 'after',
  read_down: 'read',
} as const

type StripeFaultName = keyof typeof phases
type StripePhase = (typeof phases)[StripeFaultName]

export type StripeFault = {
  fault: StripeFaultName
  /** Milliseconds, for process_then_delay and search_lag. */
  ms?: number
  /** How many requests it strikes; 1 when absent. */
  count?: number
  /** Only requests to this address, such as /v1/payment_intents. */
  path?: string
  /** For decline: the bank's reason. */
  decline_code?: string
}

/** Active faults. A fault is removed after it has occurred `count` times. */
export function stripeFaults() {
  let on: (StripeFault & { left: number })[] = []
  return {
    add(request: StripeFault) {
      if (!Object.hasOwn(phases, request.fault)) throw new RangeError(`No such fault: ${request.fault}`)
      on.push({ ...request, left: request.count ?? 1 })
    },
    clear: () => void (on = []),
    take(phase: StripePhase, path: string): StripeFault | undefined {
      const fault = on.find((one) => phases[one.fault] === phase && (one.path === undefined || one.path === path))
      if (!fault) return undefined
      fault.left -= 1
      on = on.filter(({ left }) => left > 0)
      return fault
    },
  }
}
