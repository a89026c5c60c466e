import { categoriesOf, hasSotyHere, titleOfType } from '@callboard/domain/registrations/nominations/nomination.ts'
import { stepOfNominations } from '@callboard/domain/registrations/nominations/nomination.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { NominationStep } from '@callboard/domain/tours/city.ts'
import { Button } from '@mantine/core'
import { Panel } from '../../ui/Panel.tsx'
import styles from './Review.module.css'

type NominatedProps = { registration: Registration; facts: Facts; go: (tab: string) => void }

type NominationRow = { key: number; award: string; routine: string; more: string | null }

/** Lists the nominations of one step by category. */
function rowsOf(step: NominationStep, { nomination_routines, routines }: Registration, facts: Facts): NominationRow[] {
  const names = new Map(routines.map(({ id, routine }) => [id, routine.name]))
  return categoriesOf(step, facts).flatMap((category) =>
    category.nomination_types.flatMap((type) => {
      const one = nomination_routines.find(({ nomination_type_id }) => nomination_type_id === type.id)
      if (!one) return []
      const { outside, name } = one.details
      const routine = names.get(one.registrations_routine_id) ?? 'A routine that is no longer entered'
      return [
        { key: type.id, award: titleOfType(category, type), routine, more: outside ? 'Outside choreographer' : name },
      ]
    }),
  )
}

/** Studio of the Year, studio awards and specialty nominations. REV-001. */
export function NominationReview({ registration, facts, go }: NominatedProps) {
  const section = (step: NominationStep, title: string, empty: string) => {
    const rows = rowsOf(step, registration, facts)
    return (
      <Panel
        title={title}
        flush
        actions={
          <Button
            variant="subtle"
            size="sm"
            aria-label={`Change ${title.toLowerCase()}`}
            onClick={() => go(stepOfNominations[step])}
          >
            Change
          </Button>
        }
      >
        {rows.length === 0 ? (
          <p className={styles['empty']}>{empty}</p>
        ) : (
          <ul className={styles['rows']} aria-label={title}>
            {rows.map(({ key, award, routine, more }) => (
              <li key={key} className={styles['item']}>
                <div className={styles['row']}>
                  <span className={styles['name']}>{routine}</span>
                  <span className={styles['details']}>
                    <span>{award}</span>
                    {more && <span>{more}</span>}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    )
  }
  return (
    <>
      {hasSotyHere(facts) && section('soty', 'Studio of the Year', 'Not entering the Studio of the Year.')}
      {section('studio-awards', 'Studio awards', 'Nothing is nominated for a studio award.')}
      {section('specialty', 'Specialty nominations', 'Nothing is nominated for a specialty award.')}
    </>
  )
}
