import { readCityPrices } from '@callboard/contract/tours/city-prices.ts'
import {
  listDue,
  listSeasonRegistrations,
  listTours,
  readCallBoard,
  readCity,
  readEvent,
  type PickedDate,
} from '@callboard/contract/tours/tour-dates.ts'
import { minutesAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { maxCents, zeroCents } from '@callboard/domain/kernel/money.ts'
import { dueOf } from '@callboard/domain/payments/dues.ts'
import { logoAddress } from '@callboard/domain/kernel/files.ts'
import { isOffered, offeredPrices } from '@callboard/domain/tours/level-offers.ts'
import { rateDeadline } from '@callboard/domain/tours/rate-deadline.ts'
import { rateFlips } from '@callboard/domain/tours/rate-tier.ts'
import { isPassed } from '@callboard/domain/tours/registration-window.ts'
import type { ProductSettings } from '@callboard/domain/tours/settings/registry.ts'
import type { TourDate } from '@callboard/domain/tours/city.ts'
import { pickerStatus } from '@callboard/domain/tours/picker.ts'
import { presentKeptPlaces } from '../capacity/kept-places.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { loadSettingsOf } from '../platform/settings-queries.ts'
import { calendarRoutes } from './calendar.ts'
import { findBrand, findCurrentSeason, listOwnRegistrations, listSeasonOf, loadBrands } from './event-queries.ts'
import { exceptionsOf, findTourDate, loadCity, loadSeason, loadTourDates, loadTourDatesOf } from './queries.ts'

export function tourDateRoutes(app: App) {
  calendarRoutes(app)
  serve(app, readEvent, async (tx, { params }) => {
    const brand = orNotFound(await findBrand(tx, params.event))
    const season = orNotFound(await findCurrentSeason(tx))
    return { ...brand, current_season_id: season.id, results_portal: season.is_portal }
  })

  serve(app, listTours, async (tx, { query, user, now }) => {
    const season = await findCurrentSeason(tx)
    // Cities of other seasons are past or not announced. TOUR-024.
    if (!season || (query.current_season_id ?? season.id) !== season.id) return []
    const dates = await loadTourDates(tx, query.event_id, season.id)
    const settings = await settingsOf(tx, dates)
    const listed = user.id
      ? await exceptionsOf(
          tx,
          user.email,
          dates.map(({ id }) => id),
        )
      : null
    return dates.map((tour_date, i) => ({
      ...tour_date,
      coming_soon: tour_date.event.settings.coming_soon,
      deadlines: deadlinesOf(tour_date, now, settings[i]),
      ...(listed && { is_exempt: user.exempt || listed.has(tour_date.id) }),
    }))
  })

  serve(app, listSeasonRegistrations, async (tx, { query, user }) => {
    if ((query.mybtf_user_id ?? user.id) !== user.id) throw new NotFound()
    const season_id = query.season_id ?? (await findCurrentSeason(tx))?.id ?? 0
    const own = await listOwnRegistrations(tx, { user_id: user.id, event_id: query.event_id, season_id })
    return own.map((registration) => ({ ...registration, editing: false }))
  })

  serve(app, readCity, async (tx, { params, now }) => {
    const { id } = orNotFound(await findTourDate(tx, params.id))
    return loadCity(tx, id, now)
  })

  serve(app, readCityPrices, async (tx, { params, now }) => {
    const { id } = orNotFound(await findTourDate(tx, params.id))
    const { tour_date, workshop_levels, intensives, routine_categories, settings } = await loadCity(tx, id, now)
    const { event, event_city, time_zone, start_date, end_date, web, entry_limit_rules } = tour_date
    const { rate, rate_ends } = deadlinesOf(tour_date, now, settings)
    const competes = !web.no_competition && !event.is_workshop_only && !event.is_intensive
    return {
      ...{ tour_date_id: id, event: event.name, subdomain: event.subdomain },
      ...{ city: event_city.name, state: event_city.state, time_zone, start_date, end_date, rate, rate_ends },
      independents: competes && entry_limit_rules.independent !== null,
      // Attendees of an intensive pay the price of what they choose there; a level has none.
      intensives: intensives
        .filter(({ offered }) => offered)
        .map(({ id: intensive_id, name, price, group_price }) => ({ id: intensive_id, name, price, group_price })),
      group_size: settings.group_size,
      levels: (event.is_intensive ? [] : workshop_levels)
        .filter(
          ({ status, kind }) => status !== 'not_available' && !(kind === 'observer' && event.settings.no_observers),
        )
        .map((level) => ({
          ...{ id: level.id, name: level.level, ages: level.range },
          prices: offeredPrices(level, { tour_date }),
        }))
        .filter(isOffered),
      categories: (competes ? routine_categories : [])
        .filter(({ enabled }) => enabled)
        .map(({ category_id, name, fee_per_dancer }) => ({ id: category_id, name, fee_per_dancer })),
    }
  })

  serve(app, listDue, async (tx, { user, now }) => {
    const season = await findCurrentSeason(tx)
    const own = season ? await listSeasonOf(tx, user.id, season.id) : []
    const dates = await loadTourDatesOf(
      tx,
      own.map(({ tour_date_id }) => tour_date_id),
    )
    const settings = await settingsOf(tx, dates)
    return own
      .flatMap((registration) => {
        const place = dates.findIndex(({ id }) => id === registration.tour_date_id)
        const [tour_date, configured] = [dates[place], settings[place]]
        if (!tour_date || !configured || tour_date.canceled || isPassed(tour_date, now)) return []
        const { completed, completed_at, paying_by_check: pays_later } = registration
        // An unfinished registration owes nothing yet.
        const receivable = completed ? maxCents(zeroCents, registration.receivable) : zeroCents
        const { due_date, due_state } = dueOf(tour_date, { completed_at, pays_later }, now, configured)
        return [
          {
            registration_id: registration.id,
            tour_date_id: tour_date.id,
            event: tour_date.event.name,
            color: registration.color,
            logo: logoAddress(registration.logo_key),
            city: tour_date.event_city.name,
            state: tour_date.event_city.state,
            time_zone: tour_date.time_zone,
            start_date: tour_date.start_date,
            end_date: tour_date.end_date,
            next: completed ? (receivable > 0 ? ('pay' as const) : ('come' as const)) : ('finish' as const),
            owed: receivable,
            rate_ends: completed ? null : deadlinesOf(tour_date, now, configured).rate_ends,
            pay_by: due_date,
            overdue: receivable > 0 && due_state === 'overdue',
            kept_places: presentKeptPlaces(registration),
          },
        ]
      })
      .toSorted((one, other) => (urgency(one) < urgency(other) ? -1 : 1))
  })

  serve(app, readCallBoard, async (tx, { now }) => {
    const season = await findCurrentSeason(tx)
    if (!season) return { now, season: null, events: [], cities: [] }
    const dates = await loadSeason(tx, season.id)
    const settings = await settingsOf(tx, dates)
    const cities = dates.map((tour_date, i) => {
      const { rate, rate_ends } = deadlinesOf(tour_date, now, settings[i])
      return {
        id: tour_date.id,
        event_id: tour_date.event_id,
        city: tour_date.event_city.name,
        state: tour_date.event_city.state,
        time_zone: tour_date.time_zone,
        start_date: tour_date.start_date,
        end_date: tour_date.end_date,
        venue: tour_date.venue?.name ?? null,
        virtual_only: tour_date.virtual_only,
        status: openStatus(tour_date, now),
        rate,
        rate_ends,
      }
    })
    return { now, season, events: await loadBrands(tx, season.id), cities }
  })
}

type CityDue = {
  next: 'finish' | 'pay' | 'come'
  rate_ends: Instant | null
  pay_by: string
  start_date: string
  kept_places: { ends: Instant } | null
}

/** When something must be done: kept places that end, a rate that ends, money that is due, or the event itself. */
function urgency({ next, rate_ends, pay_by, start_date, kept_places }: CityDue): string {
  const day = next === 'finish' ? (rate_ends ?? start_date) : next === 'pay' ? pay_by : start_date
  return kept_places && kept_places.ends < day ? kept_places.ends : day
}

const settingsOf = (tx: Tx, dates: readonly TourDate[]) =>
  loadSettingsOf(
    tx,
    dates.map(({ id, event_id, season_id }) => ({ tour_date_id: id, event_id, season_id })),
  )

/** Returns a city's public status, before the user's own registration is loaded. */
function openStatus(tour_date: TourDate, now: Instant) {
  const status = pickerStatus({ tour_date, own: null, exempt: false, now })
  if (status === 'View Registration' || status === 'Finish Registration') {
    throw new Error('A city without a registration of one’s own cannot have one')
  }
  return status
}

/** Returns the picker's deadlines: the last minute of a rate, not the date the office entered. A16. */
function deadlinesOf(
  tour_date: TourDate,
  now: Instant,
  settings: ProductSettings | undefined,
): PickedDate['deadlines'] {
  if (!settings) throw new Error('Settings were loadedRegistration for fewer cities than there are')
  const { full, late } = rateFlips(tour_date, settings)
  const { tier, last_minute } = rateDeadline(tour_date, now, settings)
  return {
    early_rate: minutesAfter(full, -1),
    regular_rate: late && minutesAfter(late, -1),
    rate: tier,
    rate_ends: last_minute,
  }
}
