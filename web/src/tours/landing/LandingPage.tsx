import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { useRead } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import { useNow } from '../../ui/clock.ts'
import { TextField } from '../../ui/fields.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { CitySchedule } from './CitySchedule.tsx'
import { DueNext } from './DueNext.tsx'
import { FirstSteps } from '../../roster/FirstSteps.tsx'
import styles from './Landing.module.css'
import { TourList } from './TourList.tsx'
import { useDrafts } from './schedule.ts'

/** The season at a glance: what is due next, where the tours go, what is open. */
export function LandingPage() {
  const user = useSession()
  const schedule = useRead('GET /v1/mybtf/call-board', {})
  const now = useNow(schedule.data ? Date.parse(schedule.data.now) - schedule.dataUpdatedAt : 0)
  const [searchText, setSearchText] = useState('')
  // Typing stays quick however long the season is.
  const deferredSearchText = useDeferredValue(searchText)
  const season = schedule.data?.season
  const due = useRead('GET /v1/mybtf/due', {}, { enabled: Boolean(user) }).data
  const drafts = useDrafts()

  return (
    <>
      <PageHeader
        title="On the call board"
        above={season && `Season ${season.start_year}–${season.end_year}`}
        actions={
          <div className={styles['search']}>
            <TextField
              label="Find a city"
              type="search"
              value={searchText}
              onChange={setSearchText}
              error={undefined}
              placeholder="City, state or tour"
              left={<IconSearch className="icon" aria-hidden />}
            />
          </div>
        }
      >
        Where the tours go this season, and how long each rate lasts.
      </PageHeader>
      <DueNext now={now} />
      {user?.confirmed && due?.length === 0 && (
        <div className={styles['first']}>
          <FirstSteps user={user} />
        </div>
      )}
      {schedule.error && <LoadError error={schedule.error} onRetry={() => void schedule.refetch()} />}
      {schedule.isPending && <RowsSkeleton rows={10} columns={4} />}
      {schedule.data && (
        <div className={styles['columns']}>
          <CitySchedule
            schedule={schedule.data}
            drafts={drafts}
            searchText={deferredSearchText}
            now={now}
            onClear={() => setSearchText('')}
          />
          <TourList schedule={schedule.data} />
        </div>
      )}
    </>
  )
}
