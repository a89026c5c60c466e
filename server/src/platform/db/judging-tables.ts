import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { DeductionCode } from '@callboard/domain/judging/deduction.ts'
import type { Dropping, PanelKind } from '@callboard/domain/judging/panel.ts'
import type { SheetSource } from '@callboard/domain/judging/sheet.ts'
import type { Criterion } from '@callboard/domain/judging/mark.ts'
import type { Generated } from 'kysely'
import type { Flag, Id, Json, JsonWithDefault } from './column-types.ts'

type Points = number

export type JudgingTables = {
  judges: {
    id: Id
    name: string
    bio: Generated<string>
    headshot_key: Generated<string | null>
    signature_key: Generated<string | null>
    active: Generated<boolean>
    version: Generated<number>
  }
  score_scales: {
    id: Id
    name: string
    event_id: Generated<number | null>
    season_id: Generated<number | null>
    max_points: Generated<Points>
    step: Generated<Points>
    soft_floor: Generated<Points>
    criteria: JsonWithDefault<readonly Criterion[]>
    version: Generated<number>
  }
  panels: {
    id: Id
    tour_date_id: number
    name: string
    kind: Generated<PanelKind>
    counted: Generated<number>
    dropping: Generated<Dropping>
    scale_id: number
    version: Generated<number>
  }
  judge_seats: {
    id: Id
    panel_id: number
    position: number
    judge_id: number | null
    shadow: Flag
  }
  judged_blocks: {
    block_id: number
    panel_id: number
    locked_at: Generated<Instant | null>
    locked_by: Generated<number | null>
  }
  recusals: {
    seat_id: number
    registration_id: number
    reason: Generated<string>
  }
  judge_pairings: {
    id: Id
    seat_id: number
    code_hash: string
    label: Generated<string>
    created_at: Instant
    created_by: number
    expires_at: Instant
    tries_left: Generated<number>
    used_at: Generated<Instant | null>
  }
  judge_devices: {
    id: Id
    token_hash: string
    seat_id: number
    label: Generated<string>
    paired_at: Instant
    paired_by: number
    expires_at: Instant
    replaced_at: Generated<Instant | null>
    revoked_at: Generated<Instant | null>
    last_seen: Generated<Instant | null>
    battery: Generated<number | null>
    queued_sheets: Generated<number | null>
    queued_bytes: Generated<number | null>
    recording: Flag
    app_version: Generated<string>
    clock_offset_ms: Generated<number | null>
  }
  score_sheets: {
    client_id: string
    registration_routine_id: number
    seat_id: number
    revision: number
    points: Points | null
    criteria: Json<Readonly<Record<string, Points>>> | null
    abstained: string | null
    critique: Generated<string>
    note: Generated<string>
    switches: Generated<readonly number[]>
    source: SheetSource
    device_id: Generated<number | null>
    entered_by: Generated<number | null>
    confirmed_by: Generated<number | null>
    confirmed_at: Generated<Instant | null>
    decided_by: Generated<number | null>
    reason: Generated<string>
    marked_at: Generated<Instant | null>
    received_at: Instant
    verified_at: Generated<Instant | null>
    contested: Flag
    withdrawn_at: Generated<Instant | null>
    withdrawn_by: Generated<number | null>
  }
  audition_sheets: {
    client_id: string
    attendee_id: number
    seat_id: number
    revision: number
    points: Points | null
    abstained: string | null
    entered_by: number
    confirmed_by: Generated<number | null>
    confirmed_at: Generated<Instant | null>
    received_at: Instant
    withdrawn_at: Generated<Instant | null>
    withdrawn_by: Generated<number | null>
  }
  sheet_reopenings: {
    id: Id
    registration_routine_id: number
    seat_id: number
    reason: string
    opened_at: Instant
    opened_by: number
    closed_at: Generated<Instant | null>
  }
  deductions: {
    id: Id
    registration_routine_id: number
    code: DeductionCode
    points: Points
    reason: Generated<string>
    entered_at: Instant
    entered_by: number
    voided_at: Generated<Instant | null>
    voided_by: Generated<number | null>
  }
}
