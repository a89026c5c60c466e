import { LoadError } from '../shell/ErrorPage.tsx'
import { useRead } from '../api/use-call.ts'
import { DateTime } from '../ui/Day.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ChangedLines, ChangeList, ChangeTotals, OfficeMessage } from './ChangeDetails.tsx'
import styles from './Changes.module.css'

/** Every change of the completed registration, the newest first; nothing where there was none. OFF-020, EDIT-007. */
export function ChangeHistory({ registration_id, zone }: { registration_id: number; zone: string }) {
  const { data, error, refetch } = useRead('GET /v1/dance360/registrations/{id}/changes', {
    params: { id: registration_id },
  })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data || data.changes.length === 0) return null
  return (
    <Panel title="Changes to your registration">
      <ol className={styles['history']}>
        {data.changes.map((change) => (
          <li key={change.id} className={styles['change']}>
            <p>
              <strong>{change.made_by === 'office' ? 'Changed by the office' : 'Changed by you'}</strong>{' '}
              <DateTime at={change.created} zone={zone} />
            </p>
            <OfficeMessage message={change.message} />
            <ChangeList change={change} />
            <ChangeTotals change={change} />
            <ChangedLines lines={change.lines} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
