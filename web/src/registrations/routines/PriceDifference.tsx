import { explain } from '@callboard/domain/refusals.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { saveRoutine } from '@callboard/domain/registrations/routines/acts.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { memo, useMemo } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './RoutinePreview.module.css'
import { TotalChange } from './TotalChange.tsx'
import { useTotals } from './use-several.ts'

type PriceDifferenceProps = {
  draft: RoutineDraft
  registration: Registration
  /** Of a routine that waits: the registration without the dancers who would come in with it. It owes nothing for it yet. */
  unchanged: Registration | undefined
  facts: Facts
}

/** Previews the effect of saving the routine on the total, or the reason it cannot be saved. */
export const PriceDifference = memo(function PriceDifference(props: PriceDifferenceProps) {
  const { draft, registration, unchanged, facts } = props
  const result = useMemo(() => saveRoutine(registration, whole(draft, facts), facts), [draft, registration, facts])
  const total = useTotals(unchanged ?? registration, unchanged ?? (result.ok ? result.value : registration), facts)
  return (
    <div className={styles['whatIf']}>
      {result.ok ? <TotalChange {...total} /> : <StatusBadge state="stop">{explain(result.refusal)}</StatusBadge>}
    </div>
  )
})

/** Words and division cost nothing: what is not filled in yet must not hide the total. */
const whole = (draft: RoutineDraft, { performance_divisions }: Facts): RoutineDraft => ({
  ...draft,
  name: draft.name.trim() || '–',
  performance_division_id: draft.performance_division_id ?? performance_divisions[0]?.id ?? null,
})
