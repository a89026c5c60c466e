import type { NewsItem } from './NewsDialog.tsx'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Day, DayRange } from '../../ui/Day.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { CityMediaPass } from './CityMediaPass.tsx'
import { CityNav } from './CityNav.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const NewsDialog = lazy(() => import('./NewsDialog.tsx').then((file) => ({ default: file.NewsDialog })))

const route = 'GET /v1/office/news'

/** Edits the content shown to all registrations of a city: dated news and the media pass. OFF-028, OFF-029. */
export function CityNewsPage() {
  const id = useIdInPath()
  const { data, error, refetch } = useRead(route, { query: { tour_date_id: id } })
  const [open, setOpen] = useState<NewsItem | 'new' | null>(null)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} columns={2} />
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={`News for ${data.city}`}
        above={data.event}
        actions={<Button onClick={() => setOpen('new')}>Write news</Button>}
      >
        <DayRange from={data.start_date} to={data.end_date} />. Everyone with a completed registration sees it on their
        overview.
      </PageHeader>
      <CityNav id={id} />
      <Panel title="News" flush>
        {data.rows.length === 0 ? (
          <p style={{ padding: '16px 24px', margin: 0 }}>Nothing is published. People see “You are all up to date!”</p>
        ) : (
          <ul className={styles['rows']}>
            {data.rows.map((item) => (
              <li key={item.id}>
                <div>
                  <span className={styles['pair']}>
                    <strong>
                      <Day date={item.date} />
                    </strong>
                    {!item.shown && <StatusBadge state="idle">Scheduled</StatusBadge>}
                  </span>
                  <p style={{ margin: '4px 0 0', whiteSpace: 'pre-line' }}>{item.text}</p>
                </div>
                <span className={styles['acts']}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Change: ${item.text.slice(0, 40)}`}
                    onClick={() => setOpen(item)}
                  >
                    Change
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Remove: ${item.text.slice(0, 40)}`}
                    onClick={() => void takeBack(item).then((isConfirmed) => (isConfirmed ? refetch() : undefined))}
                  >
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <CityMediaPass id={id} pass={data.media_pass} onChanged={() => void refetch()} />
      <Suspense fallback={null}>
        {open && (
          <NewsDialog
            tour_date_id={id}
            item={open === 'new' ? null : open}
            today={data.today}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

async function takeBack({ id, text }: NewsItem): Promise<boolean> {
  const isConfirmed = await confirm({
    title: 'Remove this news?',
    message: text,
    yes: 'Yes, remove it',
    no: 'No, keep it',
    consequence: 'loss',
    act: () => call('DELETE /v1/office/news/{id}', { params: { id } }),
  })
  if (isConfirmed) toast('News removed')
  return isConfirmed
}
