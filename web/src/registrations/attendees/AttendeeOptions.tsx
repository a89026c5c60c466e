import { moveTo, removeAttendee } from '@callboard/domain/registrations/attendees/remove-attendee.ts'
import { attendedPercent, setAttendedReg } from '@callboard/domain/registrations/attendees/set-discounts.ts'
import { setOneDay } from '@callboard/domain/registrations/attendees/set-level.ts'
import { setAddOn } from '@callboard/domain/registrations/attendees/set-options.ts'
import { usd } from '@callboard/domain/kernel/money.ts'
import type { Facts } from '@callboard/domain/registrations/registration.ts'
import { Button, Group } from '@mantine/core'
import { CompactSelect } from '../../ui/CompactSelect.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { moneyText } from '../../ui/Money.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import styles from './attendees.module.css'
import { offersOneDay, type LevelChoice } from './level-choices.ts'
import { LevelSelect } from './LevelSelect.tsx'
import { offeredChoices, offeredOptions } from './offered-options.ts'
import type { PersonRow } from './people-rows.ts'
import type { Perform } from './perform.ts'

type AttendeeOptionsProps = {
  row: PersonRow
  choices: readonly LevelChoice[]
  facts: Facts
  perform: Perform
  onCollege: () => void
  /** Null: this person has none to use here. */
  onScholarship: (() => void) | null
  onClose: () => void
}

/** Everything that can be chosen for one person, and why it costs what it costs. */
export function AttendeeOptions(props: AttendeeOptionsProps) {
  const { row, choices, facts, perform, onCollege, onScholarship, onClose } = props
  const { attendee, level, name, age, person_id, lines } = row
  const isDancer = level?.kind === 'dancer'
  const off = `${attendedPercent(facts.tour_date.event)} off`
  const other = isDancer ? 'teacher' : 'dancer'

  return (
    <Dialog opened title={age === null ? name : `${name}, ${age}`} onCancel={onClose} width={520}>
      <div className={styles['options']}>
        <div className={styles['option']}>
          <span>{level?.kind === 'observer' ? 'Days' : 'Workshop level'}</span>
          <LevelSelect row={row} choices={choices} perform={perform} />
        </div>
        {(attendee.one_day || (isDancer && offersOneDay(level, attendee))) && (
          <Switch
            label="One day"
            description="Attends one day only and does not compete."
            checked={attendee.one_day}
            onChange={() => void perform((it, now) => setOneDay(it, { person_id, one_day: !attendee.one_day }, now))}
          />
        )}
        {(attendee.attended_reg || (isDancer && !attendee.virtual)) && (
          <Switch
            label={`Attended before (${off})`}
            description="Of the workshop fee: this dancer came to an earlier event."
            checked={attendee.attended_reg}
            onChange={() =>
              void perform((it, now, answer) =>
                setAttendedReg(it, { person_id, attended_reg: !attendee.attended_reg, answered: !!answer }, now),
              )
            }
          />
        )}
        {(attendee.college_discount || level?.college_eligible) && (
          <Switch
            label="College discount"
            description={`With a student ID; at most ${usd(facts.settings.college_discount_cap)}.`}
            checked={attendee.college_discount}
            onChange={onCollege}
          />
        )}
        {onScholarship && (
          <div className={styles['option']}>
            <span>Scholarship</span>
            <Button variant="default" size="sm" onClick={onScholarship}>
              {attendee.has_scholarship ? `${usd(attendee.scholarship_amount)} used` : 'Choose a scholarship'}
            </Button>
          </div>
        )}
        {offeredOptions(attendee, isDancer, facts).map(({ name: option, label, help }) => {
          const isPaid = option === 'media_pass' && attendee.media_pass_old
          return (
            <Switch
              key={option}
              label={label}
              description={isPaid ? 'Already paid this season; no charge.' : help}
              checked={attendee[option] || isPaid}
              disabled={isPaid}
              onChange={() => void perform((it, now) => setAddOn(it, { person_id, [option]: !attendee[option] }, now))}
            />
          )
        })}
        {offeredChoices(attendee, isDancer, facts).map(({ field, label, selectedId, choices: listed }) => (
          <label key={field} className={styles['option']}>
            <span>{label}</span>
            <CompactSelect
              value={selectedId ?? ''}
              onChange={({ currentTarget: { value } }) =>
                void perform((it, now) =>
                  setAddOn(it, { person_id, [field]: value === '' ? null : Number(value) }, now),
                )
              }
            >
              <option value="">None</option>
              {listed.map(({ id, name: choice }) => (
                <option key={id} value={id}>
                  {choice}
                </option>
              ))}
            </CompactSelect>
          </label>
        ))}
        <ul className={styles['lines']} aria-label={`What ${name} pays`}>
          {lines.map(({ key, label, amount, because }) => (
            <li key={key}>
              <span>{label.split(': ').at(-1)}</span>
              <span className="figures">{moneyText(amount)}</span>
              <small>{because.join('. ')}</small>
            </li>
          ))}
        </ul>
        <Group data-actions justify="space-between" gap="xs">
          <Group gap="xs">
            <Button
              variant="default"
              color="red"
              onClick={() => {
                void perform((it) => removeAttendee(it, person_id)).then((refusal) => {
                  if (!refusal) onClose()
                })
              }}
            >
              Remove
            </Button>
            {level?.kind !== 'observer' && !facts.tour_date.event.is_intensive && (
              <Button
                variant="default"
                onClick={() => {
                  void perform((it, now) => moveTo(it, { person_id, kind: other }, now)).then((refusal) => {
                    if (!refusal) onClose()
                  })
                }}
              >
                Move to {other}s
              </Button>
            )}
          </Group>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </div>
    </Dialog>
  )
}
