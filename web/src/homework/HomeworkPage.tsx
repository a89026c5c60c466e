import {
  homeworkGroups,
  matchesHomework,
  noHomeworkText,
  type HomeworkGroup,
} from '@callboard/domain/homework/homework.ts'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Redirect, useParams } from 'wouter'
import { call, type Reply } from '../api/call.ts'
import { makeShareLink, turnOffShareLinks } from '../api/failure.ts'
import type { ReplyError } from '../api/reply-error.ts'
import { callQuery } from '../api/use-call.ts'
import { LoadError } from '../shell/ErrorPage.tsx'
import { paths } from '../shell/paths.ts'
import { useDarkTheme } from '../ui/dark-theme.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { SharePopover } from '../ui/SharePopover.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import styles from './Homework.module.css'
import type { HomeworkVideo } from './VideoDialog.tsx'
import { useIdInPath } from '../ui/router/RouterProvider.tsx'

const VideoDialog = lazy(() => import('./VideoDialog.tsx').then((file) => ({ default: file.VideoDialog })))

const route = 'GET /v1/dance360/coda/homework'

/** The homework library of an account. RES-026. */
export function HomeworkPage() {
  const registration_id = useIdInPath()
  return (
    <>
      <PageHeader title="Homework library" actions={<ShareLibrary registration_id={registration_id} />}>
        Exercises by our staff for what judges mention most.
      </PageHeader>
      <HomeworkLibrary />
    </>
  )
}

/** The same for anyone with a link. RES-029. */
export function SharedHomeworkPage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useQuery(callQuery('GET /v1/dance360/get-token-data', { query: { token } }))
  if (error?.status === 404 || error?.status === 400) return <Redirect to={paths.home} replace />
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  if (data.path !== 'homework') return <Redirect to={paths.home} replace />
  return (
    <>
      <PageHeader title="Homework library" />
      <HomeworkLibrary share={token} />
    </>
  )
}

/** The same in the look of the portal. TOK-017. */
export function PortalHomeworkPage() {
  useDarkTheme()
  return <SharedHomeworkPage />
}

/** Search, groups and the videos, of which one plays at a time. RES-026 to RES-028. */
function HomeworkLibrary({ share }: { share?: string }) {
  const { data, error, refetch } = useQuery<Reply<typeof route>, ReplyError>({
    queryKey: [route, share ?? null],
    queryFn: ({ signal }) => call(route, {}, { signal, ...(share && { share }) }),
    retry: false,
  })
  const [searchText, setSearchText] = useState('')
  const [group, setGroup] = useState<HomeworkGroup | null>(null)
  const [openVideo, setOpenVideo] = useState<HomeworkVideo | null>(null)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  const videos = data.filter((video) => matchesHomework(video, group, searchText))
  return (
    <>
      <search className={styles['filters']}>
        <SearchField value={searchText} placeholder="Name, staff or division" maxLength={80} onChange={setSearchText} />
        <SegmentedControl
          aria-label="Group"
          value={group ?? 'all'}
          data={[{ value: 'all', label: 'All' }, ...homeworkGroups.map((one) => ({ value: one, label: one }))]}
          onChange={(next) => setGroup(homeworkGroups.find((one) => one === next) ?? null)}
        />
      </search>
      {videos.length === 0 ? (
        <Panel>
          <output>
            {data.length === 0 ? noHomeworkText : 'No homework video matches. Try fewer letters, or all groups.'}
          </output>
        </Panel>
      ) : (
        <ul className={styles['videos']}>
          {videos.map((video) => (
            <li key={video.id}>
              <button
                type="button"
                className={styles['video']}
                disabled={video.video === null}
                onClick={() => setOpenVideo(video)}
              >
                <span className={styles['group']}>{video.group}</span>
                <strong>{video.name}</strong>
                {video.staff && <span className={styles['second']}>{video.staff}</span>}
                <span className={styles['second']}>
                  {video.performance_divisions.map(({ name }) => name).join(', ') || 'All divisions'}
                </span>
                {video.video === null && <span className={styles['second']}>The video is coming soon.</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {openVideo && <VideoDialog video={openVideo} onClose={() => setOpenVideo(null)} />}
      </Suspense>
    </>
  )
}

function ShareLibrary({ registration_id }: { registration_id: number }) {
  const withdraw = () =>
    turnOffShareLinks('homework', registration_id, 'All links to the homework library will stop working.')
  return (
    <SharePopover onMake={() => makeShareLink('homework', registration_id)} onWithdraw={withdraw}>
      Anyone with the link can watch the library. It shows nothing of your registration.
    </SharePopover>
  )
}
