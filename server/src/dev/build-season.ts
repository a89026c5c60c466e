import { dollars } from '@callboard/domain/kernel/money.ts'
import type { Insertable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'

export const thisSeason = {
  id: 41,
  start_year: 2024,
  end_year: 2025,
  age_year: 2025,
  current: true,
  is_portal: true,
} satisfies Insertable<Schema['seasons']>

export const lastSeason = {
  id: 40,
  start_year: 2023,
  end_year: 2024,
  age_year: 2024,
} satisfies Insertable<Schema['seasons']>

export const insertSeasons = (tx: Tx, seasons: readonly Insertable<Schema['seasons']>[]) =>
  tx.insertInto('seasons').values(seasons).execute()

export type EventInput = Omit<Insertable<Schema['events']>, 'support_email'> & {
  support_email?: string
}

export const plainEvent: EventInput = {
  id: 7,
  name: 'Meridian',
  subdomain: 'meridian',
  color: '#7A1F4B',
  allows_routine_copy: true,
  mobile_registration: 'full',
}

/** Brands, with what everything costs at each in each season. */
export async function insertEvents(tx: Tx, events: readonly EventInput[], season_ids: readonly number[]) {
  await tx.insertInto('events').values(events.map(rowOf)).execute()
  const pairs = events.flatMap((event) => season_ids.map((season_id) => ({ event, season_id })))
  await tx.insertInto('level_prices').values(pairs.flatMap(levelPrices)).execute()
  await tx.insertInto('category_fees').values(pairs.flatMap(categoryFees)).execute()
}

const rowOf = (event: EventInput): Insertable<Schema['events']> => ({
  support_email: `hello@${event.subdomain}.example`,
  ...event,
})

type Pair = { event: EventInput; season_id: number }

// Dollars for the whole weekend, for one day, and virtual; null: not offered that way.
const usualPrices: Readonly<Record<number, readonly [full: number, one_day: number | null, virtual: number | null]>> = {
  1: [225, 125, 95],
  2: [265, 145, 110],
  3: [285, 155, 120],
  4: [285, 155, 120],
  5: [210, 120, 95],
  31: [45, null, null],
  34: [75, null, null],
}
const tierSurcharge = { discount: 0, full: 25, late: 50 } as const
const usualFees: Readonly<Record<number, number>> = { 1: 125, 2: 75, 3: 58, 4: 54, 5: 50, 6: 45 }

// Basis points of the usual prices: nationals and intensives last a week.
const priceLevel = ({ is_nationals, is_intensive }: EventInput) =>
  is_intensive ? 20_000 : is_nationals ? 16_000 : 10_000

const atLevel = (price: number, event: EventInput) => dollars(Math.round((price * priceLevel(event)) / 10_000))

const levelPrices = ({ event, season_id }: Pair) =>
  Object.entries(usualPrices).flatMap(([level_id, [full, one_day, virtual]]) =>
    (['discount', 'full', 'late'] as const).flatMap((tier) =>
      Object.entries({ full, one_day, virtual }).flatMap(([kind, price]) => {
        if (price === null) return []
        // Observers pay the same whenever they come.
        const surcharge = Number(level_id) > 30 ? 0 : tierSurcharge[tier]
        const row = { event_id: event.id, season_id, level_id: Number(level_id), tier }
        return [{ ...row, kind: kind as 'full' | 'one_day' | 'virtual', price: atLevel(price + surcharge, event) }]
      }),
    ),
  )

const categoryFees = ({ event, season_id }: Pair) =>
  Object.entries(usualFees).map(([category_id, fee]) => ({
    event_id: event.id,
    season_id,
    category_id: Number(category_id),
    fee_per_dancer: atLevel(fee, event),
  }))
