import { setAttendedReg } from '@callboard/domain/registrations/attendees/set-discounts.ts'
import { setOneDay } from '@callboard/domain/registrations/attendees/set-level.ts'
import { choiceFields, setAddOn, setMediaPass } from '@callboard/domain/registrations/attendees/set-options.ts'
import { accept, type Result } from '@callboard/domain/kernel/result.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { AddOn, CityChoice } from '@callboard/domain/tours/city.ts'
import { CompactSelect } from '../../ui/CompactSelect.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './attendees.module.css'
import type { Perform } from './perform.ts'

type Change = (
  registration: Registration,
  person_id: number,
  facts: Facts,
  on: boolean,
) => Result<Registration, Refusal>

type BulkChange = { key: string; label: string; needs?: AddOn; act: Change }

const changes: readonly BulkChange[] = [
  {
    key: 'attended',
    label: 'attended before',
    act: (it, person_id, facts, on) => setAttendedReg(it, { person_id, attended_reg: on }, facts),
  },
  {
    key: 'one_day',
    label: 'one day',
    act: (it, person_id, facts, on) => setOneDay(it, { person_id, one_day: on }, facts),
  },
  {
    key: 'media',
    label: 'media season pass',
    needs: 'media_pass',
    act: (it, person_id, facts, on) => setMediaPass(it, { person_id, media_pass: on }, facts),
  },
  {
    key: 'vip',
    label: 'VIP experience',
    needs: 'vip_experience',
    act: (it, person_id, facts, on) => setAddOn(it, { person_id, vip_experience: on }, facts),
  },
  {
    key: 'photo',
    label: 'photoshoot',
    needs: 'photoshoot',
    act: (it, person_id, facts, on) => setAddOn(it, { person_id, photoshoot: on }, facts),
  },
]

/** A lab or battle for everyone; taken off, those leave it who had chosen this one. ATT-054. */
const choosing = ({ id, kind, name }: CityChoice): BulkChange => {
  const [field, , label] = kind === 'lab' ? choiceFields[0] : choiceFields[1]
  return {
    key: `choice${id}`,
    label: `${label.toLowerCase()} “${name}”`,
    act: (it, person_id, facts, on) =>
      on || it.attendees[person_id]?.[field] === id
        ? setAddOn(it, { person_id, [field]: on ? id : null }, facts)
        : accept(it),
  }
}

type BulkOptionsProps = { person_ids: readonly number[]; facts: Facts; perform: Perform }

/** One option for everyone selected. People who are not eligible stay unchanged, and a message lists them. */
export function BulkOptions({ person_ids, facts, perform }: BulkOptionsProps) {
  const { add_ons } = facts.tour_date
  const availableChanges = [
    ...changes.filter(({ needs }) => !needs || add_ons.includes(needs)),
    ...facts.city_choices.filter(({ kind, offered: isOffered }) => isOffered && add_ons.includes(kind)).map(choosing),
  ]

  async function apply(value: string) {
    const [key, way] = value.split(':')
    const change = availableChanges.find((one) => one.key === key)
    if (!change) return
    let left = 0
    await perform((registration, now) => {
      left = 0
      return accept(
        person_ids.reduce((before, person_id) => {
          const result = change.act(before, person_id, now, way === 'on')
          if (result.ok) return result.value
          left += 1
          return before
        }, registration),
      )
    })
    const changedCount = person_ids.length - left
    toast(
      left === 0 ? `${changedCount} changed` : `${changedCount} changed, ${left} unchanged`,
      left === 0 ? 'done' : 'stop',
    )
  }

  return (
    <CompactSelect
      className={styles['bulk'] ?? ''}
      aria-label={`Set an option for ${person_ids.length} selected`}
      value=""
      onChange={(event) => void apply(event.currentTarget.value)}
    >
      <option value="">Set for {person_ids.length} selected…</option>
      {availableChanges.map(({ key, label }) => (
        <option key={key} value={`${key}:on`}>
          Add {label}
        </option>
      ))}
      {availableChanges.map(({ key, label }) => (
        <option key={key} value={`${key}:off`}>
          Take off {label}
        </option>
      ))}
    </CompactSelect>
  )
}
