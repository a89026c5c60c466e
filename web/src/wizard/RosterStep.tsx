import { LoadError } from '../shell/ErrorPage.tsx'
import { AddPersonForm } from '../roster/AddPersonForm.tsx'
import { useRoster } from '../roster/roster-people.ts'
import { RosterTable } from '../roster/RosterTable.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import styles from './PeopleStep.module.css'
import { StepPage } from './StepPage.tsx'
import { stepWords } from './step-words.ts'
import { useWhose } from './whose.ts'
import { useStepFacts, useWizard } from './wizard-context.tsx'

/** The people the account may register. This step is always open. WIZ-004. */
export function RosterStep() {
  const { people, lists, error, retry } = useRoster()
  const { roster_people } = useStepFacts()
  const { your } = useWhose()
  const { season } = useWizard(({ facts }) => facts.tour_date)
  const by_office = useWizard(({ facts }) => facts.by_office)
  const { dancer_age_threshold } = useWizard(({ facts }) => facts.settings)
  return (
    <StepPage
      name="roster"
      {...stepWords.roster}
      note={`Ages count as of January 1, ${season.age_year}.`}
      blocked={roster_people === 0 ? `Add someone to ${your} roster first.` : null}
    >
      {error && <LoadError error={error} onRetry={retry} />}
      {people && lists ? (
        <div className={styles['roster']}>
          <AddPersonForm people={people} genders={lists.genders} />
          {by_office ? (
            <p>
              {people.length === 1 ? 'One person' : `${people.length} people`} on the roster. Correct names and
              birthdates on the person’s page in the office.
            </p>
          ) : (
            <RosterTable people={people} lists={{ ...lists, age_year: season.age_year, dancer_age_threshold }} />
          )}
        </div>
      ) : (
        !error && <RowsSkeleton rows={20} columns={5} />
      )}
    </StepPage>
  )
}
