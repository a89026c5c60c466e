import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { PaymentGateway } from '@callboard/server/payments/gateways/gateway.ts'
import { checkAttempt, reconcileOverdue } from '@callboard/server/payments/jobs.ts'
import { verifyLedger } from '@callboard/server/payments/ledger-check.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { renderBankAuthorization } from '@callboard/domain/payments/bank-authorization.ts'
import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { meetSandbox, mintToken, visa } from '../gateway/kit.ts'
import { openStage } from '../kit.ts'
import { created, openSeason, reviewed, type Studio } from '../scenarios/small-city.ts'
import type { CityInput } from '@callboard/server/dev/build-cities.ts'

export const billTo = {
  firstName: 'Grace',
  lastName: 'Oyelaran',
  address: '888 Mercer Street',
  city: 'Portland',
  zip: '77777',
  state_id: 38,
  country_id: 1,
}

export const bankAccount = { checkname: 'Grace Oyelaran', checkaba: '490000018', checkaccount: '24413815' }

type AccountGiven = {
  name?: string
  account_type?: 'checking' | 'savings'
  account_holder_type?: 'personal' | 'business'
  last_four?: string
  saveProfile?: boolean
  billing_id?: string
}
export type GatewayRow = {
  id: string
  orderId: string
  condition: string
  amount: number
  refunded: number
  type: string
}
type Meet = { timeoutMs?: number; gateway?: (real: PaymentGateway) => PaymentGateway; postgres?: string }

/** The product on a real port, a sandbox in the same run, and a studio ready to pay. */
export async function openPaymentStage({ timeoutMs = 1_500, gateway: wrap = (real) => real, postgres }: Meet = {}) {
  const setup = await meetSandbox({ timeoutMs })
  const stage = await openStage({
    now: '2024-10-01T16:00:00Z',
    payments: wrap(setup.gateway),
    ...(postgres && { postgres }),
  })
  const season = await openSeason(stage)
  await stage.app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(stage.app.server.address() as AddressInfo).port}`
  await setup.control.sendWebhooksTo(`${origin}/v1/payments/webhook`)
  afterAll(() => setup.sandbox.close())
  const sessions = new Map<number, Promise<{ cookie: string }>>()
  /** Reuses one session per account for several payments. */
  function signedIn(user_id: number) {
    const session = sessions.get(user_id) ?? stage.sessionOf(user_id)
    sessions.set(user_id, session)
    return session
  }

  const token = (fields: Record<string, string> = visa) => mintToken(setup.sandbox, fields)

  /** A studio in front of the payment page: reviewed, its places held. */
  async function payer(cityValues: Partial<CityInput> = {}, { compete = false } = {}) {
    const studio = await season.studio()
    const { id, review } = await reviewed(
      studio,
      await season.city(cityValues),
      compete ? [studio.dancers.slice(0, 1)] : [],
    )
    const reply = await review()
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return { studio, id, total: reply.json().fees.total as number, ...payerActions(studio, id) }
  }

  /** The same studio in front of the payment page of another city. */
  async function payerAgain({ studio }: { studio: Studio }) {
    const { id, review } = await reviewed(studio, await season.city())
    return { studio, id, total: (await review()).json().fees.total as number, ...payerActions(studio, id) }
  }

  function payerActions(studio: Studio, id: number) {
    return {
      standing: async () => (await studio.call('GET', `/v1/payments/standing?registration_id=${id}`)).json(),
      history: async () => (await studio.call('GET', `/v1/payments/history?registration_id=${id}`)).json(),
      record: async () => (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json(),
      attempts: () =>
        stage.db.selectFrom('payment_attempts').where('registration_id', '=', id).selectAll().orderBy('id').execute(),
      /** Agrees to the debit authorization that the page shows, and returns it. */
      async authorize(amount: number, profile: AccountGiven) {
        const standing = (await studio.call('GET', `/v1/payments/standing?registration_id=${id}`)).json()
        const { version, template, ...words } = standing.bank_authorization
        const text = renderBankAuthorization(template, {
          ...words,
          name: profile.name ?? `${billTo.firstName} ${billTo.lastName}`,
          account_type: profile.account_type ?? 'checking',
          holder_type: profile.account_holder_type ?? 'personal',
          amount: cents(amount),
          last_four: profile.last_four ?? '',
          registration_id: id,
          event: standing.event,
          city: standing.city,
          standing: profile.saveProfile === true || profile.billing_id !== undefined,
        })
        return { version, text, agreed: true }
      },
      /** The Pay button, over the wire. */
      async pay(
        amount: number,
        more: { key?: string; profile?: object; method?: number; body?: object; origin?: string } = {},
      ) {
        const { key = randomUUID(), method = 1, origin: at = origin } = more
        const profile = more.profile ?? { token: await token(), billTo, saveProfile: false }
        const authorization = method === 6 && (await this.authorize(amount, profile))
        const reply = await fetch(`${at}/v1/payments/nmi-payment`, {
          method: 'POST',
          headers: {
            ...(await signedIn(studio.user_id)),
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({
            registration_id: id,
            amount,
            paymentMethodId: method,
            paymentProfile: profile,
            ...(authorization && { authorization }),
            ...more.body,
          }),
        })
        return { status: reply.status, body: (await reply.json()) as Record<string, never> & { attempt: string } }
      },
    }
  }

  const gatewayBook = async () => ((await setup.control.state()) as { transactions: GatewayRow[] }).transactions

  /** The gateway's approved charges of these attempts. */
  async function approvedCharges(orderids: readonly string[], book?: readonly GatewayRow[]): Promise<GatewayRow[]> {
    return (book ?? (await gatewayBook())).filter(
      ({ orderId, condition, type }) =>
        orderids.includes(orderId) && type === 'sale' && ['pendingsettlement', 'complete'].includes(condition),
    )
  }

  /** Gateway book = our payments = the ledger = the balance that screens show. Answers what was paid. */
  async function agree(
    paymentStage: Awaited<ReturnType<typeof payer>>,
    { chains = true, read }: { chains?: boolean; read?: readonly GatewayRow[] } = {},
  ): Promise<number> {
    const orderids = (await paymentStage.attempts()).map(({ orderid }) => orderid)
    const book = (await approvedCharges(orderids, read)).reduce(
      (sum, { amount, refunded }) => sum + amount - refunded,
      0,
    )
    const payments = await stage.db
      .selectFrom('payments')
      .where('registration_id', '=', paymentStage.id)
      .select('amount')
      .execute()
    const paidTotal = payments.reduce((sum, { amount }) => sum + amount, 0)
    const row = await stage.db
      .selectFrom('registrations')
      .where('id', '=', paymentStage.id)
      .select(['paid', 'completed'])
      .executeTakeFirstOrThrow()
    const standing = await paymentStage.standing()
    expect(paidTotal).toBe(book)
    expect(row.paid).toBe(book)
    expect(standing).toMatchObject({ payments: book, raw: paymentStage.total - book })
    const ledger = await stage.db
      .selectFrom('ledger')
      .where('registration_id', '=', paymentStage.id)
      .selectAll()
      .execute()
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    if (row.completed) {
      const receivableEntries = ledger.filter(({ account }) => account === 'receivable')
      expect(receivableEntries.reduce((sum, { amount }) => sum + amount, 0)).toBe(paymentStage.total - book)
    }
    if (chains) expect((await verifyLedger(stage.db)).faults).toEqual([])
    return book
  }

  const staff = await stage.db
    .transaction()
    .execute((tx) =>
      insertAccount(tx, { email: 'desk@example.com', fname: 'Dana', lname: 'Reyes', role: 'office' }, created),
    )
  const office = staff.user_id
  const asOffice = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) =>
    stage.call(office, method, url, body)

  /** The office's Refund button, over the wire. */
  async function refundBody(
    payment_id: number,
    body: object,
    { key = randomUUID() as string, as = office, origin: at = origin } = {},
  ) {
    const reply = await fetch(`${at}/v1/office/payments/${payment_id}/refund`, {
      method: 'POST',
      headers: { ...(await signedIn(as)), 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }

  /** Lets every wait of the queue be over, and works it off. */
  async function runEverything() {
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(stage.db)
    await stage.runJobs()
  }

  /** Asserts that the gateway's charges equal the recorded payments; returns the sum. */
  async function agreePaid(registration_id: number): Promise<number> {
    const attempts = await stage.db
      .selectFrom('payment_attempts')
      .where('registration_id', '=', registration_id)
      .select('orderid')
      .execute()
    const book = await approvedCharges(attempts.map(({ orderid }) => orderid))
    const { paid } = await stage.db
      .selectFrom('registrations')
      .where('id', '=', registration_id)
      .select('paid')
      .executeTakeFirstOrThrow()
    expect(paid).toBe(book.reduce((sum, { amount }) => sum + amount, 0))
    return paid
  }

  const later = (minutes: number) => {
    stage.clock.time = minutesAfter(stage.clock.time, minutes)
  }

  return {
    ...stage,
    ...setup,
    season,
    origin,
    token,
    payer,
    payerAgain,
    agreePaid,
    tillOf: payerActions,
    approvedCharges,
    gatewayBook,
    agree,
    later,
    office,
    asOffice,
    refundBody,
    refund: (payment_id: number, amount: number, options: { key?: string; origin?: string } = {}) =>
      refundBody(payment_id, { amount }, options),
    moneyOf: async (id: number) => (await asOffice('GET', `/v1/office/registrations/${id}/money`)).json(),
    runEverything,
    runUntil: (isDone: () => Promise<boolean>) =>
      expect
        .poll(async () => {
          await runEverything()
          return isDone()
        })
        .toBe(true),
    /** Balance by the ledger (cents). */
    async ledgerOwed(registration_id: number) {
      const rows = await stage.db
        .selectFrom('ledger')
        .where('registration_id', '=', registration_id)
        .where('account', '=', 'receivable')
        .select('amount')
        .execute()
      return rows.reduce((sum, { amount }) => sum + amount, 0)
    },
    reconcile: () => reconcileOverdue(stage.app),
    lookInto: (attempt: Parameters<typeof checkAttempt>[1]) => checkAttempt(stage.app, attempt),
  }
}

export type Payer = Awaited<ReturnType<Awaited<ReturnType<typeof openPaymentStage>>['payer']>>
