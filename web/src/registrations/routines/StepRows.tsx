import { usd, type Cents } from '@callboard/domain/kernel/money.ts'
import { explain } from '@callboard/domain/refusals.ts'
import type { Facts, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import type { RoutineStep } from '@callboard/domain/registrations/routines/replace-dancer.ts'
import { StatusIcon } from '../../ui/StatusBadge.tsx'
import styles from './Several.module.css'
import { routineFee } from '@callboard/domain/registrations/routines/routine-fee.ts'

/** Returns the current fee of a routine, computed by the rule of the bill. */
export const feeOf = (
  routine: RegistrationRoutine,
  { routine_categories, settings }: Pick<Facts, 'routine_categories' | 'settings'>,
): Cents =>
  routineFee(
    { ...routine, dancers: routine.attendees.length },
    routine_categories.find(({ category_id }) => category_id === routine.routine_category.category_id),
    settings,
  )

type StepRowsProps = { label: string; steps: readonly RoutineStep[]; facts: Facts }

/** Shows each routine before and after a bulk action; a routine it cannot apply to shows the reason. */
export const StepRows = ({ label, steps, facts }: StepRowsProps) => (
  <section aria-label={label}>
    <ul className={styles['steps']}>
      {steps.map(({ before, after, refusal }) => (
        <li key={before.id ?? before._temp_id} className={styles['step']}>
          <div className={styles['stepName']}>{before.routine.name}</div>
          {after ? (
            <Changes before={before} after={after} facts={facts} />
          ) : (
            <div className={styles['stop']}>
              <StatusIcon state="stop" />
              <span>{refusal ? explain(refusal) : 'It is taken out.'}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  </section>
)

type ChangesProps = { before: RegistrationRoutine; after: RegistrationRoutine; facts: Facts }

function Changes({ before, after, facts }: ChangesProps) {
  const divisionOf = ({ performance_division_id }: RegistrationRoutine) =>
    facts.performance_divisions.find(({ id }) => id === performance_division_id)?.name ?? '–'
  const extraOf = ({ extra_time }: RegistrationRoutine) => `${extra_time} min extra`
  const upOf = ({ age_up }: RegistrationRoutine) => (age_up ? 'aged up' : 'not aged up')
  return (
    <div className={styles['becomes']}>
      <Value before={before.age_division.name} after={after.age_division.name} always />
      <Value before={before.routine_category.name} after={after.routine_category.name} always />
      <Value before={divisionOf(before)} after={divisionOf(after)} />
      <Value before={upOf(before)} after={upOf(after)} />
      <Value before={extraOf(before)} after={extraOf(after)} />
      <Value before={usd(feeOf(before, facts))} after={usd(feeOf(after, facts))} always />
    </div>
  )
}

type ValueProps = { before: string; after: string; always?: boolean }

/** 'Junior → Teen' where it changes. */
export function Value({ before, after, always = false }: ValueProps) {
  if (before === after) return always ? <span>{after}</span> : null
  return (
    <span>
      {before} <span aria-label="becomes">→</span> <strong className={styles['changed']}>{after}</strong>
    </span>
  )
}
