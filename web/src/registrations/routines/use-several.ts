import { totalAfterPromo } from '@callboard/domain/registrations/pricing/fees.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { RoutineStep } from '@callboard/domain/registrations/routines/replace-dancer.ts'
import { useMemo, useState } from 'react'
import { toast } from '../../ui/toasts.ts'
import type { FormDraft } from '../../ui/use-draft.ts'
import type { CompetitionWay } from './competition.ts'
import { showReplyError } from './show-refusal.ts'

type DryRun = { steps: readonly RoutineStep[]; after: Registration }

/** Those of the steps that can be done, by number. */
export const fitting = ({ steps }: DryRun): number[] =>
  steps.flatMap(({ before: { id }, refusal }) => (id !== null && refusal === null ? [id] : []))

/** The bill's total before and after. */
export function useTotals(registration: Registration, after: Registration, facts: Facts) {
  const before = useMemo(() => totalAfterPromo(quote(registration, facts)), [registration, facts])
  const then = useMemo(() => totalAfterPromo(quote(after, facts)), [after, facts])
  return { before, after: then }
}

export const routinesText = (count: number) => (count === 1 ? '1 routine' : `${count} routines`)

/** One call: while it is on its way the button waits; refused, its reason is said and the dialog stays. Done, its draft is removed. */
export function useOneCall(go: (to: CompetitionWay) => void, formDraft: FormDraft, onDone: () => void) {
  const [pending, setPending] = useState(false)
  async function send(act: () => Promise<unknown>, successMessage: string) {
    setPending(true)
    try {
      await act()
    } catch (error) {
      await showReplyError(error, go)
      setPending(false)
      return
    }
    toast(successMessage)
    formDraft.clear()
    onDone()
  }
  return { pending, send }
}
