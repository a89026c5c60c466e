import type { Reply } from '../api/call.ts'
import { levelsNow } from '@callboard/domain/registrations/places/levels-free.ts'
import { countNeededPlaces } from '@callboard/domain/registrations/places/needed-places.ts'
import type { Facts } from '@callboard/domain/registrations/registration.ts'
import { useLocation } from 'wouter'
import { useState } from 'react'
import { useRead } from '../api/use-call.ts'
import { LoadError } from '../shell/ErrorPage.tsx'
import { paths } from '../shell/paths.ts'
import { useSession } from '../shell/session.ts'
import { emptyRoutine, loadDraft } from '../registrations/routines/draft-storage.ts'
import { sendToLine } from '../registrations/routines/routine-calls.ts'
import { RoutineSheet } from '../registrations/routines/RoutineSheet.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { LevelWaitDialog } from '../waiting-list/LevelWaitDialog.tsx'

type Record = Reply<'GET /v1/dance360/registrations/{id}'>
type JoinCity = Reply<'GET /v1/dance360/tour-dates/{id}/city'>

/** A completed registration's facts: what it has taken of the city's places is its own. */
function factsOf(record: Record, city: JoinCity): Facts {
  const baseFacts = { ...city, now: record.now, exempt: record.exempt, studio: record.studio }
  const heldPlaces = countNeededPlaces(record, baseFacts)
  return { ...baseFacts, held: heldPlaces, workshop_levels: levelsNow(city.workshop_levels, heldPlaces, city.places) }
}

type JoinSheetProps = {
  record: Record
  /** Levels without a place left. */
  levels: readonly number[]
  target: 'routine' | number
  onLevel: (level_id: number) => void
  onJoined: () => void
  onClose: () => void
}

/** The form of a routine, or the choice of people, that joins the line of a city. A18. */
export function JoinSheet({ record, levels, target, onLevel, onJoined, onClose }: JoinSheetProps) {
  const [unsaved] = useState(() => loadDraft(record.id))
  const [newRoutine] = useState(() => ({ ...emptyRoutine(), status: 'waiting' as const }))
  const start = unsaved?.id === null && unsaved.status === 'waiting' ? unsaved : newRoutine
  // Of the opened sheet: sent again after a reply that was lost, its routine is refused instead of joining twice.
  const [version] = useState(record.version)
  const [, navigate] = useLocation()
  const user = useSession()
  const cityRead = useRead('GET /v1/dance360/tour-dates/{id}/city', { params: { id: record.tour_date_id } })
  const rosterRead = useRead('GET /v1/mybtf/roster', { query: { mybtf_user_id: user?.id } }, { enabled: Boolean(user) })
  const [city, roster] = [cityRead.data, rosterRead.data]
  const error = cityRead.error ?? rosterRead.error
  if (!city || !roster) {
    return error ? (
      <Dialog opened title="Waiting list" onCancel={onClose}>
        <LoadError error={error} onRetry={() => void Promise.all([cityRead.refetch(), rosterRead.refetch()])} />
      </Dialog>
    ) : null
  }
  const facts = factsOf(record, city)
  if (target === 'routine') {
    return (
      <RoutineSheet
        start={start}
        isUnsaved={start === unsaved}
        registration={record}
        facts={facts}
        roster={roster}
        acts={{ saveRoutine: (draft) => sendToLine(record.id, draft, version).finally(onJoined) }}
        go={(to) => navigate(to === 'roster' ? paths.roster : paths.event(record.id, 'overview'))}
        onClose={onClose}
      />
    )
  }
  const full = facts.workshop_levels.filter(({ id }) => levels.includes(id))
  const level = full.find(({ id }) => id === target)
  if (!level) return null
  return (
    <LevelWaitDialog
      key={level.id}
      level={level}
      levels={full}
      onLevel={onLevel}
      registration={record}
      facts={facts}
      roster={roster}
      start={[]}
      beforeJoining={() => Promise.resolve()}
      onJoined={onJoined}
      onClose={onClose}
    />
  )
}
