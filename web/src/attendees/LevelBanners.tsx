import type { Facts } from '@callboard/domain/registrations/registration.ts'
import type { LevelKind } from '@callboard/domain/tour-dates/city.ts'
import { CueLight } from '../ui/CueLight.tsx'
import styles from './attendees.module.css'

const words = { sold_out: 'sold out', not_available: 'not available for this city' } as const

/** The levels that cannot be chosen here. UI-017, ATT-019. */
export function LevelBanners({ facts, kinds }: { facts: Facts; kinds: readonly LevelKind[] }) {
  const shut = facts.workshop_levels.flatMap((level) =>
    level.status === 'open' || !kinds.includes(level.kind) ? [] : [{ ...level, status: level.status }],
  )
  if (shut.length === 0) return null
  return (
    <output className={styles['banners']}>
      {shut.map(({ id, level, status }) => (
        <CueLight key={id} state="standby">
          {level} is {words[status]}.
        </CueLight>
      ))}
    </output>
  )
}
