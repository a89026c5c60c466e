import type { LevelKind } from '@callboard/domain/tours/city.ts'
import { Empty } from '../ui/Empty.tsx'
import { PeopleStep } from './PeopleStep.tsx'
import { stepWords } from './step-words.ts'
import { useWhose } from './whose.ts'
import { useWizard } from './wizard-context.tsx'

const everyKind: readonly LevelKind[] = ['dancer', 'teacher', 'observer']

/** Dancers step; at an intensive it lists all participants. ATT-059. */
export function DancersStep() {
  const { event, season } = useWizard(({ facts }) => facts.tour_date)
  const { your } = useWhose()
  const ages = `Ages count as of January 1, ${season.age_year}.`
  if (event.is_intensive) {
    return (
      <PeopleStep
        name="dancers"
        kind="dancer"
        kinds={everyKind}
        title="Attendees"
        intro="Choose an intensive for everyone."
        note={ages}
        empty={
          <Empty title="No one yet">{`Add people from ${your} roster: one by one, or everyone with + ALL.`}</Empty>
        }
      />
    )
  }
  return (
    <PeopleStep
      name="dancers"
      kind="dancer"
      {...stepWords.dancers}
      note={ages}
      empty={
        <Empty title="No dancers yet">
          {`Add dancers from ${your} roster: one by one, or everyone from 4 to 19 with + ALL. Their workshop level and price appear at once.`}
        </Empty>
      }
    />
  )
}
