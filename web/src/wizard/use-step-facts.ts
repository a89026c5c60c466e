import { whyNotBestDancers } from '@callboard/domain/registrations/best-dancers/complete.ts'
import { isCovered } from '@callboard/domain/registrations/settlement/coverage.ts'
import { settlementStatus } from '@callboard/domain/registrations/settlement/settlement-status.ts'
import type { StepFacts } from '@callboard/domain/registrations/steps.ts'
import { useEffect, useMemo } from 'react'
import { useRead } from '../api/use-call.ts'
import { useSession } from '../shell/session.ts'
import { useStore, useWizard } from './wizard-context.tsx'

/** The account's roster, as every part of the wizard shows it; saves of roster people refresh it. ROST-037. */
export function useRoster() {
  const user = useSession()
  // Asked as the roster's own screen asks it, so that both show one answer.
  const reading = useRead('GET /v1/mybtf/roster', { query: { mybtf_user_id: user?.id } }, { enabled: Boolean(user) })
  return reading
}

/** Data the steps read in addition to the registration. A24. */
export function useCurrentStepFacts(): StepFacts {
  const roster = useRoster().data
  const registration = useWizard((state) => state.registration)
  const price = useWizard((state) => state.price)
  const facts = useWizard((state) => state.facts)
  const payments = useWizard(({ record }) => record.payments)
  const store = useStore()
  // A name or birthdate corrected in the roster counts here at once.
  useEffect(() => {
    if (roster) store.renamePeople(roster)
  }, [store, roster])
  return useMemo(() => {
    const { due, required } = settlementStatus(registration, price, payments, facts)
    return {
      // Until the roster is known, nobody is led away from where they are.
      roster_people: roster?.length ?? 1,
      vip_done: whyNotBestDancers(registration, facts) === null,
      // Of an edit only the payment page knows.
      covered: !registration.editing && isCovered(registration, due, required),
    }
  }, [roster, registration, price, payments, facts])
}
