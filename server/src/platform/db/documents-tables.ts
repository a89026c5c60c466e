import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { LegalTextName } from '@callboard/domain/accounts/legal-text.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Relationship, WaiverForm } from '@callboard/domain/waivers/form.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Flag, Id } from './column-types.ts'

export type DocumentTables = {
  legal_texts: {
    name: LegalTextName
    version: number
    text: string
    since: CalendarDate
    created: Instant
    created_by: number | null
  }
  agreements: {
    id: Id
    registration_id: number
    name: LegalTextName
    version: number
    user_id: number | null
    agreed_at: Instant
    editing: boolean
  }
  waiver_types: {
    id: Generated<number>
    name: string
    version: number
    event_id: number | null
    season_id: number | null
    active: Flag
  }
  waiver_texts: {
    waiver_type_id: number
    version: number
    text: string
    created: Instant
    created_by: number | null
  }
  waiver_requests: {
    id: Id
    registration_id: number
    person_id: number
    waiver_type_id: number
    version: number
    season_id: number
    token_hash: string | null
    created: Instant
    expires_at: Instant
    mailed_to: Generated<string | null>
    mailed_at: Generated<Instant | null>
    is_self: Generated<boolean | null>
    form: ColumnType<WaiverForm | null, string | null | undefined, string | null>
    signer_name: Generated<string | null>
    parent_relationship: Generated<Relationship | null>
    signed_at: Generated<Instant | null>
    signed_ip: Generated<string | null>
    user_agent: Generated<string | null>
    signed_by: Generated<number | null>
    seal: Generated<string | null>
    recorded_by: Generated<number | null>
    note: Generated<string | null>
    removed_at: Generated<Instant | null>
  }
  waivers: {
    id: Id
    person_id: number
    waiver_type_id: number
    season_id: number
    signed_at: Instant
    request_id: Generated<number | null>
    /** The account it counts for: that of the registration that asked. */
    user_id: Generated<number | null>
  }
  music: {
    id: Id
    registration_routine_id: number
    name: string
    url: string
    content_type: string
    duration: number
    notes: string | null
    date_added: Instant
    deleted_at: Generated<Instant | null>
  }
  music_purges: { id: Id; tour_date_id: number; files: number; at: Instant }
}
