import type { Revalidation } from '@callboard/domain/registrations/revalidate.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RefusedLine } from './ReviewSection.tsx'
import styles from './Review.module.css'

type ReviewChangesProps = { findings: Revalidation; go: (tab: string) => void }

const blocked = (count: number) =>
  count === 1
    ? '1 line needs a decision before you can submit. It is marked below.'
    : `${count} lines need a decision before you can submit. Each is marked below.`

/**
 * Shows the changes above the agreements: how many lines need a decision and what was updated. Each message is also shown
 * at its line; messages without a line are shown only here. REV-014, REV-023.
 */
export function ReviewChanges({ findings: { notices, refusals }, go }: ReviewChangesProps) {
  if (notices.length + refusals.length === 0) return null
  const own = refusals.filter(({ person_id, routine }) => person_id === null && routine === null)
  const general = notices.filter(({ person_id, routine }) => person_id === null && routine === null)
  return (
    <Panel title="Changed since you entered it">
      <div className={styles['changed']}>
        {refusals.length > 0 && (
          <p>
            <StatusBadge state="stop">{blocked(refusals.length)}</StatusBadge>
          </p>
        )}
        {own.map((refusal) => (
          <RefusedLine key={refusal.sentence} refusal={refusal} go={go} />
        ))}
        {notices.length > 0 && <p>We updated your registration. The amounts below are the new ones.</p>}
        {general.map(({ sentence }) => (
          <StatusBadge key={sentence} state="standby">
            {sentence}
          </StatusBadge>
        ))}
      </div>
    </Panel>
  )
}
