import { newAttendee } from '@callboard/domain/registrations/attendees/candidate.ts'
import type { Result } from '@callboard/domain/kernel/result.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import { flagsFor, tierOf } from '@callboard/domain/tours/rate-tier.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Attendee, AttendeePerson, Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { unreviewIfChanged } from '@callboard/domain/registrations/review.ts'
import { leaveStep, type StepName } from '@callboard/domain/registrations/steps.ts'
import type { City } from '@callboard/domain/tours/city.ts'
import { ReplyError } from '../api/reply-error.ts'
import { waitForRetry } from '../api/retry.ts'
import { mergeSavedPeople } from './merge-saved-people.ts'
import {
  changesBetween,
  isNoChange,
  isSameContent,
  peopleSent,
  withChanges,
  type PeopleChanges,
  forgetUnsaved,
  keepUnsaved,
} from './people-changes.ts'
import {
  registrationCalls,
  type RegistrationCalls,
  type RegistrationRecord,
  type RootChange,
} from './registration-calls.ts'
import { factsOf, priceOf } from './registration-facts.ts'
import { enqueueSave } from './save-queue.ts'
import { makeServerClock } from '../ui/clock.ts'
import { mergeAttendees, withPeople } from './merge-attendees.ts'

/** 'waiting': the network is gone, and it is saved when it is back. 'failed': the server said no. */
export type Saving = 'saved' | 'unsaved' | 'saving' | 'waiting' | 'failed'

export type WizardState = {
  /** The server's last full answer: payments, hold, tallies. */
  record: RegistrationRecord
  /** The registration as it is here and now, what is not saved yet included. */
  registration: Registration
  facts: Facts
  /** Quote of the local state. */
  price: Quote
  saving: Saving
  /** Why it was not saved. */
  error: ReplyError | null
  /** Money or the submit is under way: nothing may be changed. WIZ-021. */
  locked: boolean
}

type WizardAct = (registration: Registration, facts: Facts) => Result<Registration, Refusal>

type RegistrationStoreOptions = {
  record: RegistrationRecord
  city: City
  calls?: RegistrationCalls
  /** Milliseconds, for the server's clock. */
  clock?: () => number
}

type StoreNews = 'changed_meanwhile' | 'registration_completed'

/** How long typing rests before it is saved, and how long a failed save waits. */
const saveAfter = 250
const tryAgainAfter = [2_000, 5_000, 15_000, 30_000] as const

/** Codes of a server that did nothing of a save and may be asked again in a moment. */
const busyCodes: ReadonlySet<string> = new Set(['busy', 'overloaded', 'locked', 'too_slow', 'unavailable'])
const busyDelays = [1_000, 2_000] as const

/**
 * One registration as the wizard works on it: acts change it here at once, and are saved in the background, one save at a
 * time. Nothing that was entered is lost: not by a slow answer, another window, a lost network or a closed browser.
 */
export function makeRegistrationStore({
  record,
  city,
  calls = registrationCalls,
  clock = Date.now,
}: RegistrationStoreOptions) {
  const { id } = record
  const { now, syncClock } = makeServerClock(record.now, clock)

  const factsFor = (from: RegistrationRecord, of: City): Facts => factsOf(from, of, now())
  // As the server sent it; values derived from it are computed again each time.
  let currentCity = city
  const firstFacts = factsFor(record, city)
  let state: WizardState = {
    record,
    registration: record,
    facts: firstFacts,
    price: priceOf(record, firstFacts, record),
    saving: 'saved',
    error: null,
    locked: false,
  }
  /** Last known state of the server. */
  let saved: Registration = record
  let timer: ReturnType<typeof setTimeout> | undefined
  let storing: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let busyTries = 0
  let isClosed = false
  const listeners = new Set<() => void>()
  const newsListeners = new Set<(news: StoreNews, error: ReplyError) => void>()

  function change(next: Partial<WizardState>) {
    const { registration, facts, record } = state
    state = { ...state, ...next }
    if (state.registration !== registration || state.facts !== facts || state.record !== record) {
      state = { ...state, price: priceOf(state.registration, state.facts, state.record) }
    }
    for (const tell of listeners) tell()
  }

  const unsaved = (): PeopleChanges => changesBetween(saved, state.registration)
  const fresh = (person_id: number, person: AttendeePerson, level: number): Attendee =>
    newAttendee({ person_id, person }, { id: level }, state.facts)

  /** Written down a moment later, so that typing never waits for it. */
  function storeUnsavedSoon() {
    clearTimeout(storing)
    storing = setTimeout(() => {
      const changes = unsaved()
      if (isNoChange(changes)) forgetUnsaved(id)
      else keepUnsaved(id, changes)
    })
  }

  function saveLater(after: number = saveAfter) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void flush(), after)
  }

  function perform(act: WizardAct): Refusal | null {
    if (state.locked) return null
    const before = state.registration
    const result = act(before, state.facts)
    if (!result.ok) return result.refusal
    if (result.value === before) return null
    const registration = before.reviewed ? unreviewIfChanged(before, result.value) : result.value
    change({ registration, saving: state.saving === 'saving' ? 'saving' : 'unsaved', error: null })
    storeUnsavedSoon()
    saveLater()
    return null
  }

  /** Saves what is not saved yet; true when nothing is left unsaved. */
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    return enqueueSave(id, saveAll)
  }

  async function saveAll(): Promise<boolean> {
    // More may be typed while a save is on its way.
    for (let round = 0; round < 20; round++) {
      if (isNoChange(unsaved())) break
      try {
        await savePeople()
      } catch (error) {
        if (!(await recovered(error))) return false
      }
    }
    return settle()
  }

  function settle(): boolean {
    const isSaved = isNoChange(unsaved())
    tries = 0
    busyTries = 0
    if (isSaved) {
      clearTimeout(storing)
      forgetUnsaved(id)
    }
    change({ saving: isSaved ? 'saved' : 'unsaved', error: null })
    if (!isSaved) saveLater()
    return isSaved
  }

  async function savePeople() {
    const sentRegistration = state.registration
    change({ saving: 'saving', error: null })
    const { attendees, additional_observers, comp_room, beat_street, left_off } = sentRegistration
    const { one, two } = additional_observers
    const answer = await calls.savePeople({
      id,
      version: saved.version,
      ...peopleSent(Object.values(attendees)),
      additional_observers: { one, two },
      comp_room,
      beat_street,
      ...(left_off !== null && { left_off }),
    })
    const after = mergeSavedPeople(sentRegistration, state.registration, answer, fresh)
    saved = after.saved
    syncClock(answer.now)
    change({ registration: after.registration, ...factsIfTierChanged() })
  }

  /** The server's moment is news only where a deadline lies between; for the rest the next minute is soon enough. */
  function factsIfTierChanged(): Partial<WizardState> {
    const { registration, facts } = state
    const then = { ...facts, now: now() }
    return tierOf(flagsFor(registration, then)) === tierOf(flagsFor(registration, facts)) ? {} : { facts: then }
  }

  /** A full answer of the server takes the place of what was here; changes not saved yet are made to it again. */
  function absorb(next: RegistrationRecord) {
    syncClock(next.now)
    const mine = unsaved()
    const nextRegistration = { ...next, attendees: mergeAttendees(state.registration.attendees, next.attendees) }
    saved = nextRegistration
    change({
      record: next,
      registration: isNoChange(mine) ? nextRegistration : withChanges(nextRegistration, mine, fresh),
      facts: factsFor(next, currentCity),
    })
  }

  /** Another window was faster: what it did is read and told. True: it did change what is registered. */
  async function catchUp(failure: ReplyError): Promise<boolean> {
    const before = saved
    absorb(await calls.read(id))
    // Where one left off is no news to anybody.
    const hasChanged = !isSameContent(before, saved)
    if (hasChanged) for (const tell of newsListeners) tell('changed_meanwhile', failure)
    return hasChanged
  }

  /** Handles a failed save; returns true if it is retried at once. */
  async function recovered(error: unknown): Promise<boolean> {
    const failure =
      error instanceof ReplyError ? error : new ReplyError({ status: 500, code: 'unexpected', message: '' })
    if (failure.code === 'changed_meanwhile') {
      try {
        await catchUp(failure)
      } catch (second) {
        return recovered(second)
      }
      return true
    }
    const busyDelay = busyCodes.has(failure.code) ? busyDelays[busyTries] : undefined
    if (busyDelay !== undefined) {
      // A press of Save and continue waits for this save: it goes on as soon as the server answers.
      busyTries += 1
      await waitForRetry(busyDelay, undefined)
      return true
    }
    change({ saving: failure.offline ? 'waiting' : 'failed', error: failure })
    if (failure.status === 401) {
      // The session's user is no longer known, so the unsaved changes are removed from this browser. ROST-031.
      clearTimeout(storing)
      forgetUnsaved(id)
    }
    if (failure.code === 'registration_completed') {
      for (const tell of newsListeners) tell('registration_completed', failure)
    } else if (failure.offline || failure.server_error) {
      saveLater(tryAgainAfter[Math.min(tries++, tryAgainAfter.length - 1)])
    }
    return false
  }

  /**
   * A call that changes more than people, after what is unsaved was saved; tried once more when another window was
   * faster, unless what it agrees to is not what was seen any more. The reply is merged before the next call
   * has its turn.
   */
  function enqueueCall<Answer>(
    ask: (version: number) => Promise<Answer>,
    take: (answer: Answer) => void,
    agrees = false,
  ): Promise<Answer> {
    clearTimeout(timer)
    return enqueueSave(id, async () => {
      await saveAll()
      const answer = await ask(saved.version).catch(async (error: unknown) => {
        if (!(error instanceof ReplyError) || error.code !== 'changed_meanwhile') throw tellCompleted(error)
        if ((await catchUp(error)) && agrees) throw error
        return ask(saved.version).catch((second: unknown) => {
          throw tellCompleted(second)
        })
      })
      take(answer)
      return answer
    })
  }

  const exchange = <Answer>(
    ask: (version: number) => Promise<Answer>,
    merge: (registration: Registration, answer: Answer) => Registration,
  ): Promise<Answer> =>
    enqueueCall(ask, (answer) => {
      saved = merge(saved, answer)
      change({ registration: merge(state.registration, answer), ...factsIfTierChanged() })
    })

  function tellCompleted(error: unknown): unknown {
    if (error instanceof ReplyError && error.code === 'registration_completed') {
      for (const tell of newsListeners) tell('registration_completed', error)
    }
    return error
  }

  /** Saves what the registration says of itself, and takes over the whole answer. */
  const saveRoot = (body: RootChange): Promise<RegistrationRecord> =>
    enqueueCall((version) => calls.saveRoot(id, { version, ...body }), absorb, body.reviewed)

  function leave(name: StepName) {
    const { registration, facts } = state
    // While it is being submitted there is nowhere to come back to.
    if (registration.completed || state.locked) return
    const left = leaveStep(registration, name, facts)
    const { left_off, left_off_details } = left
    const isRecorded = registration.left_off === left_off && registration.visited_steps.includes(name)
    if (isRecorded || !left_off || !left_off_details) return
    change({ registration: left })
    // Where one was is no reason to disturb: the next save tells it again.
    saveRoot({ left_off, left_off_details }).catch(() => undefined)
  }

  const whenOnline = () => {
    if (state.saving === 'waiting' || state.saving === 'failed') void flush()
  }

  return {
    id,
    get: () => state,
    /** The server's moment now. */
    now,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Subscribes to news for the user: a conflict with another tab, or completion. */
    onNews(listener: (news: StoreNews, error: ReplyError) => void) {
      newsListeners.add(listener)
      return () => newsListeners.delete(listener)
    },
    perform,
    flush,
    exchange,
    saveRoot,
    leave,
    absorb,
    /** Changes an earlier window could not save, made again. */
    restore(changes: PeopleChanges) {
      change({ registration: withChanges(state.registration, changes, fresh), saving: 'unsaved' })
      storeUnsavedSoon()
      saveLater(0)
    },
    /** Whether such changes would change anything. */
    differs: (changes: PeopleChanges) =>
      !isNoChange(changesBetween(state.registration, withChanges(state.registration, changes, fresh))),
    /** Names and birthdates as the roster has them now; they are the roster's, so that nothing is unsaved by it. */
    renamePeople(people: readonly (AttendeePerson & { id: number })[]) {
      const renamed = (registration: Registration) => withPeople(registration, people)
      saved = renamed(saved)
      const registration = renamed(state.registration)
      if (registration !== state.registration) change({ registration })
    },
    /** A photo that was put or taken away by a call of its own. PROG-016. */
    setPhoto(person_id: number, photos: Pick<Attendee, 'best_dancer_photo' | 'best_dancer_photo_original'>) {
      const withPhoto = (registration: Registration): Registration => {
        const attendee = registration.attendees[person_id]
        if (!attendee) return registration
        return { ...registration, attendees: { ...registration.attendees, [person_id]: { ...attendee, ...photos } } }
      }
      saved = withPhoto(saved)
      change({ registration: withPhoto(state.registration) })
    },
    reload: () => enqueueSave(id, async () => absorb(await calls.read(id))),
    /** The places are held longer; nothing else of the registration is new. */
    setHold: (hold: RegistrationRecord['hold']) => {
      const record = { ...state.record, hold }
      change({ record, facts: { ...factsFor(record, currentCity), held: state.facts.held ?? {} } })
    },
    setCity: (next: City) => {
      currentCity = next
      change({ facts: factsFor(state.record, next) })
    },
    /** The minute has changed. */
    tick: () => change({ facts: { ...state.facts, now: now() } }),
    lock: (locked: boolean) => change({ locked }),
    open() {
      isClosed = false
      window.addEventListener('online', whenOnline)
      return () => {
        isClosed = true
        window.removeEventListener('online', whenOnline)
        if (isNoChange(unsaved())) clearTimeout(timer)
        else void flush()
      }
    },
  }
}

export type RegistrationStore = ReturnType<typeof makeRegistrationStore>
