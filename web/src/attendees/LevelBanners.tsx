import type { Facts } from '@callboard/domain/registrations/registration.ts'
import type { LevelKind } from '@callboard/domain/tour-dates/city.ts'
import { Button } from '@mantine/core'
import { use } from 'react'
import { CueLight } from '../ui/CueLight.tsx'
import { LevelLineContext } from './level-line.ts'
import styles from './attendees.module.css'

const words = { sold_out: 'sold out', not_available: 'not available for this city' } as const

/** The levels that cannot be chosen here, and the way into the line of a full one. UI-017, ATT-019, A18. */
export function LevelBanners({ facts, kinds }: { facts: Facts; kinds: readonly LevelKind[] }) {
  const line = use(LevelLineContext)
  const shut = facts.workshop_levels.flatMap((level) =>
    level.status === 'open' || !kinds.includes(level.kind) ? [] : [{ ...level, status: level.status }],
  )
  if (shut.length === 0) return null
  return (
    <output className={styles['banners']}>
      {shut.map(({ id, level, status }) => (
        <span key={id} className={styles['banner']}>
          <CueLight state="standby">
            {level} is {words[status]}.
          </CueLight>
          {line?.isWaitedFor(id) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Join the waiting list for ${level}`}
              onClick={() => line.wait(id, [])}
            >
              Join the waiting list
            </Button>
          )}
        </span>
      ))}
    </output>
  )
}
