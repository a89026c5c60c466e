import { isCovered } from '@callboard/domain/payments/covered.ts'
import { standing } from '@callboard/domain/registrations/settle.ts'
import type { StepFacts } from '@callboard/domain/registrations/steps.ts'
import { useMemo } from 'react'
import { useRead } from '../api/use-call.ts'
import { useWizard } from './wizard-context.tsx'

/** The account's roster, as every part of the wizard shows it; saves of roster people refresh it. ROST-037. */
export const useRoster = () => useRead('GET /v1/mybtf/roster', {}, { staleTime: 30_000 })

/** What the steps read beside the registration. Programmes are done once their step was passed. A24. */
export function useKnownStepFacts(): StepFacts {
  const roster = useRoster().data
  const registration = useWizard((state) => state.registration)
  const price = useWizard((state) => state.price)
  const facts = useWizard((state) => state.facts)
  const payments = useWizard(({ record }) => record.payments)
  return useMemo(() => {
    const { due, required } = standing(registration, price, payments, facts)
    return {
      // Until the roster is known, who is registered must be on it.
      roster_people: roster?.length ?? Object.keys(registration.attendees).length,
      vip_done: true,
      soty_done: true,
      covered: isCovered(registration, due, required),
    }
  }, [roster, registration, price, payments, facts])
}
