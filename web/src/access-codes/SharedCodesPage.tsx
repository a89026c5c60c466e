import { useQuery } from '@tanstack/react-query'
import { Redirect, useParams } from 'wouter'
import { LoadError } from '../shell/ErrorPage.tsx'
import { call, type Reply } from '../api/call.ts'
import type { ReplyError } from '../api/reply-error.ts'
import { callQuery } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { DayRange } from '../ui/Day.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { CodeList } from './CodeList.tsx'

const route = 'GET /v1/mybtf/registration/{id}/access-codes'

/** The codes of a registration for anyone with a link, without an account. CODE-004. */
export function SharedCodesPage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useQuery(callQuery('GET /v1/dance360/get-token-data', { query: { token } }))
  if (error?.status === 404 || error?.status === 400) return <Redirect to={paths.home} replace />
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  if (data.path !== 'access-codes') return <Redirect to={paths.home} replace />
  return <Shared id={data.registration_id} share={token} />
}

function Shared({ id, share }: { id: number; share: string }) {
  const { data, error, refetch } = useQuery<Reply<typeof route>, ReplyError>({
    queryKey: [route, share],
    queryFn: ({ signal }) => call(route, { params: { id } }, { share, signal }),
    retry: false,
  })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  return (
    <>
      <PageHeader title="Access codes" above={`${data.event}, ${data.city}`}>
        <DayRange from={data.start_date} to={data.end_date} />. Each code lets one person join from home.
      </PageHeader>
      <CodeList rows={data.rows} mayMail={false} />
    </>
  )
}
