import { expect, test } from 'vitest'
import { pdfPages } from '../pdf-text.ts'
import { billTo, openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage()
const payer = await paymentStage.payer({}, { compete: true })
await payer.pay(payer.total - 5_000, { profile: { token: await paymentStage.token(), billTo } })
await paymentStage.runEverything()
await paymentStage.asOffice('POST', `/v1/office/registrations/${payer.id}/payments`, {
  amount: 2_000,
  payment_method_id: 2,
  details: { check_number: '4071', note: '=HYPERLINK("x")' },
})
const [check] = await payer.history()
await paymentStage.asOffice('POST', `/v1/office/payments/${check.id}/reversal`, { note: 'No funds' })
await paymentStage.asOffice('POST', `/v1/office/registrations/${payer.id}/payments`, {
  amount: 1_000,
  payment_method_id: 9,
})

const get = (path: string) => payer.studio.call('GET', path)
const rowsOf = (csv: string) =>
  csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? [])

test('PAY-019 EVT-026 every amount is in the statement with its origin, and they add up to the balance', async () => {
  const { raw } = await payer.standing()
  expect(raw).toBe(5_000 - 1_000 + 3_500)
  const reply = await get(`/v1/payments/statement/${payer.id}?format=csv`)
  expect(reply.headers['content-type']).toContain('text/csv')
  const rows = rowsOf(reply.body).slice(1)
  const sum = rows.reduce((total, cells) => total + Math.round(Number(cells[4]) * 100), 0)
  expect(sum).toBe(raw)
  expect(Math.round(Number(rows.at(-1)?.[5]) * 100)).toBe(raw)
  const origins = rows.map((cells) => cells[3]).filter(Boolean)
  expect(origins).toEqual(['ONLINE', 'CHECK', 'CHECK', 'OFFICE'])
  expect(reply.body).toContain('Returned payment fee,,,35.00')
  // No spreadsheet takes a note for a formula.
  expect(reply.body).not.toMatch(/(^|,)"?=HYPERLINK/m)
})

test('EVT-025 the statement as a PDF names studio, payments and balance', async () => {
  const reply = await get(`/v1/payments/statement/${payer.id}`)
  expect(reply.headers['content-type']).toBe('application/pdf')
  const text = (await pdfPages(reply.rawPayload)).join(' ')
  for (const words of ['Statement', 'Check no. 4071', 'Returned payment fee', 'ONLINE', 'Balance due', '$75.00']) {
    expect(text).toContain(words)
  }
  // The city with its state, as in the confirmation.
  expect(text).toMatch(/, [A-Z]{2} · \d+\/\d+\/\d{4}/)
})

test('EVT-025 the PDF leaves out columns that no row fills, and keeps those that one row fills', async () => {
  const unpaid = await paymentStage.payer({})
  const page = (await pdfPages((await unpaid.studio.call('GET', `/v1/payments/statement/${unpaid.id}`)).rawPayload))[0]
  expect(page).toContain('Charged')
  expect(page).toContain('Description')
  expect(page).toContain('Amount')
  for (const header of ['Date', 'Origin']) expect(page).not.toContain(header)
  const paidPage = (await pdfPages((await get(`/v1/payments/statement/${payer.id}`)).rawPayload)).join(' ')
  // The fee has a date among the charges, and no charge has an origin.
  expect(paidPage.match(/\bDate\b/g)).toHaveLength(2)
  expect(paidPage.match(/\bOrigin\b/g)).toHaveLength(1)
})

test('PAY-048 the statement says where a credit comes from', async () => {
  const owing = await paymentStage.payer()
  const credit = { from: 'Spring raffle', amount: 1_000 }
  const claim = { registration_id: owing.id, credit }
  expect((await owing.studio.call('POST', '/v1/payments/credit-voucher-payment', claim)).statusCode).toBe(200)
  const reply = await owing.studio.call('GET', `/v1/payments/statement/${owing.id}?format=csv`)
  expect(reply.body).toContain(',Credit: Spring raffle,,,-10.00,')
})

test('the shares of the dancers add up to the bill to the cent, with and without a margin', async () => {
  const { total } = await payer.standing()
  const plain = (await get(`/v1/payments/shares?registration_id=${payer.id}`)).json()
  expect(plain).toMatchObject({ bill: total, margin: 0, total, unshared: 0 })
  expect(plain.families).toHaveLength(3)
  const statementWithMargin = (await get(`/v1/payments/shares?registration_id=${payer.id}&margin=333`)).json()
  const margin = Math.floor((total * 333 + 5_000) / 10_000)
  expect(statementWithMargin.total).toBe(total + margin)
  expect(statementWithMargin.families.reduce((sum: number, family: { total: number }) => sum + family.total, 0)).toBe(
    total + margin,
  )
  // The soloist pays for the solo.
  const routines = plain.families.map((family: { routines: number }) => family.routines)
  expect(routines.filter((amount: number) => amount > 0)).toHaveLength(1)
})

test('the shares come as PDF and spreadsheet', async () => {
  const csv = await get(`/v1/payments/shares/${payer.id}?format=csv&margin=500`)
  expect(rowsOf(csv.body)).toHaveLength(6)
  // The words of the screen.
  expect(csv.body).toContain('Dancer,Own,Routines,For all,Added,Owes')
  const text = (await pdfPages((await get(`/v1/payments/shares/${payer.id}`)).rawPayload)).join(' ')
  expect(text).toContain('What each dancer owes')
  expect(text).toContain('Shared by all 3 dancers')
})

test('SEC-001 nobody reads the statement or the shares of another’s registration; the office reads every statement', async () => {
  const rival = await paymentStage.season.studio()
  for (const path of [`statement/${payer.id}`, `shares/${payer.id}`, `shares?registration_id=${payer.id}`]) {
    expect((await rival.call('GET', `/v1/payments/${path}`)).statusCode).toBe(404)
  }
  const office = await paymentStage.asOffice('GET', `/v1/office/registrations/${payer.id}/statement?format=csv`)
  expect(office.statusCode).toBe(200)
  expect((await rival.call('GET', `/v1/office/registrations/${payer.id}/statement`)).statusCode).toBe(403)
})

test('SEC-021 an account prints 30 statements and shares a minute, as PDF or spreadsheet, and holds up no other', async () => {
  const other = await paymentStage.payer()
  const { app } = paymentStage
  app.limits.on = true
  try {
    const paths = [`statement/${payer.id}?format=csv`, `shares/${payer.id}?format=csv`]
    const replies = await Promise.all(Array.from({ length: 32 }, (_, n) => get(`/v1/payments/${paths[n % 2]}`)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
    const refusal = await get(`/v1/payments/statement/${payer.id}`)
    expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '60'])
    expect((await other.studio.call('GET', `/v1/payments/statement/${other.id}?format=csv`)).statusCode).toBe(200)
  } finally {
    app.limits.on = false
  }
})
