import { revertAdmission } from '@callboard/domain/waiting-list/admission.ts'
import { stepBack } from '@callboard/domain/waiting-list/person.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { act } from '../registrations/act.ts'
import { loadContext } from '../registrations/facts.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import { sendMail } from '../platform/mail/queries.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { askForRound, citiesWithLapsed, dropEntryClaims } from '../capacity/queries.ts'
import { lockRegistration } from '../registrations/queries.ts'
import { unsettleCasts } from '../registrations/routines/queries.ts'
import { expiredLetter, uncompletedLetter } from './letters.ts'
import { placeOf, offerPlaces } from './offer.ts'
import { closeEntries, findOverdue, lockEntry, peopleOfEntry, routinesOfEntry } from '../capacity/waiting-queries.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'

/** How many offers one look ends; the rest a minute later. */
const atOnce = 200

/** Every minute: ends expired offers and offers the places of expired holds. Safe to run concurrently. */
export async function expireOffers(dependencies: Dependencies): Promise<void> {
  const { db, clock, origin } = dependencies
  const overdue = await inTransaction(db, (tx) => findOverdue(tx, clock.now(), atOnce))
  for (const entry of overdue) {
    await inTransaction(db, (tx) => expire(tx, entry, { now: clock.now(), origin }))
  }
  await inTransaction(db, async (tx) => {
    const cities = await citiesWithLapsed(tx, clock.now())
    await askForRound(tx, ...cities.map(({ tour_date_id }) => tour_date_id))
  })
}

type Overdue = { id: number; registration_id: number }

/** Ends an expired offer: its routines leave the waiting list and its places are offered to the next entry. */
async function expire(tx: Tx, overdue: Overdue, { now, origin }: { now: Instant; origin: string }) {
  const loadedRegistration = await lockRegistration(tx, overdue.registration_id)
  const entry = await lockEntry(tx, overdue.id)
  if (!loadedRegistration || !entry?.offer_ends || entry.offer_ends > now) return
  const { registration, row } = loadedRegistration
  const people = await peopleOfEntry(tx, entry.id)
  const ids = await routinesOfEntry(tx, entry.id)
  if (entry.state === 'accepted') {
    if (registration.completed || (row.hold_ends && row.hold_ends > now)) return
    await unsettleCasts(tx, entry.id)
    await act(tx, { user: { id: row.user_id }, now, id: registration.id }, (context) =>
      accept(stepBack(revertAdmission(context.registration, ids), people)),
    )
  } else if (entry.state !== 'offered') return
  await closeEntries(tx, [entry.id], 'expired', now)
  const { facts, owner } = await loadContext(tx, loadedRegistration, now)
  const { event, event_city } = facts.tour_date
  const step = ids.length > 0 ? undefined : people[0]?.kind
  const url = placeOf(origin, registration.id, registration.completed, step)
  await sendMail(
    tx,
    {
      to: owner.email,
      user_id: owner.id,
      registration_id: registration.id,
      template: 'waiting_expired',
      dedupe_key: `offer-over:${entry.id}`,
    },
    (entry.state === 'accepted' ? uncompletedLetter : expiredLetter)({
      title: entry.title,
      event: event.name,
      city: event_city.name,
      url,
    }),
    now,
  )
  await askForRound(tx, entry.tour_date_id)
  await dropEntryClaims(tx, entry.tour_date_id, [entry.id], now)
}

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Every minute: ends expired offers and holds. */
    expire_offers: Record<string, never>
  }
}

export const waitingJobs: JobHandlers<'offer_places' | 'expire_offers'> = {
  offer_places: (parts, { tour_date_id }) => offerPlaces(parts, tour_date_id),
  expire_offers: (parts) => expireOffers(parts),
}
