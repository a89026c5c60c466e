import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { insertException } from '@callboard/server/ledger/exception-queries.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { grace, marlowe, office, tour_date_id } = await smallCity(stage.db)
const { id } = await inTransaction(stage.db, (tx) =>
  insertRegistration(tx, {
    tour_date_id,
    user_id: marlowe.user_id,
    studio_id: marlowe.studio_id,
    dancers: marlowe.person_ids.slice(0, 1),
    at: instant('2024-09-20T10:00:00Z'),
    state: 'completed',
  }),
)

const asOffice = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  stage.call(office.user_id, method, `/v1/office${path}`, body)
const record = async () => (await asOffice('GET', `/registrations/${id}`)).json()
const today = async () => (await asOffice('GET', '/today')).json()

test('OFF-051 a payment to check is listed at the desk until somebody settles it, with an audit row', async () => {
  const created = stage.clock.now()
  const kind = 'the bank returned a payment'
  await inTransaction(stage.db, (tx) =>
    insertException(tx, { registration_id: id, attempt_id: null, kind, detail: 'P-1', created }),
  )
  const [listed] = (await today()).exceptions
  expect(listed).toMatchObject({ registration_id: id, kind, detail: 'P-1', studio: 'Marlowe Street Studio' })
  expect((await record()).exceptions).toEqual([listed])

  const path = `/v1/office/payment-exceptions/${listed.id}/resolve`
  expect((await stage.call(grace.user_id, 'POST', path)).statusCode).toBe(403)
  expect((await stage.call(office.user_id, 'POST', path)).json().resolved_at).toBe(created)
  expect((await today()).exceptions).toEqual([])
  const { exceptions, audit } = await record()
  expect(exceptions).toEqual([])
  expect(audit[0]).toMatchObject({ action: 'settle payment question', before: { kind, resolved_at: null } })

  // Settled once: a second press changes nothing and writes nothing.
  expect((await stage.call(office.user_id, 'POST', path)).statusCode).toBe(200)
  expect((await record()).audit).toHaveLength(audit.length)
})

const payment = { amount: 4_000, payment_method_id: 2, details: { check_number: '4071' } }
const paidWith = async (key: string, body: object = payment) =>
  stage.app.inject({
    method: 'POST',
    url: `/v1/office/registrations/${id}/payments`,
    headers: { ...(await stage.sessionOf(office.user_id)), 'idempotency-key': key },
    payload: body,
  })
const paidTotal = async () => (await record()).money.payments

test('OFF-020 PAY-054 a payment sent twice under one key is recorded once, also when both run at the same time', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => paidWith('0f2b6f0e-once')))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1)
  expect(await paidTotal()).toBe(4_000)

  const other = await paidWith('0f2b6f0e-once', { ...payment, amount: 5_000 })
  expect(other.json()).toMatchObject({ code: 'office.recorded_already' })
  expect(await paidTotal()).toBe(4_000)

  await paidWith('another-dialog')
  expect(await paidTotal()).toBe(8_000)
})

test('OFF-020 a refused payment uses up no key: the corrected one is recorded', async () => {
  const reply = await paidWith('corrected-key', { ...payment, details: { check_number: '' } })
  expect(reply.json()).toMatchObject({ code: 'office.check_number' })
  expect((await paidWith('corrected-key')).statusCode).toBe(200)
  expect(await paidTotal()).toBe(12_000)
})
