import type { copySeason } from '@callboard/contract/tours/office-season-copies.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { checkPriceRule, nextFees, nextPrice } from '@callboard/domain/tours/price-rule.ts'
import { lastMinuteOf } from '@callboard/domain/tours/rate-deadline.ts'
import { checkSeasonYears, planDays, type PlannedDays } from '@callboard/domain/tours/season-plan.ts'
import type { CityDays } from '@callboard/domain/tours/shift-days.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { copySettings, loadSetAt, loadSettingsOf } from '../platform/settings-queries.ts'
import { feesBy, insertCityCopy } from './city-copy.ts'
import { listCitiesToCopy } from './city-queries.ts'
import { insertSeason, loadSeasonPrices, setCategoryFees, setLevelPrices } from './event-office-queries.ts'
import { findOpenCopy, findSeasonOfYears, insertSeasonCopy, lockSeason, lockSeasons } from './season-copy-queries.ts'

type SeasonPlan = z.output<(typeof copySeason)['body']>

type Deadlines = { early_rate: Instant; regular_rate: Instant | null }

/** The last minutes of a city's rates. */
function deadlinesOf(days: CityDays, settings: { rate_grace_hours: number }): Deadlines {
  const late = days.late_end_date ?? days.late_start_date
  return {
    early_rate: lastMinuteOf(days.cutoff_end_date, settings),
    regular_rate: late && lastMinuteOf(late, settings),
  }
}

/** Every city of the season with its days in the next one, and whether it is chosen. */
async function planCities(tx: Tx, season_id: number, target_id: number | null, plan: SeasonPlan) {
  const cities = await listCitiesToCopy(tx, season_id)
  const targetCities = target_id === null ? [] : await listCitiesToCopy(tx, target_id)
  const places = new Set(targetCities.map(({ event_id, event_city_id }) => `${event_id}/${event_city_id}`))
  const settings = await loadSettingsOf(
    tx,
    cities.map(({ id, event_id }) => ({ tour_date_id: id, event_id, season_id })),
  )
  const choices = plan.cities && new Map(plan.cities.map((choice) => [choice.tour_date_id, choice.start_date]))
  return cities.map((city, i) => {
    const rates = { rate_grace_hours: settings[i]?.rate_grace_hours ?? 0 }
    const is_there = places.has(`${city.event_id}/${city.event_city_id}`)
    const start_date = choices?.get(city.id) ?? null
    const days = planDays(city, { shift_weeks: plan.shift_weeks, start_date }, rates)
    return {
      city,
      days,
      is_there,
      is_copied: choices ? choices.has(city.id) : !city.canceled && !is_there,
      old_deadlines: deadlinesOf(city, rates),
      deadlines: deadlinesOf(days, rates),
    }
  })
}

/** The prices of the events that go along, by event; an event that has prices of the season keeps these. */
async function planPrices(tx: Tx, season_id: number, target_id: number | null, plan: SeasonPlan, events: Set<number>) {
  const prices = (await loadSeasonPrices(tx, season_id)).filter(({ event_id }) => events.has(event_id))
  const targetPrices = target_id === null ? [] : await loadSeasonPrices(tx, target_id)
  const pricedEvents = new Set(targetPrices.map(({ event_id }) => event_id))
  return [...events].flatMap((event_id) => {
    const rows = prices
      .filter((one) => one.event_id === event_id)
      .map((one) => ({ ...one, old_price: one.price, price: nextPrice(one.price, plan.price_rule) }))
    const [first] = rows
    return first ? [{ event_id, event: first.event, stay: pricedEvents.has(event_id), rows }] : []
  })
}

/** Fees among the settings of a season that is to be made and of its cities; an existing season keeps its own. */
async function planFees(
  tx: Tx,
  season_id: number,
  target_id: number | null,
  cities: Awaited<ReturnType<typeof planCities>>,
  { price_rule }: SeasonPlan,
) {
  const places = [
    ...(target_id === null ? [{ label: 'Season', place: { season_id } }] : []),
    ...cities
      .filter(({ is_copied }) => is_copied)
      .map(({ city }) => ({ label: `${city.event}, ${city.city}`, place: { tour_date_id: city.id } })),
  ]
  const fees = []
  for (const { label, place } of places) {
    const settings = await loadSetAt(tx, place)
    fees.push(...nextFees(settings, price_rule).map((fee) => ({ ...fee, set_for: label })))
  }
  return fees
}

/** Plans a season from another. Locks the source, so that a second call waits and sees the first one's season. */
export async function planSeason(tx: Tx, from_season_id: number, plan: SeasonPlan) {
  const source = orNotFound(await lockSeason(tx, from_season_id))
  orRefuse(checkSeasonYears(plan.season, source))
  orRefuse(checkPriceRule(plan.price_rule))
  const target = await findSeasonOfYears(tx, plan.season)
  const target_id = target?.id ?? null
  if (target && (await findOpenCopy(tx, source.id, target.id))) throw new Refused({ code: 'office.season_copied' })
  const cities = await planCities(tx, source.id, target_id, plan)
  const events = new Set(cities.filter(({ is_copied }) => is_copied).map(({ city }) => city.event_id))
  const prices = await planPrices(tx, source.id, target_id, plan, events)
  return { source, target, cities, prices, fees: await planFees(tx, source.id, target_id, cities, plan) }
}

/** Creates the season where it is missing, its prices, and a draft of every chosen city. All or nothing. */
export async function writeSeason(
  tx: Tx,
  from_season_id: number,
  plan: SeasonPlan,
  { created, created_by }: { created: Instant; created_by: number },
) {
  await lockSeasons(tx)
  const { source, target, cities, prices } = await planSeason(tx, from_season_id, plan)
  const copiedCities = cities.filter(({ is_copied }) => is_copied)
  for (const { days } of copiedCities) refuseWrongDays(days)
  const season = target ?? (await insertFrom(tx, source, plan))
  const newPrices = prices.filter(({ stay }) => !stay)
  for (const { event_id, rows } of newPrices) {
    const of = { event_id, season_id: season.id }
    await setLevelPrices(
      tx,
      of,
      rows.flatMap((row) => ('level_id' in row ? [levelPriceOf(row)] : [])),
    )
    await setCategoryFees(
      tx,
      of,
      rows.flatMap((row) =>
        'category_id' in row ? [{ category_id: row.category_id, fee_per_dancer: row.price }] : [],
      ),
    )
  }
  const priced_event_ids = newPrices.map(({ event_id }) => event_id)
  const season_copy_id = await insertSeasonCopy(tx, {
    from_season_id,
    season_id: season.id,
    priced_event_ids,
    created,
    created_by,
  })
  for (const { city, days } of copiedCities) {
    const { refusal: _, ...cityDays } = days
    await insertCityCopy(tx, {
      from_id: city.id,
      event_id: city.event_id,
      event_city_id: city.event_city_id,
      season_id: season.id,
      days: cityDays,
      with_venue: plan.with_venues,
      price_rule: plan.price_rule,
      season_copy_id,
    })
  }
  return { id: season_copy_id, season_id: season.id, is_new: !target, cities: copiedCities.length }
}

function refuseWrongDays({ refusal }: PlannedDays) {
  if (refusal) throw new Refused(refusal)
}

type PricedLevel = Parameters<typeof setLevelPrices>[2][number]
const levelPriceOf = ({ level_id, tier, kind, price }: PricedLevel): PricedLevel => ({ level_id, tier, kind, price })

/** A season with the flags and settings of another; never the current one. */
async function insertFrom(
  tx: Tx,
  source: { id: number; is_portal: boolean; omit_jacket_name: boolean },
  plan: SeasonPlan,
) {
  const { is_portal, omit_jacket_name } = source
  const season = await insertSeason(tx, { ...plan.season, is_portal, omit_jacket_name, current: false })
  await copySettings(tx, { season_id: source.id }, { season_id: season.id }, feesBy(plan.price_rule))
  return season
}
