import { rateToAnnounce } from '@callboard/domain/tours/rate-change.ts'
import { notice } from '../ui/dialogs.ts'
import type { RegistrationStore } from './registration-store.ts'

const telling = new WeakSet<RegistrationStore>()

/** Says that a deadline passed; once it is read the registration knows, so that no window says it again. WIZ-040, M055. */
export async function tellRates(store: RegistrationStore): Promise<void> {
  const { registration, facts } = store.get()
  const rates_told = rateToAnnounce(registration, facts)
  if (rates_told === null || telling.has(store)) return
  telling.add(store)
  await notice({
    title: 'Rates have changed',
    message: 'The rates for your registration has changed. We will update your registration accordingly.',
  })
  // Not saved: it is said once more, when the registration is submitted or opened again.
  await store.saveRoot({ rates_told }).catch(() => undefined)
  telling.delete(store)
}
