import { Button } from '@mantine/core'
import { address } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { ScriptBlocks } from './ScriptBlocks.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const origins = {
  proposal: 'This is the proposed version.',
  version: 'This is the confirmed version.',
  preview: 'Nothing is proposed yet. This follows from the current marks.',
}

const papers = [
  { name: 'script', label: 'Script (PDF)' },
  { name: 'certificates', label: 'Certificates' },
  { name: 'labels', label: 'Medal labels' },
]

/** The emcee's script of each block of awards, to rehearse and to print. */
export function ScriptPage() {
  const id = useIdInPath()
  const { data, error, refetch } = useRead('GET /v1/office/results/{part}/script', {
    params: { part: 'results' },
    query: { tour_date_id: id },
  })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={6} />
  return (
    <div className={officeStyles['stack']}>
      <PageHeader
        title={`Script for ${data.city}`}
        above={data.event}
        actions={
          <>
            {data.of === 'version' &&
              papers.map(({ name, label }) => (
                <Button
                  key={name}
                  component="a"
                  variant="default"
                  href={address('/v1/office/result-papers/{name}', { params: { name }, query: { tour_date_id: id } })}
                >
                  {label}
                </Button>
              ))}
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      >
        {origins[data.of]} <Link to={paths.officeAt(`tour-dates/${id}/release`)}>Back to the release</Link>
      </PageHeader>
      {data.blocks.length === 0 && (
        <Panel>
          <Empty title="Nothing to announce">Add awards to the city, and lock the marks of its blocks.</Empty>
        </Panel>
      )}
      <ScriptBlocks blocks={data.blocks} />
    </div>
  )
}
