import type { Reply } from '../api/call.ts'
import { roomFor } from '@callboard/domain/registrations/places/availability.ts'
import { isPassed } from '@callboard/domain/tours/registration-window.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../api/use-call.ts'
import type { ReadResult } from '../shell/ErrorPage.tsx'

const JoinSheet = lazy(async () => ({ default: (await import('./JoinSheet.tsx')).JoinSheet }))

type Record = Reply<'GET /v1/dance360/registrations/{id}'>

/** Returns the sold-out levels of a city with a waiting list, null if nothing is sold out or nobody can join the list; and the read. */
export function useFull({ tour_date, completed, now }: Record): {
  full: { keys: readonly string[]; levels: readonly number[] } | null
  read: ReadResult
} {
  const asks = completed && tour_date.waiting_list && !tour_date.canceled && !isPassed(tour_date, now)
  const read = useRead('GET /v1/tour-dates/{id}/places', { params: { id: tour_date.id } }, { enabled: asks })
  const places = read.data?.places
  if (!asks || !places) return { full: null, read }
  const full = Object.keys(places).filter((key) => roomFor(key, {}, places) === 0)
  if (full.length === 0) return { full: null, read }
  const levels = full.flatMap((key) => (key.startsWith('level:') ? [Number(key.slice('level:'.length))] : []))
  return { full: { keys: full, levels }, read }
}

type JoinLineProps = { record: Record; levels: readonly number[]; onJoined: () => void }

/** A completed registration asks for more than was left: a routine, with new dancers or without, or people for a level. A18. */
export function JoinLine({ record, levels, onJoined }: JoinLineProps) {
  const [joinTarget, setJoinTarget] = useState<'routine' | number>()
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPlus className="icon" />}
        onClick={() => setJoinTarget('routine')}
      >
        Add a routine to the waiting list
      </Button>
      {levels.length > 0 && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPlus className="icon" />}
          onClick={() => setJoinTarget(levels[0])}
        >
          Add people to the waiting list
        </Button>
      )}
      {joinTarget !== undefined && (
        <Suspense>
          <JoinSheet
            record={record}
            levels={levels}
            target={joinTarget}
            onLevel={setJoinTarget}
            onJoined={onJoined}
            onClose={() => setJoinTarget(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
