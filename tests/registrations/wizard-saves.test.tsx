// @vitest-environment jsdom
import { addDancer } from '@callboard/domain/registrations/attendees/add-attendee.ts'
import {
  sampleAttendee,
  sampleCandidate,
  sampleRegistration,
  sampleRoutine,
} from '@callboard/domain/registrations/attendees/sample-city.ts'
import { setAttendedReg } from '@callboard/domain/registrations/attendees/set-discounts.ts'
import { setObservers } from '@callboard/domain/registrations/attendees/set-extras.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeRegistrationStore } from '../../web/src/wizard/registration-store.ts'
import { whenSaved } from '../../web/src/wizard/save-queue.ts'
import { asRecord, city, storeServer } from '../ui/store-server.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2024-09-03T16:00:00Z') })
})
const dancers = () => Array.from({ length: 12 }, (_, i) => sampleAttendee(i + 1, 2, { id: 11 + i }))

type Behind = ReturnType<typeof storeServer>

/** A window with the server's current registration, and the notices it received. */
function windowOn(behind: Behind) {
  const store = makeRegistrationStore({ record: asRecord(behind.stored()), city, calls: behind.calls })
  const news: string[] = []
  store.onNews((what) => news.push(what))
  const close = store.open()
  return {
    store,
    news,
    close,
    attend: (person_id: number, attended_reg = true) =>
      store.perform((it, now) => setAttendedReg(it, { person_id, attended_reg }, now)),
    add: (person_id: number) =>
      store.perform((it, now) => addDancer(it, { candidate: sampleCandidate(person_id, 12) }, now)),
    count: (two: number) => store.perform((it, now) => setObservers(it, { one: 0, two }, now)),
    enter: (place: number) =>
      store.exchange(
        (version) => behind.addRoutine(version, sampleRoutine(place, [place])),
        (it, { routine, version }) => ({ ...it, routines: [...it.routines, routine], version }),
      ),
  }
}

/** Later calls are often answered sooner: what a slow and uneven network does. */
function uneven(seed: number) {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state % 1_500
  }
}

const attended = (behind: Behind) =>
  Object.values(behind.stored().attendees)
    .filter(({ attended_reg }) => attended_reg)
    .map(({ person_id }) => person_id)

test.each([1, 7, 42, 1999])(
  'WIZ-048 many saves at once on an uneven network: none is refused, none overlaps, nothing is lost (%i)',
  async (seed) => {
    const behind = storeServer(sampleRegistration(dancers(), { is_competing: true }))
    behind.delay(uneven(seed))
    const { store, news, attend, add, count, enter, close } = windowOn(behind)
    const operations: Promise<unknown>[] = []
    for (let place = 1; place <= 12; place++) {
      attend(place)
      if (place % 2 === 0) operations.push(enter(place))
      if (place % 3 === 0) operations.push(store.saveRoot({ info_acknowledged: true }), store.flush())
      if (place % 4 === 0) operations.push(store.reload())
      if (place % 5 === 0) add(100 + place)
      if (place === 6) store.leave('dancers')
      if (place === 9) operations.push(store.saveRoot({ is_competing: false }), store.saveRoot({ is_competing: true }))
      count(place)
      await vi.advanceTimersByTimeAsync(place * 37)
    }
    await vi.advanceTimersByTimeAsync(120_000)
    await Promise.all(operations)

    expect([behind.seen, news, store.get().saving]).toEqual([{ overlapping: 0, conflicts: 0 }, [], 'saved'])
    expect(attended(behind)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    const { attendees, routines, additional_observers, is_competing, left_off } = behind.stored()
    expect([attendees[105]?.id, attendees[110]?.id]).toEqual([605, 610])
    expect(routines.map(({ id }) => id)).toEqual([2, 4, 6, 8, 10, 12])
    expect([additional_observers.two, is_competing, left_off]).toEqual([12, true, 'dancers'])
    expect(store.get().registration).toMatchObject({ is_competing: true, version: behind.stored().version })
    expect(store.get().registration.routines).toHaveLength(6)
    close()
  },
)

test('WIZ-048 left and opened again while saves are under way: the new screen reads what they left', async () => {
  const behind = storeServer(sampleRegistration(dancers()))
  behind.delay(uneven(3))
  const before = windowOn(behind)
  before.attend(1)
  before.store.leave('dancers')
  before.attend(2)
  before.close()
  const ready = whenSaved(1)
  await vi.advanceTimersByTimeAsync(30_000)
  await ready
  const after = windowOn(behind)
  after.attend(3)
  await vi.advanceTimersByTimeAsync(30_000)
  expect([behind.seen.conflicts, after.news, attended(behind)]).toEqual([0, [], [1, 2, 3]])
  after.close()
})

test('WIZ-048 of two windows that save at once the slower one shows a message, and keeps both changes', async () => {
  const behind = storeServer(sampleRegistration(dancers()))
  const [one, other] = [windowOn(behind), windowOn(behind)]
  one.attend(1)
  await vi.advanceTimersByTimeAsync(1_000)
  other.attend(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([behind.seen.conflicts, one.news, other.news]).toEqual([1, [], ['changed_meanwhile']])
  expect(attended(behind)).toEqual([1, 2])
  // A call that changes more than people finds it out, and tells it, just the same.
  await one.store.saveRoot({ is_competing: false })
  expect([one.news, one.store.get().registration.attendees[2]?.attended_reg]).toEqual([['changed_meanwhile'], true])
  one.close()
  other.close()
})

test('REV-015 a review is not submitted over what another window changed unseen', async () => {
  const behind = storeServer(sampleRegistration(dancers()))
  const { store, news, close } = windowOn(behind)
  behind.elsewhere((it) => ({ ...it, additional_observers: { ...it.additional_observers, two: 9 } }))
  await expect(store.saveRoot({ reviewed: true, waiver: true })).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect([news, behind.stored().reviewed]).toEqual([['changed_meanwhile'], false])
  await store.saveRoot({ reviewed: true, waiver: true })
  expect(behind.stored().reviewed).toBe(true)
  close()
})
