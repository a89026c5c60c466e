import { Button } from '@mantine/core'
import { LoadError } from '../shell/ErrorPage.tsx'
import { paths } from '../shell/paths.ts'
import { Link } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { AddPersonForm } from './AddPersonForm.tsx'
import { RosterExport } from './RosterExport.tsx'
import { useRoster } from './roster-people.ts'
import styles from './Roster.module.css'
import { RosterTable } from './RosterTable.tsx'

export function RosterPage() {
  const { people, lists, error, retry } = useRoster()
  return (
    <>
      <PageHeader
        title="My Roster"
        actions={
          <>
            {people && lists && people.length > 0 && <RosterExport people={people} lists={lists} />}
            <Button component={Link} to={paths.rosterImport} variant="default">
              Import from a sheet
            </Button>
          </>
        }
      >
        Everyone you can register: dancers, teachers, observers.
        {lists && ` Ages are as of January 1, ${lists.age_year}.`}
      </PageHeader>
      {error && <LoadError error={error} onRetry={retry} />}
      {people && lists ? (
        <div className={styles['page']}>
          <AddPersonForm people={people} genders={lists.genders} />
          <RosterTable people={people} lists={lists} />
        </div>
      ) : (
        !error && <RowsSkeleton columns={5} />
      )}
    </>
  )
}
