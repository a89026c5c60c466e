import { minutesAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { entryTitle } from '@callboard/domain/waiting-list/entry.ts'
import { momentText } from '@callboard/domain/kernel/moment-text.ts'
import { isPassed } from '@callboard/domain/tours/registration-window.ts'
import type { City, LevelKind } from '@callboard/domain/tours/city.ts'
import type { FreePlaces } from '@callboard/domain/waiting-list/entry.ts'
import { nextOffers, type WaitingOffer } from '@callboard/domain/waiting-list/queue.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { sendMails } from '../platform/mail/queries.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { dropLapsed, keepForEntries, lockCounts, setWaiting } from '../capacity/queries.ts'
import { loadCity } from '../tours/queries.ts'
import { offerLetter } from './letters.ts'
import { listAddressees } from './line-queries.ts'
import {
  loadLine,
  lockWaitingRegistrations,
  markOffered,
  splitEntry,
  type WaitingEntryRow,
} from '../capacity/waiting-queries.ts'
import { waitersOf } from './waiters.ts'

type Context = { now: Instant; origin: string }

/** An entry left the waiting list during the round. */
class LineChanged extends Error {}

/**
 * Runs one round of a city's waiting list and offers free places. It holds the lock of the city's counts, so that
 * concurrent rounds cannot offer a place twice and no place is claimed in between; claims take the same locks in the
 * same order. A18, OFF-024.
 */
export async function offerPlaces({ db, clock, origin }: Dependencies, tour_date_id: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await inTransaction(db, (tx) => round(tx, tour_date_id, { now: clock.now(), origin }))
      return
    } catch (error) {
      if (!(error instanceof LineChanged) || tries === 5) throw error
    }
  }
}

async function round(tx: Tx, tour_date_id: number, context: Context) {
  const { now } = context
  const city = await loadCity(tx, tour_date_id, now)
  await lockWaitingRegistrations(tx, tour_date_id)
  await lockCounts(tx, tour_date_id)
  await dropLapsed(tx, tour_date_id, now)
  const counts = await lockCounts(tx, tour_date_id)
  const free: FreePlaces = Object.fromEntries(
    counts.map(({ key, places, taken }) => [key, places === null ? null : places - taken]),
  )
  const line = await loadLine(tx, tour_date_id)
  const { offers, waiting } = nextOffers(waitersOf(line, city), free)
  if (offers.length > 0 && offersAreMade(city, now)) await make(tx, city, line, offers, context)
  await setWaiting(tx, tour_date_id, waiting)
}

/** No offers are made in past or canceled cities. */
const offersAreMade = ({ tour_date }: City, now: Instant) => !tour_date.canceled && !isPassed(tour_date, now)

/** `step`: the kind of its people, whose step of the wizard it is answered in; undefined: routines. */
type TitledOffer = WaitingOffer & { title: string; step: LevelKind | undefined }

async function make(
  tx: Tx,
  city: City,
  line: readonly WaitingEntryRow[],
  offers: readonly WaitingOffer[],
  { now, origin }: Context,
) {
  const ends = minutesAfter(now, city.settings.waiting_offer_hours * 60)
  const titledOffers: TitledOffer[] = []
  for (const offer of offers) {
    const entry = line.find(({ id }) => id === offer.entry_id)
    if (!entry) continue
    const title = entryTitle(entry, offer)
    // Accepting part of a bundle keeps the rest's place in line.
    const entry_id = offer.all ? entry.id : await splitEntry(tx, entry, offer, title)
    titledOffers.push({
      ...offer,
      entry_id,
      title,
      step: offer.routines.length > 0 ? undefined : entry.people[0]?.kind,
    })
  }
  const ids = titledOffers.map(({ entry_id }) => entry_id)
  const offeredEntries = await markOffered(tx, ids, now, ends)
  if (offeredEntries.length < ids.length) throw new LineChanged()
  const full = await keepForEntries(tx, city.tour_date.id, titledOffers, ends, now)
  if (full !== null) throw new LineChanged()
  await tell(tx, city, titledOffers, ends, { now, origin })
}

/** Mails each offer to the owner of its registration. */
async function tell(tx: Tx, { tour_date }: City, offers: readonly TitledOffer[], ends: Instant, context: Context) {
  const ids = offers.map(({ registration_id }) => registration_id)
  const addressees = new Map((await listAddressees(tx, ids)).map((one) => [one.registration_id, one]))
  const { event, event_city, time_zone } = tour_date
  const mails = offers.flatMap(({ registration_id, entry_id, title, step, routines, people }) => {
    const addressee = addressees.get(registration_id)
    if (!addressee) return []
    const { user_id, email, completed } = addressee
    const url = placeOf(context.origin, registration_id, completed, step)
    const about = { title, event: event.name, city: event_city.name, url }
    return {
      envelope: {
        ...{ to: email, user_id, registration_id, template: 'waiting_offer', dedupe_key: `offer:${entry_id}` },
      },
      letter: offerLetter(about, {
        until: momentText(ends, time_zone),
        many: routines.length + people.length,
        completed,
      }),
    }
  })
  await sendMails(tx, mails, context.now)
}

/** Returns the page where the owner answers: the wizard, or the event area after completion. */
export const placeOf = (origin: string, registration_id: number, completed: boolean, step?: LevelKind): string =>
  completed
    ? `${origin}/event/${registration_id}/overview`
    : `${origin}/registration/${registration_id}/${step ? `${step}s` : 'competition'}`
