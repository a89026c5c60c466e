import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { Empty } from '../../ui/Empty.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { HomeworkRoutine } from './RoutineHomeworkDialog.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const RoutineHomeworkDialog = lazy(() =>
  import('./RoutineHomeworkDialog.tsx').then((file) => ({ default: file.RoutineHomeworkDialog })),
)

/** The homework of a city's routines: chosen by the office, else suggested by the marks. RES-009. */
export function CityHomeworkPage() {
  const id = useIdInPath()
  const answer = useRead('GET /v1/office/critiques', { query: { tour_date_id: id } })
  const library = useLookup('GET /v1/office/homework', {})?.rows ?? []
  const [openRoutine, setOpenRoutine] = useState<HomeworkRoutine | null>(null)
  const names = new Map(library.map(({ id: homework_id, name }) => [homework_id, name]))
  const city = answer.data?.city
  return (
    <>
      <OfficeFrame
        title={city ? `Homework for ${city}` : 'Homework'}
        above={answer.data?.event}
        about={`Studios see these videos beside a routine’s critique. Until you choose some, up to three are suggested from what the judges marked as bad.${
          answer.data?.is_released ? ' Critiques are released: studios see what you change at once.' : ''
        }`}
        answer={answer}
        skeleton={{ columns: 2 }}
      >
        {({ entries }) => (
          <div className={styles['stack']}>
            <CityNav id={id} />
            {entries.length === 0 && (
              <Panel>
                <Empty level={2} title="No routines yet">
                  Routines appear here once the running order is published.
                </Empty>
              </Panel>
            )}
            {entries.length > 0 && (
              <Panel title={`${entries.length} ${entries.length === 1 ? 'routine' : 'routines'}`} flush>
                <ul className={styles['rows']}>
                  {entries.map((entry) => (
                    <li key={entry.id}>
                      <div>
                        <strong>
                          {entry.label} {entry.name}
                        </strong>{' '}
                        {entry.homework_ids.length > 0 && <StatusBadge state="done">Chosen</StatusBadge>}
                        <span className={styles['second']}>{entry.studio}</span>
                        <span className={styles['second']}>
                          {entry.homework_ids.length > 0
                            ? entry.homework_ids.flatMap((one) => names.get(one) ?? []).join(', ')
                            : 'Automatic'}
                        </span>
                      </div>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Choose homework for ${entry.label} ${entry.name}`}
                        onClick={() => setOpenRoutine(entry)}
                      >
                        Choose
                      </Button>
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
          </div>
        )}
      </OfficeFrame>
      <Suspense fallback={null}>
        {openRoutine && (
          <RoutineHomeworkDialog routine={openRoutine} library={library} onClose={() => setOpenRoutine(null)} />
        )}
      </Suspense>
    </>
  )
}
