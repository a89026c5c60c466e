import { minus, usd } from '@callboard/domain/kernel/money.ts'
import { totalAfterPromo } from '@callboard/domain/registrations/pricing/fees.ts'
import { rateToAnnounce } from '@callboard/domain/tours/rate-change.ts'
import { instantOfTier } from '@callboard/domain/tours/rate-tier.ts'
import { notice } from '../ui/dialogs.ts'
import { priceOf } from './registration-facts.ts'
import type { RegistrationStore } from './registration-store.ts'

const telling = new WeakSet<RegistrationStore>()

/** By how much the passed deadline raised the fees; empty where it changed none. */
function differenceSentence(store: RegistrationStore): string {
  const { registration, facts, record, price } = store.get()
  const toldAt = instantOfTier(registration.rates_told, facts)
  const before = priceOf(registration, { ...facts, rates_as_of: toldAt }, record)
  const difference = minus(price.fees.total, before.fees.total)
  if (difference <= 0) return ''
  return `\nThe new rates add ${usd(difference)}. Your total is now ${usd(totalAfterPromo(price))}.`
}

/** Says that a deadline passed; once it is read the registration knows, so that no window says it again. WIZ-040, M055. */
export async function tellRates(store: RegistrationStore): Promise<void> {
  const { registration, facts } = store.get()
  const rates_told = rateToAnnounce(registration, facts)
  if (rates_told === null || telling.has(store)) return
  telling.add(store)
  const sentence = 'The rates for your registration has changed. We will update your registration accordingly.'
  await notice({ title: 'Rates have changed', message: `${sentence}${differenceSentence(store)}` })
  // Not saved: it is said once more, when the registration is submitted or opened again.
  await store.saveRoot({ rates_told }).catch(() => undefined)
  telling.delete(store)
}
