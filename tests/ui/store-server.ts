import { sampleAttendee, sampleFacts } from '@callboard/domain/registrations/attendees/sample-city.ts'
import type { Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { vi } from 'vitest'
import { ReplyError } from '../../web/src/api/reply-error.ts'
import type { PeopleBody, RegistrationCalls, RegistrationRecord } from '../../web/src/wizard/registration-calls.ts'

const facts = sampleFacts()
const { now: _now, exempt: _exempt, studio: _studio, held: _held, ...sampleCity } = facts
/** The city of the registrations here. */
export const city = sampleCity

export const asRecord = (registration: Registration): RegistrationRecord =>
  // The store reads the registration and these few fields of a record; the rest does not matter to it.
  ({
    ...registration,
    tour_date: facts.tour_date,
    now: new Date().toISOString(),
    exempt: false,
    studio: null,
    hold: null,
    rates_as_of: null,
    payments: [],
  }) as unknown as RegistrationRecord

/** A server that assigns ids, stores saves, and responds when the test allows it. */
export function storeServer(first: Registration) {
  let serverRegistration = first
  let failing: ReplyError | null = null
  const sentBodies: PeopleBody[] = []
  const waiting: (() => void)[] = []
  let slow = false
  let delays: (() => number) | null = null
  let activeCalls = 0
  /** Counts calls that overlap an unanswered one, and version conflicts. */
  const counters = { overlapping: 0, conflicts: 0 }
  async function turn() {
    if (activeCalls > 0) counters.overlapping++
    activeCalls++
    if (slow) await new Promise<void>((resolve) => waiting.push(resolve))
    const delay = delays?.() ?? 0
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    activeCalls--
  }
  function upToDate(version: number | undefined) {
    if (version === serverRegistration.version) return
    counters.conflicts++
    throw new ReplyError({ status: 409, code: 'changed_meanwhile', message: 'Changed' })
  }
  /** The answer may be slow as well: what is stored is stored before it arrives. */
  const answering = async <Answer>(answer: Answer): Promise<Answer> => {
    const delay = delays?.() ?? 0
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    return answer
  }

  const calls: RegistrationCalls = {
    read: async () => asRecord(serverRegistration),
    savePeople: async (body) => {
      sentBodies.push(body)
      await turn()
      if (failing) throw failing
      upToDate(body.version)
      const attendees = Object.fromEntries(
        body.attendees.map((draft) => {
          const before =
            serverRegistration.attendees[draft.person_id] ??
            sampleAttendee(draft.person_id, draft.workshop_level_id, { id: null })
          return [draft.person_id, { ...before, ...draft, id: before.id ?? 500 + draft.person_id }]
        }),
      ) as Registration['attendees']
      const { one = 0, two = 0 } = body.additional_observers ?? {}
      serverRegistration = {
        ...serverRegistration,
        version: serverRegistration.version + 1,
        attendees,
        additional_observers: { ...serverRegistration.additional_observers, one, two },
      }
      const { version, routines, full_rates, late_rates, rates_told } = serverRegistration
      const now = new Date().toISOString()
      return answering({ version, attendees, routines, full_rates, late_rates, rates_told, now } as never)
    },
    saveRoot: async (_, { version, ...body }) => {
      if (delays) await turn()
      upToDate(version)
      serverRegistration = {
        ...serverRegistration,
        ...(body as Partial<Registration>),
        version: serverRegistration.version + 1,
      }
      return answering(asRecord(serverRegistration))
    },
  }
  /** A routine is saved: another call, which names the version it was made on. */
  const addRoutine = async (version: number, routine: RegistrationRoutine) => {
    if (delays) await turn()
    upToDate(version)
    serverRegistration = {
      ...serverRegistration,
      routines: [...serverRegistration.routines, routine],
      version: serverRegistration.version + 1,
    }
    return answering({ routine, version: serverRegistration.version })
  }
  return {
    calls,
    addRoutine,
    seen: counters,
    sentBodies,
    stored: () => serverRegistration,
    /** Another window saves. */
    elsewhere: (change: (registration: Registration) => Registration) => {
      serverRegistration = { ...change(serverRegistration), version: serverRegistration.version + 1 }
    },
    fail: (error: ReplyError | null) => {
      failing = error
    },
    /** Every call and every answer takes as long as the next of these. */
    delay: (next: () => number) => {
      delays = next
    },
    hold: () => {
      slow = true
    },
    answer: async () => {
      slow = false
      for (const go of waiting.splice(0)) go()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
