import { isOpen } from '../tours/registration-window.ts'
import { changedRateFlags } from '../tours/rate-change.ts'
import { maxCents, minus, usd, zeroCents, type Cents } from '../kernel/money.ts'
import type { Facts, Registration } from '../registrations/registration.ts'
import type { Balance } from '../registrations/settlement/balance.ts'
import { completedStatus } from '../registrations/settlement/coverage.ts'

export type PaymentBanner = { kind: 'closed' | 'pending' | 'rates_changed'; text: string }

/** The day everything is paid by, in words. */
type Day = { due_date: string; missed: boolean }

const ratesChangedText = 'The rates for your registration has changed. We will update your registration accordingly.'

/** An edit that is not submitted: what must be paid before it can be. */
type EditDue = { raw_due_now: Cents }

/** The banners at the top of the payment page about the registration's state. PAY-037, PAY-029, EVT-027. */
export function paymentBanners(
  registration: Registration,
  facts: Facts,
  { raw, payments }: Pick<Balance, 'raw' | 'payments'>,
  { due_date, missed }: Day,
  edit: EditDue | null,
): PaymentBanner[] {
  const { event, event_city } = facts.tour_date
  const banners: PaymentBanner[] = []
  if (!registration.completed && !isOpen(facts)) {
    banners.push({ kind: 'closed', text: `Registration for ${event.name} ${event_city.name} is closed.` })
  }
  // The amount that an edit adds is due before it is submitted: a later day counts for what was owed before it alone.
  const owed_before = edit ? minus(raw, maxCents(zeroCents, edit.raw_due_now)) : raw
  if (registration.completed && owed_before > 0) {
    const by = `${usd(owed_before)} ${missed ? 'was' : 'is'} due by ${due_date}.${missed ? ' Please pay it now.' : ''}`
    const check = completedStatus(registration, { raw }) === 'pending_check'
    banners.push({
      kind: 'pending',
      text: check
        ? `PENDING: your registration is reserved until your check arrives. ${by}`
        : payments > 0 && !edit
          ? `PENDING: your deposit is paid, the rest is not. ${by}`
          : `PENDING: a balance is owed. ${by}`,
    })
  }
  if (!registration.completed && changedRateFlags(registration, facts))
    banners.push({ kind: 'rates_changed', text: ratesChangedText })
  return banners
}
