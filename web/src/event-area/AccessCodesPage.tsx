import { LoadError } from '../shell/ErrorPage.tsx'
import { CodeList } from '../access-codes/CodeList.tsx'
import { makeShareLink, turnOffShareLinks } from '../api/failure.ts'
import { useRead } from '../api/use-call.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SharePopover } from '../ui/SharePopover.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { useEvent } from './event-record.ts'

/** The codes by which virtual attendees take part. EVT-031, CODE-001. */
export function AccessCodesPage() {
  const { id } = useEvent()
  const { data, error, refetch } = useRead('GET /v1/mybtf/registration/{id}/access-codes', { params: { id } })
  return (
    <>
      <PageHeader
        title="Access codes"
        actions={
          data &&
          data.rows.length > 0 && (
            <SharePopover
              onMake={() => makeShareLink('access-codes', id)}
              onWithdraw={() => turnOffShareLinks('access-codes', id, 'All links to these codes will stop working.')}
            >
              Anyone with the link sees these names and codes, and nothing else.
            </SharePopover>
          )
        }
      >
        Each code lets one person join from home. The office issues them before the event.
      </PageHeader>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={4} columns={4} />}
      {data && <CodeList rows={data.rows} mayMail />}
    </>
  )
}
