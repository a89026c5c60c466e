import { useQuery } from '@tanstack/react-query'
import { LoadError } from '../shell/ErrorPage.tsx'
import { address, send } from '../api/call.ts'
import { ReplyError } from '../api/reply-error.ts'
import { Empty } from '../ui/Empty.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import styles from './MediaPass.module.css'
import { useEvent } from './event-record.ts'

const route = '/v1/reports/media-pass/{registration_id}'

/** The media pass as the office made it, in the page. EVT-024. */
export function MediaPassPage() {
  const { id } = useEvent()
  const request = { params: { registration_id: id } }
  // Only whether there is one; the frame below reads the pass itself.
  const { data, error, refetch } = useQuery<boolean, ReplyError>({
    queryKey: ['media-pass', id],
    queryFn: ({ signal }) =>
      send('GET', route, request, { signal }).then(
        () => true,
        (failed: unknown) => {
          if (failed instanceof ReplyError && failed.status === 404) return false
          throw failed
        },
      ),
    retry: false,
  })
  return (
    <>
      <PageHeader title="Media pass" />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <FormSkeleton fields={2} />}
      {data === false && (
        <Panel>
          <Empty title="Your media pass is not ready yet">
            The office adds it before the event. It will be shown here, ready to print.
          </Empty>
        </Panel>
      )}
      {data && <iframe className={styles['pass']} title="Media pass" src={address(route, request)} />}
    </>
  )
}
