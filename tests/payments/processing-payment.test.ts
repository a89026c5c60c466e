import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { askForRound } from '@callboard/server/capacity/queries.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { describe, expect, test } from 'vitest'
import { created, peopleBody, routineBody } from '../scenarios/small-city.ts'
import { openPaymentStage, type Payer } from './kit.ts'

const paymentStage = await openPaymentStage({ timeoutMs: 600 })
const { user_id: admin } = await paymentStage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'admin@example.com', fname: 'Ada', lname: 'Okafor', role: 'admin' }, created),
  )

type Reply = { statusCode: number; body: string; json: () => { code?: string } }
type Case = {
  by: string
  /** Before the payment: what the act needs. */
  before?: (payer: Payer) => Promise<unknown>
  act: (payer: Payer) => Promise<Reply>
  /** Note to the office once the payment is recorded. */
  told?: string
}

const of = ({ id }: Payer) => `/v1/dance360/registrations/${id}`
const put = (payer: Payer, body: object) => payer.studio.call('PUT', of(payer), body)
const routine = async (payer: Payer): Promise<number> => (await payer.record()).routines[0].id
const attendee = async (payer: Payer) =>
  (Object.values((await payer.record()).attendees) as { id: number; person_id: number }[])[0]
const cityOf = async (payer: Payer): Promise<number> => (await payer.record()).tour_date_id
const second = (payer: Payer) => routineBody(payer.id, payer.studio.dancers.slice(1, 2))
const office = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) =>
  paymentStage.call(paymentStage.office, method, url, body)
const asAdmin = (method: 'POST' | 'PUT', url: string, body?: unknown) => paymentStage.call(admin, method, url, body)
const agreements = { waiver: true, competitionCodeWaiver: true }
const reviewAgain = async (payer: Payer) => {
  await put(payer, agreements)
  await put(payer, { reviewed: true })
}
const draft = (payer: Payer) => {
  const { registration_id: _, ...routineDraft } = second(payer)
  return routineDraft
}

const setRoom = async (payer: Payer, places: number) =>
  paymentStage.db
    .updateTable('capacity')
    .set({ places })
    .where('tour_date_id', '=', await cityOf(payer))
    .where('key', '=', 'routines')
    .execute()

/** A second routine that waits, since the city takes one; then room for it, which is offered. */
async function wait(payer: Payer) {
  await setRoom(payer, 1)
  const join = { registration_id: payer.id, routines: [draft(payer)] }
  const reply = await payer.studio.call('POST', '/v1/waiting-list', join)
  expect(reply.statusCode, reply.body).toBe(200)
  await setRoom(payer, 2)
  const tour_date_id = await cityOf(payer)
  await paymentStage.db.transaction().execute((tx) => askForRound(tx, tour_date_id))
  await paymentStage.runJobs()
  await reviewAgain(payer)
}
const entryOf = async (payer: Payer) =>
  (
    await paymentStage.db
      .selectFrom('waiting_entries')
      .where('registration_id', '=', payer.id)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
const waitingRoutine = async (payer: Payer): Promise<number> => (await payer.record()).waiting_list_routines[0].id

const beginOfficeEdit = ({ id }: Payer) =>
  office('POST', `/v1/office/registrations/${id}/edit`, { office_reason: 'The studio called' })

/** A registration that is completed by check, and the office's edit of it. */
async function startOfficeEdit(payer: Payer) {
  await put(payer, { paying_by_check: true })
  const completion = await payer.studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: payer.id })
  expect(completion.statusCode, completion.body).toBe(200)
  expect((await beginOfficeEdit(payer)).statusCode).toBe(200)
}

/** The ID of a senior for the college discount, which counts already or not yet. */
async function uploadStudentId(payer: Payer, has_college_discount: boolean) {
  const upload = { college_discount: true, student_id_url: 'college-discounts/41/1/id.jpg', workshop_level_id: 4 }
  const { id = 0, person_id = 0 } = (await attendee(payer)) ?? {}
  const birthdate = calendarDate('2006-05-05')
  await paymentStage.db.updateTable('persons').set({ birthdate }).where('id', '=', person_id).execute()
  await paymentStage.db
    .updateTable('attendees')
    .set({ ...upload, has_college_discount })
    .where('id', '=', id)
    .execute()
  await reviewAgain(payer)
  const { balance } = await payer.standing()
  payer.total = balance
}
const decideId = (decision: 'verified' | 'rejected') => async (payer: Payer) =>
  office('PUT', `/v1/office/student-ids/${(await attendee(payer))?.id}`, { decision })

/** While a charge is on its way these are refused, and nothing of them is kept. */
const refusedActs: Record<string, Case[]> = {
  deleteRegistration: [
    { by: 'its owner', act: ({ studio, id }) => studio.call('DELETE', `/v1/mybtf/delete-registration/${id}`) },
  ],
  saveOfficeRegistration: [
    { by: 'the office', act: ({ id }) => office('PUT', `/v1/office/registrations/${id}`, { deleted: true }) },
  ],
  correctRegistration: [
    {
      by: 'the office',
      act: async (payer) => {
        const [person_id = 0] = payer.studio.dancers
        const { version } = await payer.record()
        const body = { version, leaving_people: [person_id], office_reason: 'Injured' }
        return office('POST', `/v1/office/registrations/${payer.id}/correction`, body)
      },
    },
  ],
  beginOfficeEdit: [{ by: 'the office', act: beginOfficeEdit }],
  previewOfficeEdit: [
    {
      by: 'the office',
      before: startOfficeEdit,
      act: ({ id }) => office('POST', `/v1/office/registrations/${id}/edit-preview`),
    },
  ],
  submitOfficeEdit: [
    {
      by: 'the office',
      before: startOfficeEdit,
      act: ({ id, total }) =>
        office('POST', `/v1/office/registrations/${id}/edit-submission`, { version: 1, total, note: '' }),
    },
  ],
  decideStudentId: [
    { by: 'the office verifies it', before: (payer) => uploadStudentId(payer, false), act: decideId('verified') },
    { by: 'the office rejects it', before: (payer) => uploadStudentId(payer, true), act: decideId('rejected') },
  ],
  releasePlaces: [{ by: 'its owner', act: (payer) => payer.studio.call('DELETE', `${of(payer)}/hold`) }],
  saveRegistration: [
    { by: 'taking the review back', act: (payer) => put(payer, { reviewed: false }) },
    { by: 'choosing a check', act: (payer) => put(payer, { paying_by_check: true }) },
  ],
  saveAttendees: [
    {
      by: 'its owner',
      act: ({ studio, id }) =>
        studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, { ...studio, teachers: [] })),
    },
  ],
  saveAttendee: [
    {
      by: 'its owner',
      act: async (payer) =>
        payer.studio.call('PUT', `/v1/dance360/attendees/${(await attendee(payer))?.id}`, { media_pass: true }),
    },
  ],
  addRoutine: [{ by: 'its owner', act: (payer) => payer.studio.call('POST', '/v1/dance360/routines', second(payer)) }],
  addRoutines: [
    {
      by: 'its owner',
      act: (payer) => payer.studio.call('POST', `${of(payer)}/routines`, { routines: [draft(payer)] }),
    },
  ],
  changeRoutine: [
    {
      by: 'its owner',
      act: async (payer) =>
        payer.studio.call('PUT', `/v1/dance360/routines/${await routine(payer)}`, {
          ...routineBody(payer.id, payer.studio.dancers.slice(0, 2)),
        }),
    },
  ],
  removeRoutine: [
    {
      by: 'its owner',
      act: async (payer) => payer.studio.call('DELETE', `/v1/dance360/routines/${await routine(payer)}`),
    },
  ],
  replaceDancer: [
    {
      by: 'its owner',
      act: async (payer) => {
        const [person_id, replacement_id] = payer.studio.dancers
        const routine_ids = [await routine(payer)]
        return payer.studio.call('POST', `${of(payer)}/replacements`, { person_id, replacement_id, routine_ids })
      },
    },
  ],
  changeRoutines: [
    {
      by: 'its owner',
      act: async (payer) => {
        const change = { performance_division_id: 2 }
        return payer.studio.call('PUT', `${of(payer)}/routines`, { routine_ids: [await routine(payer)], change })
      },
    },
  ],
  removeRoutines: [
    {
      by: 'its owner',
      act: async (payer) =>
        payer.studio.call('POST', `${of(payer)}/routine-removals`, { routine_ids: [await routine(payer)] }),
    },
  ],
  applyPromoCodes: [
    {
      by: 'its owner',
      act: ({ studio, id }) => studio.call('PUT', '/v1/dance360/promo-codes', { registration_id: id, promo_codes: [] }),
    },
  ],
  applyCredit: [
    {
      by: 'its owner',
      act: ({ studio, id }) =>
        studio.call('POST', '/v1/payments/credit-voucher-payment', { registration_id: id, credit: null }),
    },
  ],
  joinWaitingList: [
    {
      by: 'its owner',
      act: (payer) =>
        payer.studio.call('POST', '/v1/waiting-list', { registration_id: payer.id, routines: [draft(payer)] }),
    },
  ],
  leaveWaitingList: [
    {
      by: 'its owner',
      before: wait,
      act: async (payer) => payer.studio.call('DELETE', `/v1/waiting-list/${await entryOf(payer)}`),
    },
  ],
  answerOffer: [
    {
      by: 'its owner accepts',
      before: wait,
      act: async (payer) => payer.studio.call('PUT', `/v1/waiting-list/${await entryOf(payer)}`, { answer: 'accept' }),
    },
  ],
  decideWaitingRoutine: [
    {
      by: 'the office approves',
      before: wait,
      act: async (payer) =>
        office('PUT', `/v1/office/waiting-list/${await waitingRoutine(payer)}`, { decision: 'approve', reason: 'Yes' }),
    },
    {
      by: 'the office refuses',
      before: wait,
      act: async (payer) =>
        office('PUT', `/v1/office/waiting-list/${await waitingRoutine(payer)}`, { decision: 'refuse', reason: 'No' }),
    },
  ],
  addWaitingRoutine: [
    {
      by: 'the office',
      act: (payer) =>
        office('POST', '/v1/office/waiting-list', {
          registration_id: payer.id,
          routine: draft(payer),
          reason: 'Asked for',
        }),
    },
  ],
}

/** Acts that are allowed while a charge is open: the payment is recorded once, on the changed registration. */
const allowedActs: Record<string, Case[]> = {
  createRegistration: [
    {
      by: 'its owner, once more',
      act: async (payer) => payer.studio.call('POST', '/v1/mybtf/registration', { tour_date_id: await cityOf(payer) }),
    },
  ],
  holdPlaces: [{ by: 'its owner', act: (payer) => payer.studio.call('POST', `${of(payer)}/hold`) }],
  saveRosterPerson: [
    {
      by: 'its owner, another birthdate',
      act: async ({ studio }) => {
        const people: { id: number }[] = (await studio.call('GET', '/v1/mybtf/roster')).json()
        const { id, fname, lname, gender_id } = people.find((one) => one.id === studio.dancers[0]) as never
        const person = { id, fname, lname, gender_id, birthdate: '2012-03-04' }
        return studio.call('PUT', '/v1/mybtf/roster', { person })
      },
    },
  ],
  removeFromRoster: [
    {
      by: 'its owner',
      act: ({ studio }) => studio.call('DELETE', `/v1/mybtf/roster?person_id=${studio.teachers[0]}`),
    },
  ],
  recordPayment: [
    {
      by: 'the office, a check beside it',
      act: ({ id }) =>
        office('POST', `/v1/office/registrations/${id}/payments`, { amount: 1_000, payment_method_id: 9, details: {} }),
      told: 'more was paid than was due',
    },
  ],
  decideCredit: [
    {
      by: 'the office refuses it',
      before: ({ studio, id }) =>
        studio.call('POST', '/v1/payments/credit-voucher-payment', {
          registration_id: id,
          credit: { from: 'Raffle', amount: 500 },
        }),
      act: async ({ id }) => {
        const claim = await paymentStage.db
          .selectFrom('credits')
          .where('registration_id', '=', id)
          .select('id')
          .executeTakeFirstOrThrow()
        return office('PUT', `/v1/office/credits/${claim.id}`, { status: 'rejected' })
      },
    },
  ],
  changeTourDate: [
    {
      by: 'an administrator closes the city',
      act: async (payer) =>
        asAdmin('PUT', `/v1/office/tour-dates/${await cityOf(payer)}`, { registration_closes_at: '2024-01-01' }),
    },
  ],
  changeStudioFlags: [
    {
      by: 'the office flags the studio',
      act: ({ studio }) => office('PUT', `/v1/office/studios/${studio.studio_id}/flags`, { flagged: true }),
    },
  ],
}

async function onItsWay({ before }: Case) {
  const payer = await paymentStage.payer({ waiting_list: true, total_routine_limit: 5 }, { compete: true })
  await before?.(payer)
  const { balance } = await payer.standing()
  await paymentStage.control.fault({ fault: 'webhook_lost' })
  await paymentStage.control.fault({ fault: 'process_then_drop' })
  const reply = await payer.pay(balance)
  expect(reply.status, JSON.stringify(reply.body)).toBe(202)
  return { payer, balance: balance as number }
}

/** The charge is found and recorded once; its registration has claimed places, or the office gets the reason. */
async function reconcileCharge(payer: Payer, balance: number) {
  const [attempt] = await payer.attempts()
  if (!attempt) throw new Error('Nothing was tried')
  await paymentStage.lookInto(attempt)
  const { state } = (await payer.attempts())[0] ?? {}
  expect(state).toBe('approved')
  expect((await paymentStage.approvedCharges([attempt.orderid])).map(({ amount }) => amount)).toEqual([balance])
  const payments = await paymentStage.db
    .selectFrom('payments')
    .where('attempt_id', '=', attempt.id)
    .select('amount')
    .execute()
  expect(payments).toEqual([{ amount: balance }])
}

describe.each(Object.entries(refusedActs))('PAY-054 while a charge is on its way %s is refused', (_, cases) => {
  test.each(cases.map((one) => [one.by, one] as const))('%s', async (__, one) => {
    const { payer, balance } = await onItsWay(one)
    const reply = await one.act(payer)
    expect([reply.statusCode, reply.json().code], reply.body).toEqual([409, 'payment.in_progress'])
    // Still after hours in which nobody could say what became of it.
    paymentStage.later(5 * 60)
    expect((await one.act(payer)).json().code).toBe('payment.in_progress')
    await reconcileCharge(payer, balance)
    await paymentStage.runEverything()
    const { completed, routines } = await payer.record()
    expect([completed, routines.length]).toEqual([true, 1])
    expect(await paymentStage.agree(payer, { chains: false })).toBe(balance)
    expect((await payer.standing()).balance).toBe(0)
  })
})

describe.each(Object.entries(allowedActs))('PAY-054 while a charge is on its way %s is carried out', (_, cases) => {
  test.each(cases.map((one) => [one.by, one] as const))('%s', async (__, one) => {
    const { payer, balance } = await onItsWay(one)
    const reply = await one.act(payer)
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    await reconcileCharge(payer, balance)
    const kinds = await paymentStage.db
      .selectFrom('payment_exceptions')
      .where('registration_id', '=', payer.id)
      .select('kind')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(one.told ? [one.told] : [])
  })
})

/** Acts of the same capabilities that no charge is about, or that go through one of those above. */
const elsewhere = new Set([
  // An edit has its own charge: edit.test.ts.
  'discardEdit',
  'completeEdit',
  // Refused until it is covered; the charge is then the balance's.
  'completeRegistration',
  'quoteRegistration',
  'calculateMediaPassFees',
  'saveNominations',
  'correctOfficeNominations',
  // The registration stays as it was.
  'discardOfficeEdit',
  // It saves nothing.
  'previewCorrection',
  'saveAncillaryPerson',
  'saveScholarshipDonation',
  // A notice that was read.
  'putAwayChanges',
  'mailMusicLink',
  // Videos to watch: no charge is about them.
  'setRoutineHomework',
  'confirmRegistration',
  // One open charge: pay.test.ts.
  'payByGateway',
  'payByPayPal',
  'paymentSession',
  'paymentNews',
  // It saves nothing.
  'readBankAuthorization',
  'removeSavedMethod',
  // Payments that are recorded: money-back.test.ts.
  'refundPayment',
  'reversePayment',
  'resolvePaymentException',
  // As the routine of somebody who waits.
  'decideWaitingPerson',
  'moveWaitingEntry',
  // A code keeps its worth where it is applied.
  'createPromoCode',
  'changePromoCode',
  'removePromoCode',
  'addSnapshot',
])

test('PAY-054 every act on a registration has its answer while a charge is on its way', () => {
  const isAboutMoney = ({ method, path }: Endpoint) =>
    method !== 'GET' &&
    /registration|routines|attendees|payments|waiting-|credits|student-ids|promo-codes/.test(path) &&
    !path.startsWith('/v1/reports')
  const names = (Object.entries(contract) as [string, Endpoint][]).filter(([, endpoint]) => isAboutMoney(endpoint))
  const unanswered = names
    .map(([name]) => name)
    .filter((name) => !(name in refusedActs || name in allowedActs || elsewhere.has(name)))
  expect(unanswered).toEqual([])
})
