import { levelMismatches, type LevelMismatch } from '@callboard/domain/registrations/attendees/level-mismatch.ts'
import { listed, namesIn } from '@callboard/domain/kernel/wording.ts'
import { levelsFreeFor } from '@callboard/domain/registrations/places/levels-free.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { LevelKind, WorkshopLevel } from '@callboard/domain/tours/city.ts'
import { Button } from '@mantine/core'
import { use } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { LevelLineContext } from './perform.ts'
import styles from './attendees.module.css'

const words = { sold_out: 'sold out', not_available: 'not available for this city' } as const

type LevelBannersProps = { registration: Registration; facts: Facts; kinds: readonly LevelKind[] }

/** The levels that cannot be chosen here, who is elsewhere for it, and the way into the line of a full one. UI-017, ATT-019, A18. */
export function LevelBanners({ registration, facts, kinds }: LevelBannersProps) {
  const line = use(LevelLineContext)
  const shut = facts.workshop_levels.flatMap((level) =>
    level.status === 'open' || !kinds.includes(level.kind) ? [] : [{ ...level, status: level.status }],
  )
  if (shut.length === 0) return null
  const elsewhere = levelMismatches(registration, facts)
  return (
    <output className={styles['banners']}>
      {shut.map((one) => {
        const { id, level, status } = one
        const people = elsewhere.get(id) ?? []
        const attendees = people.flatMap(({ person_id }) => registration.attendees[person_id] ?? [])
        const waits = line?.isWaitedFor(id) === true
        return (
          <span key={id} className={styles['banner']}>
            <span>
              <StatusBadge state="standby">
                {level} is {words[status]}.
              </StatusBadge>
              {people.length > 0 && (
                <span className={styles['elsewhere']}>
                  {instead(people, one, levelsFreeFor(attendees, one, facts), waits)}
                </span>
              )}
            </span>
            {waits && (
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
        )
      })}
    </output>
  )
}

/** Returns the sentences that name the people whose age fits the level, their actual level and the available actions. */
function instead(
  people: readonly LevelMismatch[],
  { level }: WorkshopLevel,
  free: readonly string[],
  waits: boolean,
): string {
  const others = [...new Set(people.map((person) => person.level.level))]
  const where = others.map((other) => {
    const there = people.filter((person) => person.level.level === other)
    return `${namesIn(there.map(({ name }) => name))} ${there.length === 1 ? 'is' : 'are'} in ${other} instead.`
  })
  const them = people.length === 1 ? 'this dancer' : 'them'
  const ways = waits
    ? `Leave ${them} there, choose another level in the list, or join the waiting list for ${level}.`
    : `Leave ${them} there, or choose another level in the list.`
  const open = free.length > 0 ? [`Still available: ${listed(free)}.`] : []
  return [...where, ...open, ways].join(' ')
}
