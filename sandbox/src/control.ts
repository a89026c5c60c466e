import type { FaultName, Match } from './faults.ts'

type AskedFault = {
  fault: FaultName | `${'process_then_delay' | 'query_lag'}:${number}`
  count?: number
  match?: Match
  respond?: { response_code: number; responsetext?: string }
}

/** The sandbox's switches, for tests: every call is one request to its control addresses. */
export function sandboxControl(origin: string) {
  const post = async (path: string, body: object = {}): Promise<void> => {
    const reply = await fetch(`${origin}/__sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  }
  return {
    fault: (fault: AskedFault) => post('faults', fault),
    settle: (kind?: 'cc' | 'ck') => post('settle', { kind }),
    settleCheck: (id: string) => post(`ach/${id}/settle`),
    returnCheck: (id: string) => post(`ach/${id}/return`),
    returnCheckLate: (id: string) => post(`ach/${id}/latereturn`),
    chargeback: (id: string, reason?: string) => post('chargeback', { id, reason }),
    advanceClock: (ms: number) => post('clock', { advance_ms: ms }),
    sendWebhooksTo: (url: string) => post('webhooks', { url }),
    reset: () => post('reset'),
    state: async (): Promise<unknown> => (await fetch(`${origin}/__sandbox/state`)).json(),
  }
}
