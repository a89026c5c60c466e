import { useRead } from '../../api/use-call.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { AuditList } from './AuditList.tsx'

/** Everything the office changed, newest first. */
export function AuditPage() {
  const [{ page = 1 }, show] = useSearchParams<{ page?: number }>()
  const answer = useRead('GET /v1/office/audit', { query: { page } }, { keepsPage: true })
  return (
    <OfficeFrame
      title="Audit"
      about="Who changed what and when, with the value before it."
      answer={answer}
      skeleton={{ rows: 10, columns: 2 }}
    >
      {({ rows, next }) => (
        <>
          <Panel flush>
            <AuditList rows={rows} />
          </Panel>
          <Pager page={page} more={next !== null} onPage={(to) => show({ page: to })} />
        </>
      )}
    </OfficeFrame>
  )
}
