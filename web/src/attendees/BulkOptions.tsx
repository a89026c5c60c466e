import { setAttendedReg } from '@callboard/domain/attendees/set-discounts.ts'
import { setOneDay } from '@callboard/domain/attendees/set-level.ts'
import { setAddOn, setMediaPass } from '@callboard/domain/attendees/set-options.ts'
import { accept, type Result } from '@callboard/domain/kernel/result.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { toast } from '../ui/toasts.ts'
import styles from './attendees.module.css'
import type { Perform } from './perform.ts'

type Change = (
  registration: Registration,
  person_id: number,
  facts: Facts,
  on: boolean,
) => Result<Registration, Refusal>

const changes: readonly { key: string; label: string; needs?: Facts['tour_date']['add_ons'][number]; act: Change }[] = [
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

type BulkOptionsProps = { person_ids: readonly number[]; facts: Facts; perform: Perform }

/** One option for everyone selected. Who cannot have it stays as they are, and that is said. */
export function BulkOptions({ person_ids, facts, perform }: BulkOptionsProps) {
  const offered = changes.filter(({ needs }) => !needs || facts.tour_date.add_ons.includes(needs))

  async function apply(value: string) {
    const [key, way] = value.split(':')
    const change = offered.find((one) => one.key === key)
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
    const done = person_ids.length - left
    toast(left === 0 ? `${done} changed` : `${done} changed, ${left} left as they were`, left === 0 ? 'done' : 'stop')
  }

  return (
    <select
      className={styles['bulk']}
      aria-label={`Set an option for ${person_ids.length} selected`}
      value=""
      onChange={(event) => void apply(event.currentTarget.value)}
    >
      <option value="">Set for {person_ids.length} selected…</option>
      {offered.map(({ key, label }) => (
        <option key={key} value={`${key}:on`}>
          Add {label}
        </option>
      ))}
      {offered.map(({ key, label }) => (
        <option key={key} value={`${key}:off`}>
          Take off {label}
        </option>
      ))}
    </select>
  )
}
