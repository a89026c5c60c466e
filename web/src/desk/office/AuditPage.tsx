import { useRead } from '../../api/use-call.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { AuditList } from './AuditList.tsx'
import { More } from '../../ui/More.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/LoadError.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'

/** Everything the office changed, newest first. */
export function AuditPage() {
  const [{ page = 1 }, show] = useSearchParams<{ page?: number }>()
  const { data, error, refetch } = useRead('GET /v1/office/audit', { query: { page } }, { keepsPage: true })
  return (
    <div className={styles['stack']}>
      <PageHeader title="Audit">Who changed what, when, and how it was before.</PageHeader>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={10} columns={2} />}
      {data && (
        <Panel flush>
          <AuditList rows={data.rows} about />
        </Panel>
      )}
      {data && <More page={page} more={data.next !== null} onPage={(next) => show({ page: next })} />}
    </div>
  )
}
