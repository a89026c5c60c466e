import type { Nomination } from '@callboard/domain/registrations/registration.ts'
import { isSameNomination, nominatedIn } from '@callboard/domain/registrations/nominations/nomination.ts'
import type { Nominations } from '@callboard/domain/registrations/nominations/set-nominations.ts'
import { unreview } from '@callboard/domain/registrations/review.ts'
import type { NominationStep } from '@callboard/domain/tours/city.ts'
import { useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { failureWords, noticeFailure } from '../api/failure.ts'
import { readDraft, removeDraft, writeDraft } from '../ui/draft-store.ts'
import type { RegistrationStore } from './registration-store.ts'
import { useStore, useWizard } from './wizard-context.tsx'

const keyOf = (registration_id: number, step: string) => `registrations/nominations/${registration_id}/${step}`

/** Stores the unfinished nominations while the user is in another step, and through reload and sign-out by time. */
const storeNominations = (registration_id: number, step: string, nominations: readonly Nomination[]) =>
  writeDraft(keyOf(registration_id, step), { nominations })

function loadNominations(registration_id: number, step: string): Nomination[] | null {
  const nominations = readDraft(keyOf(registration_id, step))?.['nominations']
  // The cast: it is what storeNominations wrote.
  return Array.isArray(nominations) ? (nominations as Nomination[]) : null
}

const clearNominations = (registration_id: number, step: string) => removeDraft(keyOf(registration_id, step))

const isSameList = (one: readonly Nomination[], other: readonly Nomination[]) =>
  one.length === other.length && one.every((mine) => other.some((theirs) => isSameNomination(mine, theirs)))

async function save(store: RegistrationStore, { has_soty, nomination_routines }: Nominations) {
  const { reviewed } = store.get().registration
  const body = { id: store.id, has_soty, nomination_routines: [...nomination_routines] }
  await store.exchange(
    (version) => call('PUT /v1/dance360/nominations', { body: { ...body, version } }),
    (registration, { reviewed: still, ...answer }) => ({
      ...(still ? registration : unreview(registration)),
      ...answer,
    }),
  )
  // A review taken back gives the held places back too: only the whole record knows of them.
  if (reviewed) await store.reload()
}

/** Local nominations of one step. It is saved as a whole, and kept here until then. */
export function useNominations(step: NominationStep) {
  const store = useStore()
  const registration = useWizard((state) => state.registration)
  const facts = useWizard((state) => state.facts)
  const saved = nominatedIn(step, registration, facts)
  const [draft, setDraft] = useState(() => (registration.completed ? null : loadNominations(store.id, step)))
  const routineIds = useMemo(() => new Set(registration.routines.map(({ id }) => id)), [registration.routines])
  const nominations = (draft ?? saved).filter(({ registrations_routine_id }) =>
    routineIds.has(registrations_routine_id),
  )

  function change(next: readonly Nomination[]) {
    setDraft([...next])
    if (!registration.completed) storeNominations(store.id, step, next)
  }

  /** Saves the step; true: done. Errors are shown and the input is kept. */
  async function submit(next: readonly Nomination[] = nominations, has_soty = registration.has_soty): Promise<boolean> {
    const isSaved = has_soty === registration.has_soty && isSameList(next, saved)
    if (isSaved) {
      clearNominations(store.id, step)
      setDraft(null)
      return true
    }
    const others = registration.nomination_routines.filter((one) => !saved.includes(one))
    try {
      await save(store, { has_soty, nomination_routines: [...others, ...next] })
    } catch (error) {
      const { title, message } = failureWords(error)
      await noticeFailure(error, { title: title === 'Oops...' ? 'Sorry!' : title, message })
      return false
    }
    clearNominations(store.id, step)
    setDraft(null)
    return true
  }

  return { registration, facts, saved, nominations, hasDraft: draft !== null, change, submit }
}
