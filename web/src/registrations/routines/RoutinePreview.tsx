import { usd } from '@callboard/domain/kernel/money.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { castOf, placingOf } from '@callboard/domain/registrations/routines/cast.ts'
import { findRoutine } from '@callboard/domain/registrations/routines/plan-routine.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { routineFee } from '@callboard/domain/registrations/routines/routine-fee.ts'
import { routineReasons } from '@callboard/domain/registrations/routines/routine-reasons.ts'
import { feeOf } from './StepRows.tsx'
import styles from './RoutinePreview.module.css'
import { PriceDifference } from './PriceDifference.tsx'
import { memo } from 'react'

type RoutinePreviewProps = {
  draft: RoutineDraft
  registration: Registration
  unchanged: Registration | undefined
  facts: Facts
}

/** Previews the routine's classification, its previous one and the effect on the total, with reasons: ages as of the date, who decides it, the floor, the fee. COMP-019, COMP-040. */
export const RoutinePreview = memo(function RoutinePreview({
  draft,
  registration,
  unchanged,
  facts,
}: RoutinePreviewProps) {
  const before = findRoutine(registration, draft)
  const cast = castOf(draft.attendees, registration, facts)
  const { category, division } = placingOf(cast, draft.age_up, facts)
  const fee = routineFee(
    { ...draft, is_best_dancer: before?.is_best_dancer ?? false, dancers: cast.dancers },
    category,
    facts.settings,
  )
  const reasons = routineReasons(draft, registration, facts)
  // A saved routine keeps its registered classification.
  const registeredRoutine = before?.date_routine_id && !facts.by_office ? before : null
  return (
    <section className={styles['preview']} aria-label="Preview of the routine">
      <Part
        name="Category"
        value={registeredRoutine?.routine_category.name ?? category?.name}
        was={before?.routine_category.name}
        because={reasons.category}
      />
      <Part
        name="Age division"
        value={registeredRoutine?.age_division.name ?? division?.name}
        was={before?.age_division.name}
        because={reasons.division}
      />
      <Part
        name="Fee"
        value={cast.dancers > 0 ? usd(registeredRoutine?.fee ?? fee) : undefined}
        was={before && !registeredRoutine ? usd(feeOf(before, facts)) : undefined}
        because={reasons.fee}
      />
      {cast.dancers > 0 && <PriceDifference {...{ draft, registration, unchanged, facts }} />}
    </section>
  )
})

type PartProps = {
  name: string
  value: string | undefined
  /** Classification of an unsaved routine. */
  was: string | undefined
  because: readonly string[]
}

const Part = ({ name, value, was, because }: PartProps) => (
  <div className={styles['part']}>
    <div className={styles['name']}>{name}</div>
    <output className={styles['value']} aria-label={name} data-empty={value === undefined || undefined}>
      {value ?? '–'}
    </output>
    {was !== undefined && was !== value && <div className={styles['was']}>Saved as {was}</div>}
    <ul className={styles['because']}>
      {because.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </div>
)
