import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import styles from './Portal.module.css'

const VideoDialog = lazy(() => import('../../homework/VideoDialog.tsx').then((file) => ({ default: file.VideoDialog })))

type Homework = Reply<'GET /v1/dance360/coda/critiques'>['routines'][number]['homework']

/** The exercises for a routine; their videos open on top of the page. RES-009, RES-028. */
export function CritiqueHomework({ homework }: { homework: Homework }) {
  const [openVideo, setOpenVideo] = useState<Homework[number] | null>(null)
  if (homework.length === 0) return null
  return (
    <div className={styles['homework']}>
      <b>Homework</b>
      <ul className={styles['exercises']} aria-label="Homework">
        {homework.map((exercise) => (
          <li key={exercise.id}>
            {exercise.video ? (
              <Button size="compact-md" variant="default" onClick={() => setOpenVideo(exercise)}>
                {exercise.name}
              </Button>
            ) : (
              exercise.name
            )}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {openVideo && <VideoDialog video={openVideo} onClose={() => setOpenVideo(null)} />}
      </Suspense>
    </div>
  )
}
