import { kindOf, levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import {
  attendeesOf,
  type Attendee,
  type Facts,
  type Registration,
} from '@callboard/domain/registrations/registration.ts'
import { memo, useMemo } from 'react'
import { useGridKeys } from '../../ui/grid-keys.ts'
import { moneyText } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './MediaPassPanel.module.css'
import { useLatest } from './stable-values.ts'
import { makeOnce } from '../../ui/text-formats.ts'

type MediaPassPanelProps = {
  registration: Pick<Registration, 'attendees'>
  facts: Pick<Facts, 'workshop_levels' | 'settings' | 'tour_date'>
  onToggle: (person_id: number, media_pass: boolean) => void
}

const collator = makeOnce(() => new Intl.Collator('en-US', { sensitivity: 'base' }))

/** The media season pass, dancer by dancer; who has one already is not charged again. COMP-014, ATT-052, ATT-053, A101. */
export function MediaPassPanel({ registration, facts, onToggle }: MediaPassPanelProps) {
  const { attendees } = registration
  const { workshop_levels, settings } = facts
  const dancers = useMemo(() => {
    const levels = levelsById(workshop_levels)
    return attendeesOf({ attendees })
      .filter((attendee) => kindOf(attendee, levels) === 'dancer')
      .toSorted((one, other) => collator().compare(nameOf(one), nameOf(other)))
  }, [attendees, workshop_levels])
  const toggle = useLatest(onToggle)
  const list = useGridKeys<HTMLUListElement>('li')

  if (dancers.length === 0 || !facts.tour_date.add_ons.includes('media_pass')) return null
  const passCount = dancers.filter(({ media_pass, media_pass_old }) => media_pass && !media_pass_old).length
  return (
    <Panel
      title="Media season pass"
      actions={
        <output className={styles['sum']}>
          {passCount === 0
            ? `${moneyText(settings.media_pass_fee)} per dancer`
            : `${passCount} × ${moneyText(settings.media_pass_fee)}`}
        </output>
      }
      flush
    >
      <p className={styles['about']}>
        Unlimited photos and videos of the whole season. Charged once per dancer and season.
      </p>
      <ul ref={list} className={styles['list']} aria-label="Dancers with a media season pass">
        {dancers.map((attendee) => (
          <PassRow
            key={attendee.person_id}
            person_id={attendee.person_id}
            name={nameOf(attendee)}
            on={attendee.media_pass}
            owned={attendee.media_pass_old}
            onToggle={toggle}
          />
        ))}
      </ul>
    </Panel>
  )
}

const nameOf = ({ person }: Attendee) => `${person.fname} ${person.lname}`

type PassRowProps = {
  person_id: number
  name: string
  on: boolean
  owned: boolean
  onToggle: (person_id: number, on: boolean) => void
}

const PassRow = memo(function PassRow({ person_id, name, on, owned, onToggle }: PassRowProps) {
  return (
    <li>
      <label className={styles['row']}>
        <input
          type="checkbox"
          checked={on || owned}
          disabled={owned}
          aria-label={`Media season pass for ${name}`}
          onChange={(event) => onToggle(person_id, event.currentTarget.checked)}
        />
        <span className={styles['name']}>{name}</span>
        {owned && <span className={styles['owned']}>Has one this season</span>}
      </label>
    </li>
  )
})
