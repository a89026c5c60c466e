import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Overview.module.css'
import type { useEvent } from './event-record.ts'

type Tallies = NonNullable<ReturnType<typeof useEvent>['area']['nominations']>

const cards = [
  ['soty', 'Studio of the Year'],
  ['studio_awards', 'Studio awards'],
  ['specialty', 'Specialty awards'],
] as const satisfies readonly (readonly [keyof Tallies, string])[]

/** How much of what could be nominated is. EVT-017. */
export const NominationCards = ({ tallies }: { tallies: Tallies }) =>
  cards.map(([step, title]) => <NominationCard key={step} title={title} tally={tallies[step]} />)

function NominationCard({ title, tally: { added, total } }: { title: string; tally: Tallies['soty'] }) {
  return (
    <li className={styles['card']}>
      <h2 className={styles['label']}>{title}</h2>
      <p className={styles['figure']}>
        {added}/{total}
      </p>
      <p className={styles['quiet']}>added</p>
      <progress
        className={styles['bar']}
        value={total === 0 ? 0 : added}
        max={total === 0 ? 1 : total}
        aria-label={`${title} added`}
      />
      <div className={styles['foot']}>
        <StatusBadge state={added > 0 ? 'done' : 'idle'}>
          {total === 0
            ? 'Not held in this city'
            : added === 0
              ? 'Not entered'
              : added === total
                ? 'All added'
                : 'Entered'}
        </StatusBadge>
      </div>
    </li>
  )
}
