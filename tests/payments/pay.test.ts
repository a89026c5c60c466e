import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { visa, walletToken } from '../gateway/kit.ts'
import { bankAccount, billTo, openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage()

test('PAY-017 PAY-018 PAY-003 a card pays in full: one charge, one payment, nothing due, a receipt', async () => {
  const payer = await paymentStage.payer()
  // A profile as the documents print it: a new card has no name of ours yet.
  const details = { type: 'visa', expiration_date: '1028' }
  const profile = {
    token: await paymentStage.token(),
    billTo,
    saveProfile: false,
    billing_id: null,
    details,
    last_four: '1111',
  }
  const { status, body } = await payer.pay(payer.total, { profile })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ state: 'approved', payment: { amount: payer.total, origin: 'ONLINE', admin_id: null } })
  expect(await paymentStage.agree(payer)).toBe(payer.total)
  expect(await payer.standing()).toMatchObject({ balance: 0, covered: true, raw_due_now: 0 })
  expect(await payer.history()).toMatchObject([{ amount: payer.total, method: 'Card', origin: 'ONLINE' }])
  const mails = await paymentStage.db.selectFrom('mails').where('registration_id', '=', payer.id).selectAll().execute()
  expect(mails.map(({ template }) => template)).toEqual(['payment_receipt'])
  expect(JSON.stringify(mails)).toContain('Visa ending in 1111')
})

test('PAY-038 a declined card answers 402 with what to do, and a new token then pays', async () => {
  const payer = await paymentStage.payer()
  await paymentStage.control.fault({ fault: 'decline', respond: { response_code: 202 } })
  const declined = await payer.pay(payer.total)
  expect(declined.status).toBe(402)
  expect(declined.body).toMatchObject({ code: 'payment.declined' })
  expect(String(declined.body['message'])).toMatch(/another payment method|declined/)
  expect(await paymentStage.agree(payer)).toBe(0)
  expect((await payer.pay(payer.total)).status).toBe(200)
  expect(await paymentStage.agree(payer)).toBe(payer.total)
})

test('PAY-012 PAY-053 a bank account that is sent as a card is refused with its sentence, and nothing is charged', async () => {
  const payer = await paymentStage.payer()
  const bankToken = await paymentStage.token(bankAccount)
  const { status, body } = await payer.pay(payer.total, { profile: { token: bankToken, billTo }, method: 1 })
  expect([status, body]).toMatchObject([
    402,
    { code: 'payment.declined', message: expect.stringMatching(/another kind of payment. Nothing was charged/) },
  ])
  expect(await paymentStage.agree(payer)).toBe(0)
})

test('PAY-038 a decline names the field to correct, also for the same request sent again and for a request that waits', async () => {
  const payer = await paymentStage.payer()
  await paymentStage.control.fault({ fault: 'decline', respond: { response_code: 225 } })
  const profile = { token: await paymentStage.token(), billTo }
  const key = randomUUID()
  const declined = { code: 'payment.declined', field: 'cvv', message: 'Please check the security code and try again.' }
  expect(await payer.pay(payer.total, { key, profile })).toMatchObject({ status: 402, body: declined })
  expect(await payer.pay(payer.total, { key, profile })).toMatchObject({ status: 402, body: declined })
  const [attempt] = await payer.attempts()
  const reply = await payer.studio.call('GET', `/v1/payments/attempts/${attempt?.orderid}`)
  expect(reply.json()).toMatchObject({ state: 'declined', field: 'cvv' })
  await paymentStage.control.fault({ fault: 'decline', respond: { response_code: 202 } })
  expect((await payer.pay(payer.total)).body).not.toHaveProperty('field')
})

test('PAY-012 API-036 an unknown and a spent token are declined with 402, and a fresh one then pays', async () => {
  const payer = await paymentStage.payer()
  const token = await paymentStage.token()
  expect((await payer.pay(100, { profile: { token, billTo } })).status).toBe(200)
  for (const spentToken of [token, '3455zJms-7qA2K2-VdVrSu-Rv7WpvPuG7s8']) {
    const { status, body } = await payer.pay(200, { profile: { token: spentToken, billTo } })
    expect([status, body]).toMatchObject([
      402,
      { code: 'payment.declined', field: 'token', message: 'Please enter your payment details again.' },
    ])
  }
  expect((await payer.pay(payer.total - 100)).status).toBe(200)
  expect(await paymentStage.agree(payer)).toBe(payer.total)
})

test('PAY-008 an amount of nothing, below nothing or above the balance is refused before any charge', async () => {
  const payer = await paymentStage.payer()
  for (const amount of [0, -100, payer.total + 1]) {
    const { status, body } = await payer.pay(amount)
    expect([status, body['code']]).toEqual([422, 'payment.amount'])
  }
  expect(await payer.attempts()).toEqual([])
})

test('PAY-014 PAY-012 SEC-023 a missing state is named, and a card number never gets in', async () => {
  const payer = await paymentStage.payer()
  const missing = await payer.pay(100, {
    profile: { token: await paymentStage.token(), billTo: { ...billTo, state_id: null } },
  })
  expect([missing.status, missing.body['code'], missing.body['field']]).toEqual([422, 'payment.bill_to', 'state_id'])
  const abroad = { ...billTo, state_id: null, zip: '', country_id: 2 }
  expect((await payer.pay(100, { profile: { token: await paymentStage.token(), billTo: abroad } })).status).toBe(200)
  const raw = await payer.pay(100, { profile: { token: '4111 1111 1111 1111', billTo } })
  expect(raw.status).toBe(400)
  const card = { ccnumber: '4111111111111111', cvv: '8317', billTo }
  expect((await payer.pay(100, { profile: card })).status).toBe(400)
  expect((await payer.pay(100, { profile: { ...card, token: await paymentStage.token() } })).status).toBe(400)
  // A decline before has stored the name of the field: nothing else of a security code may be anywhere.
  await paymentStage.control.fault({ fault: 'decline', respond: { response_code: 225 } })
  const declined = await payer.pay(100, { profile: { token: await paymentStage.token(), billTo } })
  expect(declined.body['field']).toBe('cvv')
  const rowTexts = await readAllRows()
  expect(rowTexts.some((text) => text.includes('"declined_field": "cvv"'))).toBe(true)
  const cardData = /cvv|4111( ?1111){3}|(?<![\w-])8317(?![\w-])/i
  expect(rowTexts.filter((text) => cardData.test(withoutHashes(withoutFieldName(text))))).toEqual([])
})

/** A hash is random letters, which can be those of a field by chance. */
const withoutHashes = (text: string) => text.replaceAll(/\$argon2id\$[^"]+/g, '')

/** Returns every row of every table, as the table's name and the row's JSON. */
async function readAllRows() {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(paymentStage.db)
  const rowTexts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(r)::text as text from ${sql.table(name)} as r
    `.execute(paymentStage.db)
    rowTexts.push(...rows.map(({ text }) => `${name} ${text}`))
  }
  return rowTexts
}

/** The attempt's column and the stored answer may name the field, and only as the value of their own key. */
const withoutFieldName = (text: string) =>
  text.startsWith('payment_attempts ')
    ? text.replace('"declined_field": "cvv"', '')
    : text.startsWith('idempotency_keys ')
      ? text.replace('"field": "cvv"', '')
      : text

test('PAY-054 the same key twice charges once and answers the same; with another body it is refused', async () => {
  const payer = await paymentStage.payer()
  const [key, token] = [randomUUID(), await paymentStage.token()]
  const profile = { token, billTo }
  const first = await payer.pay(500, { key, profile })
  const again = await payer.pay(500, { key, profile })
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body).toEqual(first.body)
  const other = await payer.pay(600, { key, profile })
  expect([other.status, other.body['code']]).toEqual([422, 'payment.key_reused'])
  expect(await paymentStage.agree(payer)).toBe(500)
})

test('PAY-054 one key pressed many times at once charges once, and every answer says so', async () => {
  const payer = await paymentStage.payer()
  const [key, token] = [randomUUID(), await paymentStage.token()]
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => payer.pay(500, { key, profile: { token, billTo } })),
  )
  expect(replies.every(({ status }) => status === 200 || status === 202)).toBe(true)
  expect(new Set(replies.map(({ body }) => body.attempt)).size).toBe(1)
  expect(await paymentStage.agree(payer)).toBe(500)
})

test('PAY-062 two hundred requests of two tabs at once: one charge, and the others hear that one is on its way', async () => {
  const payer = await paymentStage.payer()
  await payer.pay(500, { profile: { token: await paymentStage.token(visa), billTo, saveProfile: true } })
  const { card } = (await payer.studio.call('GET', '/v1/payments/customer-vault')).json()
  const profile = { billing_id: card[0].billing_id }
  const rest = payer.total - 500
  const replies = await Promise.all(Array.from({ length: 200 }, () => payer.pay(rest, { profile })))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status !== 200).every((status) => status === 409 || status === 422)).toBe(true)
  expect(await paymentStage.agree(payer)).toBe(payer.total)
}, 240_000)

test('PAY-055 PAY-016 PAY-061 PAY-015 a saved card is listed, pays again, is nobody else’s, and can be removed', async () => {
  const [payer, other] = [await paymentStage.payer(), await paymentStage.payer()]
  const saved = await payer.pay(500, { profile: { token: await paymentStage.token(), billTo, saveProfile: true } })
  const method = saved.body['mybtf_user_payment_method'] as unknown as { billing_id: string; last_four: string }
  expect(method).toMatchObject({ last_four: '1111', details: { type: 'visa', first_name: 'Grace', state: 'OR' } })
  expect(JSON.stringify(saved.body)).not.toMatch(/gateway/)

  const list = await payer.studio.call('GET', `/v1/payments/customer-vault?mybtf_user_id=${payer.studio.user_id}`)
  expect(list.json()).toMatchObject({ card: [{ billing_id: method.billing_id }], bank: [] })
  expect(
    (await other.studio.call('GET', `/v1/payments/customer-vault?mybtf_user_id=${payer.studio.user_id}`)).statusCode,
  ).toBe(404)

  const stolen = await other.pay(500, { profile: { billing_id: method.billing_id } })
  expect([stolen.status, stolen.body['code']]).toEqual([422, 'payment.method_gone'])
  expect((await payer.pay(700, { profile: { billing_id: method.billing_id } })).status).toBe(200)
  expect(await paymentStage.agree(payer)).toBe(1_200)

  const address = `/v1/payments/customer-vault/${method.billing_id}`
  expect((await other.studio.call('DELETE', address)).statusCode).toBe(404)
  expect((await payer.studio.call('DELETE', address)).statusCode).toBe(204)
  await paymentStage.runJobs()
  const { vault } = (await paymentStage.control.state()) as { vault: { id: string }[] }
  expect(vault.some(({ id }) => id === method.billing_id)).toBe(false)
})

test('PAY-024 a bank account pays until a week before the event, and not after', async () => {
  const bank = { checkname: 'Grace Oyelaran', checkaba: '490000018', checkaccount: '24413815' }
  const payer = await paymentStage.payer({ starts: '2024-11-15' })
  const reply = await payer.pay(500, { method: 6, profile: { token: await paymentStage.token(bank), billTo } })
  expect(reply.body).toMatchObject({ state: 'approved', payment: { method: 'Bank account (ACH)', settled: false } })
  expect(await paymentStage.agree(payer)).toBe(500)
  const late = await paymentStage.payer({ starts: '2024-10-05' })
  const refusal = await late.pay(500, { method: 6, profile: { token: await paymentStage.token(bank), billTo } })
  expect([refusal.status, refusal.body['code']]).toEqual([422, 'payment.method_not_offered'])
})

test('SEC-007 another studio’s registration and attempt do not exist', async () => {
  const [payer, other] = [await paymentStage.payer(), await paymentStage.payer()]
  const { body } = await payer.pay(500)
  const foreign = await other.pay(500, { body: { registration_id: payer.id } })
  expect(foreign.status).toBe(404)
  for (const path of [
    `attempts/${body.attempt}`,
    `history?registration_id=${payer.id}`,
    `standing?registration_id=${payer.id}`,
  ]) {
    expect((await other.studio.call('GET', `/v1/payments/${path}`)).statusCode).toBe(404)
  }
})

test('PAY-022 PAY-058 PayPal is off and says so', async () => {
  const { studio, id } = await paymentStage.payer()
  const body = { nonce: 'n', amount: 500, registration_id: id }
  expect((await studio.call('POST', '/v1/payments/paypal-payment', body)).statusCode).toBe(403)
  expect((await studio.call('GET', `/v1/payments/paypal-payment?registration_id=${id}`)).statusCode).toBe(403)
})

test('PAY-050 SEC-014 employees hear of a payment only where the city allows it', async () => {
  for (const [isAllowed, mailCount] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const payer = await paymentStage.payer({ employee_email_allowed: isAllowed })
    await payer.pay(500, { body: { sendEmployeeEmail: true } })
    const mails = await paymentStage.db
      .selectFrom('mails')
      .where('registration_id', '=', payer.id)
      .where('template', '=', 'payment_employee')
      .selectAll()
      .execute()
    expect(mails).toHaveLength(mailCount)
  }
})

test('PAY-010 a bank payment is accepted with the authorization text that the API served, and with no other', async () => {
  const payer = await paymentStage.payer()
  const account = { billTo, name: 'Grace Oyelaran', account_type: 'checking', account_holder_type: 'personal' }
  const profile = { ...account, last_four: '3815', saveProfile: false, token: await paymentStage.token(bankAccount) }
  const { token: _, ...paymentProfile } = profile
  const body = { registration_id: payer.id, amount: 500, paymentProfile }
  const authorizationReply = await payer.studio.call('POST', '/v1/payments/bank-authorization', body)
  const { version, text } = authorizationReply.json<{ version: string; text: string }>()
  expect(text).toContain('$5.00')
  const pay = (words: string) =>
    payer.pay(500, { method: 6, profile, body: { authorization: { version, text: words, agreed: true } } })
  const refusal = await pay(`${text} `.replace('Grace', 'Mallory'))
  expect([refusal.status, refusal.body['code']]).toEqual([422, 'payment.authorization_changed'])
  expect(await pay(text)).toMatchObject({ status: 200, body: { state: 'approved' } })
})

test('PAY-010 PAY-012 a bank debit is authorized word for word: kept with who, when and from where, mailed, shown to the office', async () => {
  const bank = { checkname: 'Grace Oyelaran', checkaba: '490000018', checkaccount: '24413815' }
  const payer = await paymentStage.payer({ starts: '2024-11-15' })
  const profile = {
    ...{
      token: await paymentStage.token(bank),
      billTo,
      saveProfile: true,
      last_four: '3815',
      name: 'Oyelaran Dance LLC',
    },
    ...({ account_type: 'savings', account_holder_type: 'business' } as const),
  }
  const without = await payer.pay(500, { method: 6, profile, body: { authorization: undefined } })
  expect([without.status, without.body['code']]).toEqual([422, 'payment.authorization'])
  const otherAuthorization = await payer.authorize(600, profile)
  const other = await payer.pay(500, { method: 6, profile, body: { authorization: otherAuthorization } })
  expect([other.status, other.body['code']]).toEqual([422, 'payment.authorization_changed'])
  expect(await payer.attempts()).toEqual([])

  expect((await payer.pay(500, { method: 6, profile })).status).toBe(200)
  const authorizationRow = await paymentStage.db
    .selectFrom('bank_authorizations')
    .where('registration_id', '=', payer.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(authorizationRow).toMatchObject({
    amount: 500,
    name: 'Oyelaran Dance LLC',
    last_four: '3815',
    address: '127.0.0.1',
  })
  expect(authorizationRow.text).toContain('business savings account ending in 3815 for a single payment of $5.00')
  const [mail] = await paymentStage.db
    .selectFrom('mails')
    .where('registration_id', '=', payer.id)
    .where('template', '=', 'bank_authorization')
    .selectAll()
    .execute()
  expect(mail?.text).toContain(authorizationRow.text)
  await expect(paymentStage.db.updateTable('bank_authorizations').set({ text: 'x' }).execute()).rejects.toThrow(/stays/)

  // Used again, a saved account is what it was.
  const { bank: saved } = (await payer.studio.call('GET', '/v1/payments/customer-vault')).json()
  expect(saved).toMatchObject([{ bank_account: { name: 'Oyelaran Dance LLC', account_type: 'savings' } }])
  const account = { name: 'Oyelaran Dance LLC', account_type: 'savings', account_holder_type: 'business' } as const
  const again = { billing_id: saved[0].billing_id, last_four: '3815' }
  const authorization = await payer.authorize(700, { ...account, ...again })
  expect((await payer.pay(700, { method: 6, profile: again, body: { authorization } })).status).toBe(200)

  await paymentStage.db.updateTable('users').set({ role: 'office' }).where('id', '=', payer.studio.user_id).execute()
  const officeReply = await payer.studio.call('GET', `/v1/office/registrations/${payer.id}/authorizations`)
  expect(officeReply.json().rows).toMatchObject([
    { amount: 700, text: expect.stringContaining('for later amounts'), state: 'approved' },
    { amount: 500, version: authorizationRow.version, address: '127.0.0.1' },
  ])
})

test('OFF-017 OFF-021 PAY-005 PAY-027 deposits, and what the office says of a studio, are what its payment page offers at once', async () => {
  const payer = await paymentStage.payer({}, { compete: true })
  const deposit = async () => (await payer.standing()).deposit
  const set = (name: string, value: string) => paymentStage.db.insertInto('settings').values({ name, value }).execute()
  expect(await payer.standing()).toMatchObject({ deposit: 5_000, deposit_offered: true, raw_due_now: 5_000 })
  await set('deposit_per_routine', '7500')
  expect(await deposit()).toBe(7_500)
  await set('general_deposit', '1000')
  expect(await deposit()).toBe(8_500)
  await set('deposit_percentage', '2500')
  expect(await deposit()).toBe(Math.ceil(payer.total / 4))

  const flags = (body: object) =>
    paymentStage.asOffice('PUT', `/v1/office/studios/${payer.studio.studio_id}/flags`, body)
  const byCheck = async () =>
    (await payer.standing()).methods.find(({ method }: { method: string }) => method === 'check').offered
  expect(await byCheck()).toBe(true)
  expect((await flags({ flagged: true })).statusCode).toBe(200)
  expect(await payer.standing()).toMatchObject({ deposit_offered: false, raw_due_now: payer.total })
  expect(await byCheck()).toBe(false)
  await flags({ flagged: false, bypass_deposit: true })
  expect(await payer.standing()).toMatchObject({ deposit_offered: false, raw_due_now: payer.total })
  await set('bypass_deposit_completes', 'true')
  expect(await payer.standing()).toMatchObject({ raw_due_now: 0, covered: true })
  await paymentStage.db.deleteFrom('settings').execute()
})

test('PAY-021 wallets pay only where the office offers them, and are never saved', async () => {
  const payer = await paymentStage.payer()
  const profile = { token: await paymentStage.token(), billTo, saveProfile: true }
  const methods = async () => (await payer.standing()).methods.map(({ method }: { method: string }) => method)
  expect(await methods()).toEqual(['card', 'check', 'bank', 'paypal'])
  expect((await payer.pay(500, { method: 11, profile })).body['code']).toBe('payment.method_not_offered')
  await paymentStage.db.insertInto('settings').values({ name: 'apple_pay_offered', value: 'true' }).execute()
  expect(await methods()).toContain('apple_pay')
  const reply = await payer.pay(500, {
    method: 11,
    profile: { ...profile, token: await walletToken(paymentStage.sandbox) },
  })
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ state: 'approved', payment: { settled: true } })
  expect((await payer.studio.call('GET', '/v1/payments/customer-vault')).json()).toEqual({ card: [], bank: [] })
  expect((await payer.studio.call('POST', '/v1/payments/session')).json()).toMatchObject({ wallets: true })
  await paymentStage.db.deleteFrom('settings').execute()
})

test('PAY-024 PAY-026 a check is not offered once a part is paid, and is refused with why', async () => {
  const payer = await paymentStage.payer({}, { compete: true })
  const { deposit_required, methods } = await payer.standing()
  const check = (all: { method: string }[]) => all.find(({ method }) => method === 'check')
  expect(check(methods)).toMatchObject({ offered: true })
  expect((await payer.pay(deposit_required)).status).toBe(200)
  const why = 'A check pays the full amount. Part of it is already paid, so please pay the rest another way.'
  expect(check((await payer.standing()).methods)).toMatchObject({
    offered: false,
    why: { code: 'check.part_paid', message: why },
  })
  const refusal = await payer.studio.call('PUT', `/v1/dance360/registrations/${payer.id}`, { paying_by_check: true })
  expect([refusal.statusCode, refusal.json()]).toMatchObject([422, { message: why, field: 'payment_method_id' }])
  expect((await payer.record()).paying_by_check).toBe(false)
})
