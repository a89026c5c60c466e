import { isOpen } from '../tours/registration-window.ts'
import { changedRateFlags } from '../tours/rate-change.ts'
import { usd } from '../kernel/money.ts'
import type { Facts, Registration } from '../registrations/registration.ts'
import type { Balance } from '../registrations/settlement/balance.ts'
import { completedStatus } from '../registrations/settlement/coverage.ts'

export type PaymentBanner = { kind: 'closed' | 'pending' | 'rates_changed'; text: string }

/** The day everything is paid by, in words. */
type Day = { due_date: string; missed: boolean }

const ratesChangedText = 'The rates for your registration has changed. We will update your registration accordingly.'

/** The banners at the top of the payment page about the registration's state. PAY-037, PAY-029, EVT-027. */
export function paymentBanners(
  registration: Registration,
  facts: Facts,
  { raw, payments }: Pick<Balance, 'raw' | 'payments'>,
  { due_date, missed }: Day,
): PaymentBanner[] {
  const { event, event_city } = facts.tour_date
  const banners: PaymentBanner[] = []
  if (!registration.completed && !isOpen(facts)) {
    banners.push({ kind: 'closed', text: `Registration for ${event.name} ${event_city.name} is closed.` })
  }
  if (registration.completed && raw > 0) {
    const by = `${usd(raw)} ${missed ? 'was' : 'is'} due by ${due_date}.${missed ? ' Please pay it now.' : ''}`
    const check = completedStatus(registration, { raw }) === 'pending_check'
    banners.push({
      kind: 'pending',
      text: check
        ? `PENDING: your registration is reserved until your check arrives. ${by}`
        : payments > 0
          ? `PENDING: your deposit is paid, the rest is not. ${by}`
          : `PENDING: a balance is owed. ${by}`,
    })
  }
  if (!registration.completed && changedRateFlags(registration, facts))
    banners.push({ kind: 'rates_changed', text: ratesChangedText })
  return banners
}
