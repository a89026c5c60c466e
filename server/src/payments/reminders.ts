import { addDays, dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { usd } from '@callboard/domain/kernel/money.ts'
import { reminderAt, type Reminder } from '@callboard/domain/payments/dues.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { findOwing, keepReminder, listComingCities, listOwingIn, listReminders } from './due-queries.ts'
import type { Letter } from '../platform/mail/layout.ts'
import { sendMail } from '../platform/mail/queries.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { loadSettingsOf } from '../platform/settings-queries.ts'
import { isSubmitted } from '@callboard/domain/registrations/registration-status.ts'

type DueReminder = Reminder & { registration_id: number }

/** Every reminder that is due at this moment and was not sent. */
async function remindersDue({ db, clock }: Dependencies): Promise<DueReminder[]> {
  const now = clock.now()
  // A day earlier: in the west it is still yesterday.
  const cities = await listComingCities(db, addDays(dayIn('UTC', now), -1))
  const settings = await inTransaction(db, (tx) => loadSettingsOf(tx, cities))
  const placeOfCity = new Map(cities.map((city, at) => [city.tour_date_id, { city, settings: settings[at] }]))
  const owing = await listOwingIn(
    db,
    cities.map(({ tour_date_id }) => tour_date_id),
  )
  const dueReminders = owing.flatMap(({ id, tour_date_id, completed_at, pays_later }): DueReminder[] => {
    const place = placeOfCity.get(tour_date_id)
    if (!place?.settings || !completed_at) return []
    const reminder = reminderAt(place.city, { completed_at, pays_later }, now, place.settings)
    return reminder ? [{ ...reminder, registration_id: id }] : []
  })
  const sentReminders = await listReminders(
    db,
    dueReminders.map(({ registration_id }) => registration_id),
  )
  const keys = new Set(sentReminders.map(keyOf))
  return dueReminders.filter((one) => !keys.has(keyOf(one)))
}

const keyOf = ({ registration_id, kind, due_date }: DueReminder) => `${registration_id}/${kind}/${due_date}`

/** Sends due reminders, each in its own transaction, so that one failure does not block the others. */
export async function remindOfPayments(dependencies: Dependencies): Promise<number> {
  const due = await remindersDue(dependencies)
  let count = 0
  for (const reminder of due) if (await remind(dependencies, reminder)) count += 1
  return count
}

const remind = (
  { db, clock, origin }: Dependencies,
  { registration_id, kind, due_date }: DueReminder,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const owing = await findOwing(tx, registration_id)
    // Paid or deleted since the query.
    if (!owing || !isSubmitted(owing) || owing.balance <= 0) return false
    const now: Instant = clock.now()
    if (!(await keepReminder(tx, { registration_id, kind, due_date, sent_at: now }))) return false
    const letter = reminderLetter({ ...owing, kind, due_date, url: `${origin}/event/${registration_id}/payments` })
    const envelope = { to: owing.email, template: 'payment_reminder', user_id: owing.user_id, registration_id }
    await sendMail(tx, { ...envelope, dedupe_key: `reminder:${registration_id}/${kind}/${due_date}` }, letter, now)
    return true
  })

/** 'Friday, December 20, 2024'. */
export const dayText = (day: CalendarDate) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  }).format(Date.parse(day))

type ReminderDetails = NonNullable<Awaited<ReturnType<typeof findOwing>>> & Reminder & { url: string }

const words: Record<Reminder['kind'], { is: string; subject: string; heading: string }> = {
  before: { is: 'is', subject: '', heading: 'Your balance is due soon' },
  due: { is: 'is', subject: ' is due today', heading: 'Your balance is due today' },
  overdue: { is: 'was', subject: ' is overdue', heading: 'Your balance is overdue' },
}

function reminderLetter({ kind, due_date, event, city, balance, paying_by_check, id, url }: ReminderDetails): Letter {
  const { is, subject, heading } = words[kind]
  const when = kind === 'due' ? 'today' : `by ${dayText(due_date)}`
  const send = kind === 'overdue' ? 'Please send it now' : `Please send it so that it arrives ${when}`
  const how = paying_by_check
    ? `You chose to pay by check. ${send}, with registration number ${id} on it; you can also pay online.`
    : 'You can pay online, by card or bank account.'
  return {
    subject: `Your balance for ${event} ${city}${subject}`,
    preview: `${usd(balance)} ${is} due ${when}.`,
    heading,
    paragraphs: [`${usd(balance)} for ${event} in ${city} ${is} due ${when}.`, how],
    rows: [
      ['Due', usd(balance)],
      [kind === 'overdue' ? 'Was due by' : 'Pay by', dayText(due_date)],
    ],
    action: { label: 'Pay the balance', url },
    closing: ['If your payment is already on its way, thank you. There is nothing else to do.'],
  }
}
