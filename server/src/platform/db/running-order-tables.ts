import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { OrderEntryState } from '@callboard/domain/running-order/entry-state.ts'
import type { OrderVersion } from '@callboard/domain/running-order/order-changes.ts'
import type { BlockKind } from '@callboard/domain/running-order/order.ts'
import type { Generated } from 'kysely'
import type { Flag, Id, Json } from './column-types.ts'

/** Divisions and category of an entry as it danced. */
type DancedAs = { age_division_level_id: number; category_id: number; performance_division_id: number }

export type RunningOrderTables = {
  running_orders: {
    tour_date_id: number
    version: Generated<number>
    published_version: Generated<number | null>
    published_at: Generated<Instant | null>
    is_public: Flag
    shows_dancers: Flag
    public_token: Generated<string | null>
  }
  competition_blocks: {
    id: Id
    tour_date_id: number
    stage: Generated<number>
    kind: BlockKind
    name: string
    starts_at: Instant
    minutes: Generated<number>
  }
  running_order_entries: {
    registration_routine_id: number
    tour_date_id: number
    block_id: number
    position: number
    entry_number: Generated<number | null>
    suffix: Generated<string>
    pinned: Flag
    state: Generated<OrderEntryState>
    on_stage_at: Generated<Instant | null>
    off_stage_at: Generated<Instant | null>
    measured_seconds: Generated<number | null>
    danced_as: Json<DancedAs> | null
    adjudicated_only: Flag
    override_reason: Generated<string>
  }
  entry_requests: {
    registration_routine_id: number
    text: Generated<string>
    day: CalendarDate | null
    not_before: string | null
    not_after: string | null
    revision: Generated<number>
    requested_at: Instant
    answer: Generated<string>
    answered_at: Generated<Instant | null>
  }
  order_versions: {
    tour_date_id: number
    version: number
    body: Json<OrderVersion>
    published_at: Instant
    published_by: number
  }
  hall_displays: {
    id: Id
    tour_date_id: number
    stage: number | null
    label: string
    shows_studios: boolean
    token_hash: string
    created_at: Instant
    created_by: number
    expires_at: Instant
    revoked_at: Generated<Instant | null>
  }
}
