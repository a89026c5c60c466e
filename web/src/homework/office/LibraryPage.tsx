import { useAddressOrder } from '../../ui/use-search-params.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { LibraryVideo } from './HomeworkDialog.tsx'

const HomeworkDialog = lazy(() => import('./HomeworkDialog.tsx').then((file) => ({ default: file.HomeworkDialog })))

const route = 'GET /v1/office/homework'

const divisionsOf = ({ performance_divisions }: LibraryVideo) =>
  performance_divisions.map(({ name }) => name).join(', ') || 'All'

const columnsOf = (
  onChange: (video: LibraryVideo) => void,
  onRemove: (video: LibraryVideo) => void,
): readonly Column<LibraryVideo>[] => [
  {
    key: 'name',
    header: 'Video',
    sort: ({ name }) => name,
    width: 'minmax(0, 2fr)',
    cell: ({ name, staff, active, video }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        {name} {!active && <StatusBadge state="idle">Inactive</StatusBadge>}
        {video === null && <StatusBadge state="standby">No video</StatusBadge>}
        <span className={styles['second']}>{staff}</span>
      </span>
    ),
  },
  {
    key: 'group',
    header: 'Group',
    sort: ({ group }) => group,
    phone: 'beside',
    width: '128px',
    cell: ({ group }) => group,
  },
  {
    key: 'divisions',
    header: 'Divisions',
    sort: divisionsOf,
    phone: 'below',
    width: 'minmax(0, 1.4fr)',
    cell: divisionsOf,
  },
  {
    key: 'items',
    header: 'Linked items',
    sort: ({ critique_item_ids }) => critique_item_ids.length,
    phone: 'named',
    align: 'end',
    width: '128px',
    cell: ({ critique_item_ids }) => critique_item_ids.length,
  },
  {
    key: 'acts',
    header: 'Change',
    quietHeader: true,
    phone: 'below',
    align: 'end',
    width: '184px',
    cell: (video) => (
      <span className={styles['acts']}>
        <Button size="compact-sm" variant="default" aria-label={`Change ${video.name}`} onClick={() => onChange(video)}>
          Change
        </Button>
        <Button size="compact-sm" variant="subtle" aria-label={`Remove ${video.name}`} onClick={() => onRemove(video)}>
          Remove
        </Button>
      </span>
    ),
  },
]

/** The homework library as the office keeps it. OFF-033. */
export function LibraryPage() {
  const answer = useRead(route, {})
  const { refetch } = answer
  const [openVideo, setOpenVideo] = useState<LibraryVideo | 'new' | null>(null)
  const keptOrder = useAddressOrder()
  const columns = useMemo(() => {
    async function remove({ id, name }: LibraryVideo) {
      const isConfirmed = await confirm({
        title: 'Remove this video?',
        message: `${name} is removed from the library and from the homework of routines.`,
        yes: 'Yes, remove it',
        no: 'No, keep it',
        consequence: 'loss',
        act: () => call('DELETE /v1/office/homework/{id}', { params: { id } }),
      })
      if (isConfirmed) await refetch()
    }
    return columnsOf(setOpenVideo, (video) => void remove(video))
  }, [refetch])
  return (
    <>
      <OfficeFrame
        title="Homework library"
        about="Studios watch these videos in the results portal. A video linked to critique words is suggested to routines whose judges marked those words as bad."
        actions={<Button onClick={() => setOpenVideo('new')}>Add video</Button>}
        answer={answer}
        skeleton={{ columns: columns.length }}
      >
        {({ rows }) => (
          <DataRows
            label="Homework library"
            rows={rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            columns={columns}
            keptOrder={keptOrder}
            empty={
              <Panel>
                <Empty level={2} title="No videos yet">
                  Add the first one with its address on YouTube or Vimeo.
                </Empty>
              </Panel>
            }
          />
        )}
      </OfficeFrame>
      <Suspense fallback={null}>
        {openVideo && answer.data && (
          <HomeworkDialog
            video={openVideo === 'new' ? null : openVideo}
            divisions={answer.data.performance_divisions}
            onClose={() => setOpenVideo(null)}
          />
        )}
      </Suspense>
    </>
  )
}
