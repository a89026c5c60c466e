import { explain } from '@callboard/domain/refusals.ts'
import type { Facts } from '@callboard/domain/registrations/registration.ts'
import { StatusIcon } from '../../ui/StatusBadge.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Copy } from './copies.ts'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import styles from './Several.module.css'

type CopyPreviewProps = { copy: Copy; music: boolean; facts: Facts; onDivision: (id: number) => void }

/** One copy as it will be here: its division, category and fee, who is left out and why, and its music. */
export function CopyPreview({ copy, music, facts, onDivision }: CopyPreviewProps) {
  const { previous, draft, left_out, routine, refusal } = copy
  const name = previous.name
  return (
    <li className={styles['step']} data-refused={refusal !== null || undefined}>
      <div className={styles['stepName']}>{name}</div>
      {routine ? (
        <div className={styles['becomes']}>
          <span>{routine.age_division.name}</span>
          <span>{routine.routine_category.name}</span>
          <Money cents={routine.fee} />
        </div>
      ) : (
        <div className={styles['stop']}>
          <StatusIcon state="stop" />
          <span>{refusal && explain(refusal)}</span>
        </div>
      )}
      {draft.performance_division_id === null && (
        <NativeSelect
          size="sm"
          className={styles['division'] ?? ''}
          aria-label={`Performance division of ${name}`}
          value=""
          onChange={(event) => onDivision(Number(event.currentTarget.value))}
        >
          <option value="" disabled>
            Choose a performance division…
          </option>
          {facts.performance_divisions
            .filter(({ offered }) => offered)
            .map(({ id, name: division }) => (
              <option key={id} value={id}>
                {division}
              </option>
            ))}
        </NativeSelect>
      )}
      {left_out.length > 0 && (
        <div className={styles['leftOut']}>
          <span>Left out:</span>
          <ul>
            {byReason(left_out).map(([reason, names]) => (
              <li key={reason}>
                <strong>{names.join(', ')}</strong>. {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {music && previous.music_id === null && <div className={styles['aside']}>It has no music to copy.</div>}
    </li>
  )
}

/** Groups skipped people by reason. */
function byReason(left_out: Copy['left_out']): [reason: string, names: string[]][] {
  const reasons = new Map<string, string[]>()
  for (const { name, refusal } of left_out) {
    const reason = explain(refusal)
    reasons.set(reason, [...(reasons.get(reason) ?? []), name])
  }
  return [...reasons]
}
