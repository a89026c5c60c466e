import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import type { ConflictNames } from './conflict-text.ts'
import type { OrderSettings } from './conflicts.ts'
import type { OrderBlock, OrderEntry } from './order.ts'

// Blocks, entries and names for tests of the running order.

export const settings: OrderSettings = {
  changeover_seconds: 20,
  prop_seconds: 60,
  dancer_gap_minutes: 15,
  dancer_gap_entries: 6,
  studio_run_most: 3,
}
export const nine = instant('2026-03-06T14:00:00Z')

export const block = (id: number, change: Partial<OrderBlock> = {}): OrderBlock => ({
  id,
  stage: 1,
  kind: 'routines',
  name: `Block ${id}`,
  starts_at: nine,
  day: calendarDate('2026-03-06'),
  minutes: 0,
  ...change,
})
export const entry = (id: number, change: Partial<OrderEntry> = {}): OrderEntry => ({
  id,
  registration_id: id,
  block_id: 1,
  position: id,
  entry_number: null,
  suffix: '',
  pinned: false,
  state: 'planned',
  override_reason: '',
  allowed_seconds: 180,
  extra_minutes: 0,
  has_prop: false,
  minimum_age: 8,
  age_division_id: 1,
  dancers: [],
  wish_windows: [],
  ...change,
})
export const names: ConflictNames = {
  dancer: (id) => `Dancer ${id}`,
  entry: (id) => `entry ${id}`,
  studio: (id) => `Studio ${id}`,
  block: (id) => `Block ${id}`,
  wish: (id) => `wish ${id}`,
  moment: (at) => at.slice(11, 16),
}
