import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { callQuery } from '../../api/use-call.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { GroupMailForm } from './GroupMailForm.tsx'
import type { GroupMail } from './group-mail-words.ts'
import { GroupMailRecord } from './GroupMailRecord.tsx'

/** While mails are written, the page looks again every so many milliseconds. */
const rereadEvery = 5_000

/** Scheduled for now, it is sent a moment later. */
const isUnderWay = (state: GroupMail['state']) => state === 'scheduled' || state === 'sending'

/** A mail to a group: the form of a draft, or what became of it. */
export function GroupMailPage() {
  const { id = 'new' } = useParams() as { id?: string }
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery({
    ...callQuery('GET /v1/office/group-mails/{id}', { params: { id: Number(id) } }),
    enabled: !isNew,
    refetchInterval: ({ state }) =>
      state.data && (isUnderWay(state.data.state) || state.data.progress.queued > 0) ? rereadEvery : false,
  })
  if (!isNew && error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!isNew && !data) return <FormSkeleton fields={6} />
  const mail = isNew ? null : (data ?? null)
  if (mail && mail.state !== 'draft') return <GroupMailRecord mail={mail} />
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={mail ? mail.subject : 'New group email'}
        above={<Link to={paths.officeAt('group-mails')}>Group emails</Link>}
      >
        Choose recipients, write it, preview it, then send.
      </PageHeader>
      <GroupMailForm key={mail?.id ?? 'new'} mail={mail} />
    </div>
  )
}
