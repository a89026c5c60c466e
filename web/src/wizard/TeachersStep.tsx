import { nextFreeTeacherText } from '@callboard/domain/registrations/pricing/free-teacher-line.ts'
import { setCompRoom } from '@callboard/domain/registrations/attendees/set-extras.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Empty } from '../ui/Empty.tsx'
import { moneyText } from '../ui/Money.tsx'
import { PeopleStep } from './PeopleStep.tsx'
import { Switch } from '../ui/Checkbox.tsx'
import styles from './PeopleStep.module.css'
import { stepWords } from './step-words.ts'
import { usePerform } from './use-perform.ts'
import { useWhose } from './whose.ts'
import { useWizard } from './wizard-context.tsx'

/** Teachers step, with the free teachers that the dancers earn. */
export function TeachersStep() {
  const { your } = useWhose()
  return (
    <PeopleStep
      name="teachers"
      kind="teacher"
      {...stepWords.teachers}
      empty={
        <Empty title="No teachers yet">
          {`Add teachers from ${your} roster, or everyone from 18 with + ALL. You can also continue without one.`}
        </Empty>
      }
    >
      <Earned />
    </PeopleStep>
  )
}

/** Free teachers and the room, as the dancers have earned them. ATT-046, ATT-075. */
function Earned() {
  const price = useWizard((state) => state.price)
  const facts = useWizard((state) => state.facts)
  const registration = useWizard((state) => state.registration)
  const { comp_room } = registration
  const perform = usePerform()
  const { event, add_ons } = facts.tour_date
  const next = nextFreeTeacherText(registration, event.free_teacher_rule, price.paying_dancers)
  const { count, value } = price.free_teacher
  const earned = count === 1 ? '1 free teacher' : `${count} free teachers`
  return (
    <div className={styles['earned']}>
      <StatusBadge state={count > 0 ? 'done' : 'idle'}>
        {price.paying_dancers === 1 ? '1 paying dancer' : `${price.paying_dancers} paying dancers`}: {earned}
        {value > 0 && ` (${moneyText(value)} off)`}
      </StatusBadge>
      {next !== null && <span className={styles['next']}>{next}.</span>}
      {(comp_room || (price.comp_room_earned && add_ons.includes('comp_room'))) && (
        <Switch
          label="Complimentary hotel room"
          description={`Earned with more than ${facts.settings.comp_room_students} paying dancers.`}
          checked={comp_room}
          onChange={() => void perform((it, now) => setCompRoom(it, !comp_room, now))}
        />
      )}
    </div>
  )
}
