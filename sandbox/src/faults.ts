import { textIn } from './http.ts'

/** When a fault strikes: instead of the work, around the answer, on the query, on the webhook. */
const phases = {
  drop_before: 'before',
  rate301: 'before',
  http429: 'before',
  dup: 'before',
  code420: 'before',
  decline: 'decide',
  process_then_drop: 'after',
  process_then_delay: 'after',
  http500_after: 'after',
  garbage_after: 'after',
  truncated_after: 'after',
  query_lag: 'lag',
  query_down: 'query',
  webhook_lost: 'webhook',
  webhook_twice: 'webhook',
  webhook_first: 'webhook',
} as const

export type FaultName = keyof typeof phases
export type Phase = (typeof phases)[FaultName]
export type Match = { orderid?: string; type?: string; amount?: string }

export type Fault = {
  name: FaultName
  /** Milliseconds, for process_then_delay and query_lag. */
  ms: number
  /** How many requests it still strikes. */
  count: number
  match: Match
  /** For decline: the processor's response. */
  code: number
  text: string
}

type Struck = { orderid: string; type: string; amount: string }

/** Parses a test's fault: `{ fault: 'process_then_delay:3000', count: 1, match: { orderid } }`. */
export function readFault(request: Record<string, unknown>): Fault {
  const [name = '', ms = '0'] = textIn(request, 'fault').split(':')
  if (!Object.hasOwn(phases, name)) throw new RangeError(`No such fault: ${name}`)
  const respond = (request.respond ?? {}) as { response_code?: number; responsetext?: string }
  return {
    name: name as FaultName,
    ms: Number(ms),
    count: Number(request.count ?? 1),
    match: (request.match ?? {}) as Match,
    code: respond.response_code ?? 200,
    text: respond.responsetext ?? 'DECLINE',
  }
}

/** Active faults. A fault is removed after it has occurred `count` times. */
export function faultSwitches() {
  let on: Fault[] = []
  return {
    add: (fault: Fault) => void on.push(fault),
    list: () => on,
    clear: () => void (on = []),
    take(phase: Phase, struck: Struck): Fault | undefined {
      const fault = on.find(({ name, match }) => phases[name] === phase && strikes(match, struck))
      if (!fault) return undefined
      fault.count -= 1
      on = on.filter(({ count }) => count > 0)
      return fault
    },
  }
}

// A query names no amount and no type, so those two are only compared where the request has them.
function strikes({ orderid, type, amount }: Match, struck: Struck): boolean {
  return (
    (orderid === undefined || orderid === struck.orderid) &&
    (type === undefined || struck.type === '' || type === struck.type) &&
    (amount === undefined || struck.amount === '' || amount === struck.amount)
  )
}

export type Faults = ReturnType<typeof faultSwitches>
