import { Button } from '@mantine/core'
import { useParams } from 'wouter'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { LinkError } from '../../shell/ErrorPage.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { exportListNames, scheduleText } from './export-words.ts'

/** The link of a mailed export: opened by its signed-in owner. */
export function ExportLinkPage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useRead('POST /v1/office/saved-exports/open', { body: { token } })
  const exports = <Link to={paths.officeAt('exports')}>Exports</Link>
  if (error && !data && !error.bad_request) return <LinkError error={error} onRetry={() => void refetch()} />
  if (error && !data) {
    return (
      <Empty level={1} title="This export does not open" action={exports}>
        {error.message}
      </Empty>
    )
  }
  if (!data) return <FormSkeleton fields={1} />
  return (
    <div className={styles['stack']}>
      <PageHeader title={data.name} above={exports}>
        {`${exportListNames[data.list]}. ${scheduleText(data)}.`}
      </PageHeader>
      <div>
        <Button component="a" href={`/v1/office/saved-exports/${data.id}/file`}>
          Download spreadsheet
        </Button>
      </div>
    </div>
  )
}
