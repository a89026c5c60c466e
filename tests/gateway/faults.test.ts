import { cents } from '@callboard/domain/kernel/money.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import type { FaultName } from '@callboard/sandbox/faults.ts'
import { nmiGateway } from '@callboard/server/payments/gateways/nmi-gateway.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { byBank, byCard, meetSandbox } from './kit.ts'

type SandboxSetup = Awaited<ReturnType<typeof meetSandbox>>
let setup: SandboxSetup
beforeAll(async () => void (setup = await meetSandbox()))
beforeEach(async () => {
  await setup.control.reset()
  setup.posts.length = 0
})
afterAll(() => setup.sandbox.close())

type Fault = Parameters<SandboxSetup['control']['fault']>[0]['fault']

describe('a charge is sent once for every outcome', () => {
  test.each<[Fault, string, string, number]>([
    ['drop_before', 'unknown', 'ambiguous', 0],
    ['process_then_drop', 'unknown', 'ambiguous', 1],
    ['process_then_delay:900', 'unknown', 'ambiguous', 1],
    ['http500_after', 'unknown', 'ambiguous', 1],
    ['garbage_after', 'unknown', 'ambiguous', 1],
    ['truncated_after', 'unknown', 'ambiguous', 1],
    ['rate301', 'retry_later', 'busy', 0],
    ['http429', 'retry_later', 'busy', 0],
    ['dup', 'unknown', 'duplicate', 0],
    ['code420', 'unknown', 'ambiguous', 0],
  ])('%s is %s, and the book holds what was done', async (fault, outcome, reason, booked) => {
    const { gateway, control, posts, open } = setup
    const request = byCard()
    await control.fault({ fault, match: { orderid: request.orderId } })

    const client = fault.startsWith('process_then_delay') ? open(300) : gateway
    expect(await client.charge(request)).toMatchObject({ outcome, reason })
    expect(posts).toHaveLength(1)

    const lookup = await gateway.findByOrderId(request.orderId)
    expect(lookup).toMatchObject({ outcome: 'found', transactions: Array(booked).fill({ state: 'unsettled' }) })
  })

  test('a fault strikes what it was aimed at, as often as it was asked', async () => {
    const { gateway, control } = setup
    await control.fault({ fault: 'http429', count: 2, match: { type: 'sale', amount: '54.04' } })
    const outcomes = [byBank(), byCard({ amount: cents(5405) }), byCard(), byCard()].map(async (request) => {
      return (await gateway.charge(request)).outcome
    })
    const settledOutcomes = await Promise.all(outcomes)
    expect(settledOutcomes.filter((outcome) => outcome === 'retry_later')).toHaveLength(2)
    expect(settledOutcomes[1]).toBe('approved')
  })

  test('a decline asked for carries its code', async () => {
    const { gateway, control } = setup
    await control.fault({ fault: 'decline', respond: { response_code: 202, responsetext: 'Insufficient funds' } })
    expect(await gateway.charge(byCard())).toMatchObject({ outcome: 'declined', code: '202' })
  })
})

describe('a connection that was never made', () => {
  const connectionError = (codes: string[]) => {
    const errors = codes.map((code) => Object.assign(new Error(code), { code }))
    return new TypeError('fetch failed', { cause: new AggregateError(errors) })
  }

  test('is tried again, since nothing was sent', async () => {
    let tries = 0
    const gateway = nmiGateway(
      { ...setup.sandbox, timeoutMs: 2000 },
      {
        pace: 0.02,
        fetch: (input, init) => {
          tries += 1
          return tries < 3 ? Promise.reject(connectionError(['ECONNREFUSED', 'ENETUNREACH'])) : fetch(input, init)
        },
      },
    )
    expect(await gateway.charge(byCard())).toMatchObject({ outcome: 'approved' })
    expect(tries).toBe(3)
  })

  test('is not tried again when one cause of it is in doubt', async () => {
    let tries = 0
    const failing = () => {
      tries += 1
      return Promise.reject(connectionError(['ECONNREFUSED', 'ECONNRESET']))
    }
    const gateway = nmiGateway({ ...setup.sandbox, timeoutMs: 2000 }, { fetch: failing })
    expect(await gateway.charge(byCard())).toMatchObject({ outcome: 'unknown' })
    expect(tries).toBe(1)
  })

  test('to a gateway that is down certainly charged nothing', async () => {
    const { sandbox, gateway } = await meetSandbox()
    await sandbox.close()
    const unreachable = { outcome: 'retry_later', reason: 'unreachable', code: 'ECONNREFUSED' }
    expect(await gateway.charge(byCard())).toMatchObject(unreachable)
  })

  test.each([
    ['a port that fetch refuses', 'http://127.0.0.1:4190', 'BAD_PORT'],
    ['no address at all', 'http://127.0.0.1:99999', 'ERR_INVALID_URL'],
  ])('to %s certainly charged nothing', async (_, origin, code) => {
    const gateway = nmiGateway({ ...setup.sandbox, origin, timeoutMs: 2000 }, { pace: 0.02 })
    const unreachable = { outcome: 'retry_later', reason: 'unreachable', code }
    expect(await gateway.charge(byCard())).toMatchObject(unreachable)
  })

  test('no connection is kept from one request to the next', async () => {
    const headers: unknown[] = []
    const watching: typeof fetch = async (input, init) => {
      const reply = await fetch(input, init)
      headers.push(reply.headers.get('connection'))
      return reply
    }
    const gateway = nmiGateway({ ...setup.sandbox, timeoutMs: 2000 }, { fetch: watching })
    await gateway.charge(byCard())
    await gateway.findByOrderId('P-1')
    expect(headers).toEqual(['close', 'close'])
  })
})

describe('looking afterwards', () => {
  test('a query that is down is unavailable, never "not found"', async () => {
    await setup.control.fault({ fault: 'query_down', count: 3 })
    expect(await setup.gateway.findByOrderId('P-1')).toEqual({ outcome: 'unavailable', code: 'http_503' })
    expect(await setup.gateway.findByOrderId('P-1')).toEqual({ outcome: 'found', transactions: [] })
  })

  test('a query that fails twice is asked again, since reading changes nothing', async () => {
    await setup.control.fault({ fault: 'query_down', count: 2 })
    expect(await setup.gateway.findByOrderId('P-1')).toEqual({ outcome: 'found', transactions: [] })
  })

  test('a charge may show up late', async () => {
    const request = byCard()
    await setup.control.fault({ fault: 'query_lag:60000' })
    await setup.control.fault({ fault: 'process_then_drop' })
    await setup.gateway.charge(request)
    expect(await setup.gateway.findByOrderId(request.orderId)).toMatchObject({ transactions: [] })
    await setup.control.advanceClock(60_000)
    expect(await setup.gateway.findByOrderId(request.orderId)).toMatchObject({ transactions: [{ state: 'unsettled' }] })
  })
})

describe('after the day of payment', () => {
  test('a settled card payment can only be refunded, and never by more than it was', async () => {
    const { gateway, control } = setup
    const { gatewayTxnId = '' } = await gateway.charge(byCard())
    await control.settle()
    const payment = { gatewayTxnId, tender: 'card' } as const
    expect(await gateway.void(payment)).toMatchObject({ reason: 'not_voidable' })
    expect(await gateway.refund({ ...payment, amount: cents(5000) })).toMatchObject({ outcome: 'approved' })
    expect(await gateway.refund({ ...payment, amount: cents(405) })).toMatchObject({ reason: 'refund_too_large' })
    const [transaction] = await transactionsOf(gatewayTxnId)
    expect(transaction).toMatchObject({ state: 'settled', amount: 5404, refunded: 5000 })
  })

  test('a bank payment settles and can still be returned', async () => {
    const { gateway, control } = setup
    const { gatewayTxnId = '' } = await gateway.charge(byBank())
    await control.settle('cc')
    expect((await transactionsOf(gatewayTxnId))[0]?.state).toBe('unsettled')
    await control.settleCheck(gatewayTxnId)
    expect((await transactionsOf(gatewayTxnId))[0]?.state).toBe('settled')
    await control.returnCheckLate(gatewayTxnId)
    expect((await transactionsOf(gatewayTxnId))[0]).toMatchObject({ state: 'returned', amount: 5404, last4: '3815' })
  })

  test('changed transactions are listed over as many pages as needed', async () => {
    const { gateway, control, sandbox } = await meetSandbox()
    await Promise.all(Array.from({ length: 502 }, () => gateway.charge(byCard())))
    const listed = await gateway.listModified(instant(Date.now() - 300_000), instant(Date.now() + 300_000))
    expect(listed.outcome === 'found' && listed.transactions.length).toBe(502)
    await control.fault({ fault: 'query_down', count: 3 })
    expect(await gateway.listModified(instant(0), instant(Date.now()))).toMatchObject({ outcome: 'unavailable' })
    await sandbox.close()
  })

  async function transactionsOf(id: string) {
    const lookup = await setup.gateway.findById(id)
    return lookup.outcome === 'found' ? lookup.transactions : []
  }
})

test('every fault that is listed can be switched on', async () => {
  const names: FaultName[] = [
    ...(['drop_before', 'rate301', 'http429', 'dup', 'code420', 'decline', 'process_then_drop'] as const),
    ...(['process_then_delay', 'http500_after', 'garbage_after', 'truncated_after', 'query_lag'] as const),
    ...(['query_down', 'webhook_lost', 'webhook_twice', 'webhook_first'] as const),
  ]
  for (const fault of names) await setup.control.fault({ fault })
  await expect(setup.control.fault({ fault: 'nonsense' as FaultName })).rejects.toThrow('No such fault')
})
