import { pointsText } from '@callboard/domain/judging/points.ts'
import type { Reply } from '../../api/call.ts'
import styles from './Scores.module.css'

type Effect = Reply<'GET /v1/office/panels/{id}/recusal-effect'>

const totalText = (points: number | null) => (points === null ? 'no total' : pointsText(points))

/** The effect of a recusal, or of its removal, on the totals. */
export function RecusalEffect({ effect, isRecused }: { effect: Effect; isRecused: boolean }) {
  const { entries, locked_blocks, is_released } = effect
  if (entries.length === 0) {
    return isRecused
      ? 'The judge has not marked any of these entries, and gets none of them to mark.'
      : 'The judge has not marked any of these entries, and gets them to mark again.'
  }
  const marks = entries.length === 1 ? 'The mark for this entry' : `The marks for these ${entries.length} entries`
  const verb = entries.length === 1 ? 'counts' : 'count'
  const negated = entries.length === 1 ? 'no longer counts' : 'no longer count'
  return (
    <>
      <p>
        {marks} {isRecused ? negated : `${verb} again`}:
      </p>
      <ul className={styles['effects']} aria-label="Totals that change">
        {entries.map(({ id, label, name, total_counted, total_recused }) => {
          const [before, after] = isRecused ? [total_counted, total_recused] : [total_recused, total_counted]
          return (
            <li key={id}>
              <b>{label}</b> {name}: {totalText(before)}
              {before === after ? ', as before' : ` becomes ${totalText(after)}`}
            </li>
          )
        })}
      </ul>
      {locked_blocks.length > 0 && (
        <p>
          {locked_blocks.join(', ')} {locked_blocks.length === 1 ? 'is' : 'are'} locked; the totals change all the same.
        </p>
      )}
      {is_released && <p>Studios read the released results as they are until you release them again.</p>}
    </>
  )
}
