import {
  changeTourDate,
  createTourDate,
  listOfficeTourDates,
  readOfficeTourDate,
} from '@callboard/contract/tours/office-tour-dates.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { planIntensives } from '@callboard/domain/tours/plan-intensives.ts'
import { checkDays, dayFields } from '@callboard/domain/tours/tour-date-days.ts'
import { checkVenueLinks } from '@callboard/domain/tours/venue-links.ts'
import { zoneOfPlace } from '@callboard/domain/tours/time-zones.ts'
import { isPassed } from '@callboard/domain/tours/registration-window.ts'
import type { z } from 'zod'
import {
  putChoices,
  putIntensives,
  replaceExceptions,
  upsertCategoryOffers,
  upsertLevelOffers,
} from './city-list-queries.ts'
import {
  findCity,
  insertTourDate,
  listCities,
  lockCity,
  putEventCity,
  putVenue,
  setCitySettings,
} from './city-queries.ts'
import { findOfficeCity } from './publishing-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { recountSmallSolos } from '../capacity/queries.ts'
import { openPlaces } from './queries.ts'
import { audited } from '../platform/audit-queries.ts'
import { definedFields } from '../platform/http/read-body.ts'

export const loadForOffice = async (tx: Tx, id: number, now: Instant) => orNotFound(await findOfficeCity(tx, id, now))

type Change = Omit<z.output<(typeof changeTourDate)['body']>, 'base'>
type Places = { venue_id: number | null; hotel_id: number | null }

/** Returns the columns of a change; data of other tables is written separately. */
async function columnsOf(tx: Tx, change: Change, { venue_id, hotel_id }: Places) {
  const { city, venue, hotel, nomination_types, add_ons, employee_emails, ...more } = change
  const { exceptions: _, levels: __, categories: ___, choices: ____, intensives: _____, ...same } = more
  return {
    ...definedFields(same),
    ...(city && { event_city_id: await putEventCity(tx, city) }),
    ...(venue !== undefined && {
      venue_id: await putVenue(tx, venue_id, venue && orRefuse(checkVenueLinks(venue, 'venue'))),
    }),
    ...(hotel !== undefined && {
      hotel_id: await putVenue(tx, hotel_id, hotel && orRefuse(checkVenueLinks(hotel, 'hotel'))),
    }),
    ...(nomination_types && { nomination_types: [...nomination_types] }),
    ...(add_ons && { add_ons: [...add_ons] }),
    ...(employee_emails && { employee_emails: [...employee_emails] }),
  }
}

type Intensives = NonNullable<Change['intensives']>

/** Names are also checked against the stored ones that this call does not change. */
async function writeIntensives(tx: Tx, id: number, drafts: Intensives) {
  const { intensives: storedIntensives } = orNotFound(await findCity(tx, id))
  const unchangedIntensives = storedIntensives.filter((one) => !drafts.some((draft) => draft.id === one.id))
  const plannedIntensives = orRefuse(planIntensives([...drafts, ...unchangedIntensives]))
  await putIntensives(tx, id, plannedIntensives.slice(0, drafts.length))
}

async function writeLists(tx: Tx, id: number, { exceptions, levels, categories, choices, intensives }: Change) {
  if (exceptions) await replaceExceptions(tx, id, exceptions)
  if (levels) await upsertLevelOffers(tx, id, levels)
  if (categories) await upsertCategoryOffers(tx, id, categories)
  if (choices) await putChoices(tx, id, choices)
  if (intensives) await writeIntensives(tx, id, intensives)
  await openPlaces(tx, id)
}

export function officeTourRoutes(app: App) {
  serve(app, listOfficeTourDates, async (tx, { query, now }) => ({
    rows: (await listCities(tx, query.season_id, query.event_id)).map((city) => ({
      ...city,
      passed: isPassed(city, now),
    })),
  }))

  serve(app, readOfficeTourDate, (tx, { params, now }) => loadForOffice(tx, params.id, now))

  serve(app, createTourDate, async (tx, { body, ...caller }) => {
    const { event_id, season_id, city, start_date, end_date, cutoff_start_date, cutoff_end_date, ...more } = body
    const days = { start_date, end_date, cutoff_start_date, cutoff_end_date }
    const { late_start_date = null, late_end_date = null, time_zone = zoneOfPlace(city) ?? '' } = more
    // A place whose zone is not known has none: the days are refused at that field until one is chosen.
    const { payment_date = null, send_check_date = null } = more
    orRefuse(checkDays({ ...days, late_start_date, late_end_date, payment_date, send_check_date, time_zone }))

    const columns = await columnsOf(tx, more, { venue_id: null, hotel_id: null })
    const event_city_id = await putEventCity(tx, city)
    const id = await insertTourDate(tx, {
      venue_id: null,
      hotel_id: null,
      late_start_date,
      late_end_date,
      ...columns,
      ...days,
      time_zone,
      event_id,
      season_id,
      event_city_id,
    })
    await writeLists(tx, id, more)
    const after = await loadForOffice(tx, id, caller.now)
    await audited(tx, caller, { action: 'open city', entity: 'tour_date', entity_id: id, before: null, after })
    return after
  })

  serve(app, changeTourDate, async (tx, { params: { id }, body: { base, ...edit }, ...caller }) => {
    await lockCity(tx, id)
    const before = await loadForOffice(tx, id, caller.now)
    const body = orRefuse(mergeEdit({ current: before, base, change: edit }))
    // A city of before these rules stays changeable in everything else.
    if (dayFields.some((name) => body[name] !== undefined)) orRefuse(checkDays({ ...before, ...definedFields(body) }))
    const change = await columnsOf(tx, body, before)
    if (Object.keys(change).length > 0) await setCitySettings(tx, id, change)
    await writeLists(tx, id, body)
    const after = await loadForOffice(tx, id, caller.now)
    await audited(tx, caller, { action: 'change city', entity: 'tour_date', entity_id: id, before, after })
    // The limit on small-registration solos was added or removed.
    if ((before.solo_groups === null) !== (after.solo_groups === null)) await recountSmallSolos(tx, id)
    return after
  })
}
