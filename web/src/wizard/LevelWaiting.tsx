import { isWaitedFor } from '@callboard/domain/registrations/places/levels-free.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import type { PanelPerson } from '../registrations/attendees/RosterPanel.tsx'
import { LevelLineContext } from '../registrations/attendees/perform.ts'

const LevelWaitDialog = lazy(async () => ({
  default: (await import('../waiting-list/LevelWaitDialog.tsx')).LevelWaitDialog,
}))
const PeopleLine = lazy(async () => ({ default: (await import('../waiting-list/WaitingLine.tsx')).PeopleLine }))

type LevelWaitingProps = {
  registration: Registration
  facts: Facts
  roster: readonly PanelPerson[]
  /** Saves what is not saved yet. */
  flush: () => Promise<unknown>
  onChanged: () => void
  children: ReactNode
}

/** The waiting list inside a people step: join buttons, dialog and entries. A18. */
export function LevelWaiting({ registration, facts, roster, flush, onChanged, children }: LevelWaitingProps) {
  const [waitRequest, setWaitRequest] = useState<{ level_id: number; people: readonly number[] }>()
  const mayJoin = facts.tour_date.waiting_list
  const line = useMemo(
    () => ({
      isWaitedFor: (level_id: number) => mayJoin && isWaitedFor(level_id, facts),
      wait: (level_id: number, people: readonly number[]) => setWaitRequest({ level_id, people }),
    }),
    [mayJoin, facts],
  )
  const level = facts.workshop_levels.find(({ id }) => id === waitRequest?.level_id)
  return (
    <LevelLineContext value={line}>
      {facts.tour_date.waiting_list && (
        <Suspense>
          <PeopleLine
            registration_id={registration.id}
            zone={facts.tour_date.time_zone}
            completed={registration.completed}
            onChanged={onChanged}
          />
        </Suspense>
      )}
      {children}
      {waitRequest && level && (
        <Suspense>
          <LevelWaitDialog
            level={level}
            registration={registration}
            facts={facts}
            roster={roster}
            start={waitRequest.people}
            beforeJoining={flush}
            onJoined={onChanged}
            onClose={() => setWaitRequest(undefined)}
          />
        </Suspense>
      )}
    </LevelLineContext>
  )
}
