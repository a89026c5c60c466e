import type { MediaFailure, MediaKind, MediaState } from '@callboard/domain/critiques/media.ts'
import type { HomeworkGroup } from '@callboard/domain/homework/homework.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Generated } from 'kysely'
import type { Flag, Id } from './column-types.ts'

export type CritiqueTables = {
  critique_items: {
    id: Id
    parent_id: number | null
    level: number
    name: string
    event_id: number | null
    active: Flag
    position: Generated<number>
  }
  critique_marks: {
    id: Id
    client_id: string
    critique_item_id: number
    good: boolean
    at_ms: number | null
  }
  critique_texts: {
    client_id: string
    critique: string
    note: string
    entered_by: number
    entered_at: Instant
  }
  media_objects: {
    id: string
    tour_date_id: number
    kind: MediaKind
    registration_routine_id: number | null
    seat_id: number | null
    name: Generated<string>
    key: string | null
    content_type: Generated<string>
    bytes: number
    sha256: string | null
    duration_ms: number | null
    started_at: Instant | null
    shift_ms: number | null
    peaks: Buffer | null
    state: MediaState
    failure: MediaFailure | null
    withheld_reason: string | null
    uploaded_by: number | null
    device_id: number | null
    created: Instant
    received_at: Instant | null
    expires_at: Instant | null
    conversion_tries: Generated<number>
    conversion_failure: MediaFailure | null
  }
  homework: {
    id: Id
    name: string
    staff: Generated<string>
    homework_group: HomeworkGroup
    search_text: Generated<string>
    video_url: string | null
    active: Flag
    created: Generated<Instant>
  }
  homework_divisions: { homework_id: number; performance_division_id: number }
  homework_items: { homework_id: number; critique_item_id: number }
  routine_homework: { registration_routine_id: number; homework_id: number; entered_by: number }
}
