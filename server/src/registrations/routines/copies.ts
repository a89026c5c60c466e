import type { TourDate } from '@callboard/domain/tours/city.ts'
import { type RoutineDraft, emptyDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { mayCopyFrom } from '@callboard/domain/registrations/routines/copying.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { Refused } from '../../platform/http/errors.ts'
import { loadSources } from './previous.ts'
import type { routineDraft } from '@callboard/contract/registrations/routines.ts'
import type { z } from 'zod'

type Copied = Pick<RoutineDraft, 'copied_from' | 'old_music_id'>

/** Refuses routines that say they come from an entry, or take music, that is not the account's own to copy here. COPY-004, COPY-011, COPY-012. */
export async function refuseForeignCopies(
  tx: Tx,
  user_id: number,
  drafts: readonly Copied[],
  facts: { tour_date: TourDate },
): Promise<void> {
  const entries = drafts.flatMap(({ copied_from }) => copied_from ?? [])
  const music = drafts.flatMap(({ old_music_id }) => old_music_id ?? [])
  if (entries.length + music.length === 0) return
  const sources = (await loadSources(tx, user_id, { entries, music })).filter((source) => mayCopyFrom(source, facts))
  const isEverySourceOwn = drafts.every(
    ({ copied_from, old_music_id }) =>
      (copied_from === null || sources.some(({ id }) => id === copied_from)) &&
      (old_music_id === null || sources.some(({ music_id }) => music_id === old_music_id)),
  )
  if (!isEverySourceOwn) throw new Refused({ code: 'routine.copy_unknown' })
}

/** Maps a client's routine input to the draft of the domain rule. */
export const draftFrom = (
  { routine, performance_division_id, attendees, ...options }: z.output<typeof routineDraft>,
  id: number | null,
): RoutineDraft => ({ ...emptyDraft, ...options, ...routine, performance_division_id, attendees, id })
