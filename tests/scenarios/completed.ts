import { dollars } from '@callboard/domain/kernel/money.ts'
import { loadContext } from '@callboard/server/registrations/facts.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import type { CityInput } from '@callboard/server/dev/build-cities.ts'
import { insertPersons } from '@callboard/server/dev/build-people.ts'
import { insertRegistration, type RegistrationInput } from '@callboard/server/dev/build-registrations.ts'
import type { EventInput } from '@callboard/server/dev/build-season.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { insertPayment } from '@callboard/server/payments/queries.ts'
import { postPayment } from '@callboard/server/registrations/postings.ts'
import { insertSnapshot } from '@callboard/server/registrations/snapshot-queries.ts'
import { currentConfirmation } from '@callboard/server/registrations/present.ts'
import { findRegistration } from '@callboard/server/registrations/queries.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import type { Stage } from '../kit.ts'

type CompletedCityOptions = {
  city?: Partial<CityInput>
  event?: Partial<EventInput>
  values?: RegistrationInput['values']
  state?: 'draft' | 'completed' | 'confirmed'
  program?: RegistrationInput['program']
}

/** A studio's completed registration with a hundred dollars paid, and the snapshot of its completion. */
export async function completedCity({ db, clock }: Pick<Stage, 'db' | 'clock'>, options: CompletedCityOptions = {}) {
  const { city, event, values, state = 'completed', program } = options
  const world = await smallCity(db, { now: clock.now(), ...(city && { city }), ...(event && { event }) })
  const { grace, tour_date_id } = world
  return inTransaction(db, async (tx) => {
    await tx.updateTable('registrations').set({ deleted: true }).where('id', '=', world.registration.id).execute()
    const people = [
      { fname: '小龍', lname: '李' },
      { fname: 'Máire-Éilís', lname: 'O’Brien-Núñez' },
      { fname: 'Владимир', lname: 'Ćirić' },
    ]
    const unusual = await insertPersons(tx, people, clock.now(), grace.user_id)
    const registration = await insertRegistration(tx, {
      tour_date_id,
      user_id: grace.user_id,
      studio_id: grace.studio_id,
      dancers: [...grace.person_ids.slice(0, 5), ...unusual],
      teachers: grace.person_ids.slice(6, 7),
      routines: [
        { name: 'Paper Lanterns', cast: [0, 1, 2, 3, 5] },
        { name: 'Undertow', cast: [3], performance_division_id: 3 },
      ],
      at: instant('2024-09-20T18:00:00Z'),
      state,
      ...(values && { values }),
      ...(program && { program }),
    })
    const completed = state !== 'draft'
    if (completed) {
      const timestamp = instant('2024-09-20T18:39:00Z')
      const came = { registration_id: registration.id, payment_method_id: 1, timestamp, settled_at: timestamp }
      await postPayment(tx, await insertPayment(tx, { ...came, amount: dollars(100) }), timestamp)
    }
    const loadedRegistration = await findRegistration(tx, registration.id)
    if (!loadedRegistration) throw new Error('The registration was not inserted')
    const snapshot =
      completed &&
      (await insertSnapshot(
        tx,
        registration.id,
        await currentConfirmation(tx, await loadContext(tx, loadedRegistration, instant('2024-09-20T18:40:00Z'))),
        instant('2024-09-20T18:40:00Z'),
      ))
    return { ...world, registration, snapshot_id: snapshot ? snapshot.id : 0 }
  })
}
