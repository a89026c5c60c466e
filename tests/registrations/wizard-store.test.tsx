// @vitest-environment jsdom
import { addDancer } from '@callboard/domain/registrations/attendees/add-attendee.ts'
import { removeAttendee } from '@callboard/domain/registrations/attendees/remove-attendee.ts'
import {
  sampleAttendee,
  sampleCandidate,
  sampleRegistration,
  sampleRoutine,
} from '@callboard/domain/registrations/attendees/sample-city.ts'
import { setAttendedReg } from '@callboard/domain/registrations/attendees/set-discounts.ts'
import { setObservers } from '@callboard/domain/registrations/attendees/set-extras.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import type { QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { ReplyError } from '../../web/src/api/reply-error.ts'
import { billSections } from '../../web/src/wizard/bill-lines.ts'
import { changesBetween, forgetUnsaved, isNoChange, readUnsaved } from '../../web/src/wizard/people-changes.ts'
import { performer } from '../../web/src/wizard/use-perform.ts'
import { toasts } from '../../web/src/ui/toasts.ts'
import { makeRegistrationStore } from '../../web/src/wizard/registration-store.ts'
import { asRecord, city, storeServer } from '../ui/store-server.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2024-09-03T16:00:00Z') })
})
const twoDancers = () => sampleRegistration([sampleAttendee(1, 2, { id: 11 }), sampleAttendee(2, 3, { id: 12 })])

function open(registration = twoDancers()) {
  const behind = storeServer(registration)
  const store = makeRegistrationStore({ record: asRecord(registration), city, calls: behind.calls })
  const close = store.open()
  const attend = (person_id: number, attended_reg: boolean) =>
    store.perform((it, now) => setAttendedReg(it, { person_id, attended_reg }, now))
  const add = (person_id: number, age = 12) =>
    store.perform((it, now) => addDancer(it, { candidate: sampleCandidate(person_id, age) }, now))
  const person = (person_id: number) => store.get().registration.attendees[person_id]
  return { ...behind, store, close, attend, add, person }
}
const rest = (milliseconds = 1_000) => vi.advanceTimersByTimeAsync(milliseconds)

test('WIZ-048 ids appear after the save, and the price is new at once', async () => {
  const { store, add, person, sentBodies } = open()
  const before = store.get().price.fees.total
  expect(add(3)).toBeNull()
  expect([person(3)?.id, store.get().saving]).toEqual([null, 'unsaved'])
  expect(store.get().price.fees.total).toBeGreaterThan(before)
  expect(sentBodies).toHaveLength(0)

  await rest()
  expect([person(3)?.id, store.get().saving]).toEqual([503, 'saved'])
})

test('many toggles in a row are one save', async () => {
  const { attend, sentBodies } = open()
  for (let i = 0; i < 9; i++) {
    attend(1, i % 2 === 0)
    await rest(50)
  }
  await rest()
  expect(sentBodies).toHaveLength(1)
  expect(sentBodies[0]?.attendees[0]).toMatchObject({ person_id: 1, attended_reg: true })
})

test('WIZ-048 input typed during a save is kept and saved next', async () => {
  const { store, attend, add, person, hold, answer, sentBodies } = open()
  hold()
  add(3)
  await rest()
  expect(store.get().saving).toBe('saving')
  attend(1, true)
  add(4)
  store.perform((it) => removeAttendee(it, 2))
  await answer()
  expect([person(3)?.id, person(1)?.attended_reg, person(2), person(4) !== undefined]).toEqual([
    503,
    true,
    undefined,
    true,
  ])
  await rest()
  expect(sentBodies).toHaveLength(2)
  expect([person(4)?.id, store.get().saving]).toEqual([504, 'saved'])
})

test('a save changes the identity of nobody who did not change', async () => {
  const { attend, person } = open()
  const [one, two] = [person(1), person(2)]
  attend(1, true)
  await rest()
  expect(person(1)).not.toBe(one)
  expect(person(2)).toBe(two)
})

test('two windows do not fight: another’s change and mine both stay', async () => {
  const { store, attend, person, elsewhere, stored } = open()
  const news: string[] = []
  store.onNews((what) => news.push(what))
  elsewhere((it) => ({
    ...it,
    attendees: { ...it.attendees, 9: sampleAttendee(9, 2, { id: 19 }) },
    additional_observers: { ...it.additional_observers, two: 4 },
  }))
  attend(1, true)
  await rest()
  expect(news).toEqual(['changed_meanwhile'])
  expect([person(1)?.attended_reg, person(9)?.id, store.get().registration.additional_observers.two]).toEqual([
    true,
    19,
    4,
  ])
  expect([stored().attendees[1]?.attended_reg, store.get().saving]).toEqual([true, 'saved'])
})

test('without a network the work goes on, and is saved when it is back', async () => {
  const { store, attend, person, fail, stored } = open()
  fail(ReplyError.offline())
  attend(1, true)
  await rest()
  expect([store.get().saving, person(1)?.attended_reg]).toEqual(['waiting', true])
  fail(null)
  window.dispatchEvent(new Event('online'))
  await rest()
  expect([store.get().saving, stored().attendees[1]?.attended_reg]).toEqual(['saved', true])
})

test('a refused save says why, keeps what was entered, and is not repeated by itself', async () => {
  const { store, attend, person, fail, sentBodies } = open()
  fail(new ReplyError({ status: 422, code: 'attendee.level_sold_out', message: 'Mini is sold out.' }))
  attend(1, true)
  await rest(60_000)
  expect([store.get().saving, store.get().error?.message, person(1)?.attended_reg]).toEqual([
    'failed',
    'Mini is sold out.',
    true,
  ])
  expect(sentBodies).toHaveLength(1)
})

test('a server that stumbles is asked again', async () => {
  const { store, attend, fail } = open()
  fail(new ReplyError({ status: 503, code: 'unexpected', message: '' }))
  attend(1, true)
  await rest()
  expect(store.get().saving).toBe('failed')
  fail(null)
  await rest(2_500)
  expect(store.get().saving).toBe('saved')
})

test('a server that is busy for a moment is asked again within the save that a press waits for', async () => {
  const { store, attend, fail, sentBodies } = open()
  fail(new ReplyError({ status: 503, code: 'overloaded', message: '' }))
  attend(1, true)
  const whole = store.flush()
  await rest(900)
  expect(store.get().saving).toBe('saving')
  fail(null)
  await rest(200)
  expect([await whole, store.get().saving, sentBodies.length]).toEqual([true, 'saved', 2])
})

test('a server that stays busy is asked three times, then the save has failed', async () => {
  const { store, attend, fail, sentBodies } = open()
  fail(new ReplyError({ status: 503, code: 'overloaded', message: 'Callboard is very busy right now.' }))
  attend(1, true)
  const whole = store.flush()
  await rest(3_100)
  expect([await whole, store.get().saving, sentBodies.length]).toEqual([false, 'failed', 3])
})

test('unsaved input of a closed browser is restored in the next one', async () => {
  const { store, attend, add, fail } = open()
  fail(ReplyError.offline())
  attend(1, true)
  add(3)
  store.perform((it) => removeAttendee(it, 2))
  store.perform((it, now) => setObservers(it, { one: 0, two: 3 }, now))
  await rest()
  const unsavedChanges = readUnsaved(1)
  expect(unsavedChanges).not.toBeNull()
  if (!unsavedChanges) return

  const next = open()
  expect(next.store.differs(unsavedChanges)).toBe(true)
  next.store.restore(unsavedChanges)
  await rest()
  expect(next.store.get().saving).toBe('saved')
  const { attendees, additional_observers } = next.stored()
  expect([attendees[1]?.attended_reg, attendees[2], attendees[3]?.id, additional_observers.two]).toEqual([
    true,
    undefined,
    503,
    3,
  ])
  expect(readUnsaved(1)).toBeNull()
  next.close()
})

test('changes that arrived after all are not offered again', async () => {
  const { store, attend } = open()
  attend(1, true)
  const unsavedChanges = changesBetween(twoDancers(), store.get().registration)
  await rest()
  expect(store.differs(unsavedChanges)).toBe(false)
  forgetUnsaved(1)
})

test('WIZ-044 ERR-005 a registration completed elsewhere shows a message, and nothing is sent again', async () => {
  const { store, attend, fail, sentBodies } = open()
  const news: string[] = []
  store.onNews((what, { message }) => news.push(`${what}: ${message}`))
  fail(
    new ReplyError({ status: 409, code: 'registration_completed', message: 'This registration has been completed.' }),
  )
  attend(1, true)
  await rest(60_000)
  expect(news).toEqual(['registration_completed: This registration has been completed.'])
  expect(sentBodies).toHaveLength(1)
})

test('WIZ-037 WIZ-058 leaving a step tells the server where, once; not while editing', async () => {
  const { store, stored } = open()
  store.leave('dancers')
  store.leave('dancers')
  await rest()
  expect([stored().left_off, stored().left_off_details, stored().version]).toEqual([
    'dancers',
    { total_steps: 8, step_name: 'dancers', current_step: 2 },
    2,
  ])
  const editing = open(sampleRegistration([], { editing: true, completed: true }))
  editing.store.leave('dancers')
  await rest()
  expect(editing.stored().version).toBe(1)
})

test('REV-015 a change after the review takes the review back', () => {
  const { store, attend } = open({ ...twoDancers(), reviewed: true, waiver: true })
  attend(1, true)
  expect(store.get().registration).toMatchObject({ reviewed: false, waiver: false })
})

test('WIZ-021 while money is under way nothing can be changed', async () => {
  const { store, attend, person, sentBodies } = open()
  store.lock(true)
  attend(1, true)
  await rest()
  expect([person(1)?.attended_reg, sentBodies.length]).toEqual([false, 0])
})

test('ATT-033 a refused act changes nothing and saves nothing', async () => {
  const { store, sentBodies } = open({ ...twoDancers(), routines: [sampleRoutine(1, [1])] })
  expect(store.perform((it) => removeAttendee(it, 1))?.code).toBe('attendee.competing')
  await rest()
  expect(sentBodies).toHaveLength(0)
})

test('a call that changes more than people waits for what is unsaved, and uses its version', async () => {
  const { store, attend, stored } = open()
  attend(1, true)
  await store
    .exchange(
      async (version) => version,
      (it) => it,
    )
    .then((version) => expect(version).toBe(stored().version))
  expect(stored().attendees[1]?.attended_reg).toBe(true)
})

test('names corrected in the roster show at once, and are nothing to save', async () => {
  const { store, sentBodies, person } = open()
  const { birthdate, gender_id } = person(1)?.person ?? { birthdate: null, gender_id: null }
  store.renamePeople([{ id: 1, fname: 'Anastasia', lname: 'Reed', birthdate, gender_id }])
  await rest()
  expect([person(1)?.person.fname, sentBodies.length, store.get().saving]).toEqual(['Anastasia', 0, 'saved'])
})

test('the price of 300 dancers and 120 routines is new with every toggle', () => {
  const dancers = Array.from({ length: 300 }, (_, i) => sampleAttendee(i + 1, 2, { id: i + 1 }))
  const routines = Array.from({ length: 120 }, (_, i) => sampleRoutine(i + 1, [1 + (i % 300), 1 + ((i * 7) % 300)]))
  const { store, attend } = open(sampleRegistration(dancers, { routines }))
  const totals = Array.from({ length: 60 }, (_, i) => {
    attend(1 + i, true)
    return store.get().price.fees.total
  })
  expect(new Set(totals).size).toBe(60)
  expect(store.perform((it) => accept(it))).toBeNull()
})

test('no difference between a state and itself', () => {
  expect(isNoChange(changesBetween(twoDancers(), twoDancers()))).toBe(true)
})

test('WIZ-048 an answer of the registration is taken over before the next save goes: neither undoes the other', async () => {
  const { store, attend, person, stored } = open()
  const competing = store.saveRoot({ is_competing: false })
  attend(1, true)
  void store.flush()
  await rest()
  await competing
  expect(store.get().registration.is_competing).toBe(false)
  expect([person(1)?.attended_reg, stored().attendees[1]?.attended_reg, stored().is_competing]).toEqual([
    true,
    true,
    false,
  ])
})

test('WIZ-037 where one left off, saved by the same window on its way out, is no news', async () => {
  const { store, attend, elsewhere, stored } = open()
  const newsKinds: string[] = []
  store.onNews((news) => newsKinds.push(news))
  elsewhere((it) => ({ ...it, left_off: 'dancers' }))
  attend(1, true)
  await rest()
  expect([newsKinds, stored().attendees[1]?.attended_reg]).toEqual([[], true])
})

test('ATT-042 taking out the dancer who earned a free teacher says that one fewer is free', async () => {
  const dancers = Array.from({ length: 5 }, (_, place) => sampleAttendee(place + 1, 2, { id: place + 11 }))
  const { store } = open(sampleRegistration([...dancers, sampleAttendee(100, 5, { id: 30 })]))
  const perform = performer(store, () => undefined)
  await perform((it) => removeAttendee(it, 5))
  expect(toasts.shown().map(({ text }) => text)).toEqual(['4 paying dancers earn no free teachers, no longer 1'])
  await rest(2_001)
  await perform((it) => removeAttendee(it, 4))
  expect(toasts.shown()).toEqual([])
})

test('the bill puts alike lines together, and routines by category where there are many', () => {
  const line = (key: string, about: Partial<QuoteLine>): QuoteLine => ({
    key,
    group: 'competition',
    kind: 'routine',
    label: key,
    amount: cents(12_500),
    because: [],
    person_id: null,
    routine: null,
    ...about,
  })
  const minis = [1, 2].map((person_id) =>
    line(`attendee:${person_id}`, {
      group: 'workshop',
      kind: 'attendee',
      label: `Dancer ${person_id}`,
      because: ['Mini', 'Early rate'],
      person_id,
    }),
  )
  const routines = [1, 2, 3].map((routine) => line(`Routine ${routine}`, { routine }))
  const billTexts = (categoryOf?: (routine: number | string | null) => string | undefined) =>
    billSections([...routines, ...minis], 'Programs', categoryOf).map(({ label, entries }) => [
      label,
      ...entries.map((entry) => `${entry.label} x ${entry.quantity}: ${entry.amount}`),
    ])
  const workshop = ['Workshop', 'Mini x 2: 25000']
  expect(billTexts()).toEqual([
    workshop,
    ['Competition', 'Routine 1 x 1: 12500', 'Routine 2 x 1: 12500', 'Routine 3 x 1: 12500'],
  ])
  expect(billTexts((routine) => (routine === 3 ? 'Trio' : 'Solo'))).toEqual([
    workshop,
    ['Competition', 'Solo x 2: 25000', 'Trio x 1: 12500'],
  ])
})
