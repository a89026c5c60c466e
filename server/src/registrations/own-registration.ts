import { logoAddress } from '@callboard/domain/kernel/files.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { balanceOf } from '@callboard/domain/registrations/settlement/balance.ts'
import { payBy } from '@callboard/domain/payments/dues.ts'
import { amountOwed } from '@callboard/domain/payments/amount-owed.ts'
import { rateDeadline } from '@callboard/domain/tours/rate-deadline.ts'
import { closesAt } from '@callboard/domain/tours/registration-window.ts'
import { isEventOver } from '@callboard/domain/tours/tour-date-days.ts'
import type { ProductSettings } from '@callboard/domain/tours/settings/registry.ts'
import { presentKeptPlaces } from '../capacity/kept-places.ts'
import type { OwnRegistrationRow } from './own-registration-queries.ts'

/** One registration as My Events lists it: what it is, and what it still needs. ACC-070, ACC-071. */
export function presentOwn(row: OwnRegistrationRow, settings: ProductSettings, now: Instant) {
  const { id, tour_date_id, start_date, end_date, time_zone, completed, confirmed } = row
  const priced = balanceOf(row.total, cents(row.promo), row.credit, [{ amount: cents(row.paid) }])
  const due = amountOwed(priced, completed ? row.receivable : null)
  const has_competition = !row.no_competition && !row.is_workshop_only
  return {
    id,
    tour_date_id,
    event: {
      id: row.event_id,
      name: row.event_name,
      subdomain: row.subdomain,
      color: row.color,
      logo: logoAddress(row.logo_key),
    },
    city: [row.city_name, row.state].filter(Boolean).join(', '),
    start_date,
    end_date,
    time_zone,
    completed,
    confirmed,
    left_off: row.left_off,
    left_off_details: row.left_off_details,
    past: isEventOver({ time_zone, end_date }, now),
    open: row.regenabled && !row.canceled && now < closesAt(row, settings),
    has_competition,
    people: row.dancers + row.teachers + row.observers,
    routines: row.routine_count,
    balance: due.raw,
    due_date: payBy(row, { completed_at: row.completed_at, pays_later: row.paying_by_check }, now, settings),
    rate_ends: rateDeadline(row, now, settings).last_minute,
    kept_places: presentKeptPlaces(row),
    waivers: { done: row.signed, total: row.signers },
    music: { done: row.with_music, total: row.dancing },
    updated: row.updated,
  }
}
