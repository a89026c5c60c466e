import { useLocation } from 'wouter'
import { useSession } from '../shell/session.ts'
import { openingPath } from '../ui/router/router.ts'
import { useFirstPath } from '../ui/router/RouterProvider.tsx'
import { BillSkeleton, PageWaiting, RowsSkeleton, TitleSkeleton } from '../ui/Skeletons.tsx'
import { StepHead } from './StepHead.tsx'
import { stepWords, wordedStep } from './step-words.ts'
import layout from './StepLayout.module.css'
import styles from './StepWaiting.module.css'

/** A step that is on its way: its words where they are known, and the places of its city, its bar, its list and its bill. */
export function StepWaiting({ path }: { path: string }) {
  const step = wordedStep(path)
  return (
    <>
      {step ? (
        <>
          <div className={styles['city']} />
          <div className={styles['steps']} />
          {/* To a screen reader the step begins once it is there. */}
          <div aria-hidden>
            <StepHead {...stepWords[step]} />
          </div>
        </>
      ) : (
        <TitleSkeleton />
      )}
      <div className={layout['columns']}>
        <RowsSkeleton />
        <BillSkeleton />
      </div>
    </>
  )
}

/** Stands for a screen that is on its way; of a step that the page is opened at, it shows the words. */
export function OpeningScreen() {
  const [path] = useLocation()
  const firstPath = useFirstPath()
  const isVisitor = useSession() === null
  return path === openingPath && !isVisitor && wordedStep(firstPath) ? (
    <StepWaiting path={firstPath} />
  ) : (
    <PageWaiting />
  )
}
