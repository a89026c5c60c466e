import { observersAllowed } from '@callboard/domain/registrations/attendees/add-attendee.ts'
import { setBeatStreet, setObservers } from '@callboard/domain/registrations/attendees/set-extras.ts'
import { observerLevel } from '@callboard/domain/registrations/pricing/observer-lines.ts'
import { usd } from '@callboard/domain/kernel/money.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Empty } from '../ui/Empty.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PeopleStep } from './PeopleStep.tsx'
import { Switch } from '../ui/Checkbox.tsx'
import styles from './PeopleStep.module.css'
import { stepWords } from './step-words.ts'
import { usePerform } from './use-perform.ts'
import { useWhose } from './whose.ts'
import { useWizard } from './wizard-context.tsx'

/** Observers step: named people of the roster, and a count of others. ATT-036. */
export function ObserversStep() {
  const facts = useWizard((state) => state.facts)
  const mayAddObservers = observersAllowed(facts)
  const { your } = useWhose()
  return (
    <PeopleStep
      name="observers"
      kind="observer"
      {...stepWords.observers}
      empty={
        <Empty title="No named observers">
          {mayAddObservers
            ? `Add people from ${your} roster, or choose how many come under Unnamed observers.`
            : 'Observers cannot be registered for this city.'}
        </Empty>
      }
    >
      {!mayAddObservers && (
        <output className={styles['shut']}>
          <StatusBadge state="standby">Observers cannot be registered for this city.</StatusBadge>
        </output>
      )}
      <UnnamedObservers allowed={mayAddObservers} />
      <BeatStreet />
    </PeopleStep>
  )
}

/** Two numbers, 0 to 100. ATT-037, ATT-038. */
function UnnamedObservers({ allowed }: { allowed: boolean }) {
  const facts = useWizard((state) => state.facts)
  const tier = useWizard(({ price }) => price.tier)
  const { one, two, complimentary } = useWizard(({ registration }) => registration.additional_observers)
  const perform = usePerform()
  const counts = Array.from({ length: facts.settings.unnamed_observers_most + 1 }, (_, count) => String(count))
  const set = (next: { one: number; two: number }) => void perform((it, now) => setObservers(it, next, now))
  const field = (days: 1 | 2, label: string, value: number, onChange: (value: number) => void) => {
    const level = observerLevel(facts.workshop_levels, days)
    const price = level?.prices[tier].full ?? null
    if (!level && value === 0) return null
    return (
      <NativeSelect
        label={label}
        value={value}
        data={counts}
        disabled={!allowed && value === 0}
        description={level?.status === 'open' ? price !== null && `${usd(price)} each` : 'Not available in this city'}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    )
  }
  return (
    <div className={styles['unnamed']}>
      <Panel title="Unnamed observers">
        <div className={styles['counts']}>
          {field(1, 'One-day observers', one, (value) => set({ one: value, two }))}
          {field(2, 'Two-day observers', two, (value) => set({ one, two: value }))}
        </div>
        {complimentary > 0 && (
          <p className={styles['next']}>
            {complimentary} complimentary {complimentary === 1 ? 'observer' : 'observers'}, from the office.
          </p>
        )}
      </Panel>
    </div>
  )
}

function BeatStreet() {
  const hasBeatStreet = useWizard(({ facts }) => facts.tour_date.add_ons.includes('beat_street'))
  const beat_street = useWizard(({ registration }) => registration.beat_street)
  const perform = usePerform()
  if (!hasBeatStreet && !beat_street) return null
  return (
    <div className={styles['unnamed']}>
      <Switch
        label="Beat Street"
        description="We take part in Beat Street."
        checked={beat_street}
        onChange={() => void perform((it, now) => setBeatStreet(it, !beat_street, now))}
      />
    </div>
  )
}
