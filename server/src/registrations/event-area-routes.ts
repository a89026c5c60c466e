import { listRegistrationChanges, putAwayChanges } from '@callboard/contract/registrations/changes.ts'
import { listOwnRegistrations, readEventArea } from '@callboard/contract/registrations/event-area.ts'
import { isShown } from '@callboard/domain/tours/news.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { nominationTally } from '@callboard/domain/registrations/nominations/nomination.ts'
import { completedStatus, isPending } from '@callboard/domain/registrations/settlement/coverage.ts'
import { methodName, originLabel } from '@callboard/domain/payments/methods.ts'
import { dueOf, owingOf } from '@callboard/domain/payments/dues.ts'
import { overviewCards } from '@callboard/domain/registrations/event-tabs.ts'
import { listChanges, listUnseenChanges, markChangesSeen } from './change-queries.ts'
import { loadContext } from './facts.ts'
import { priceOf } from './present.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { countTallies, findOwnRegistration, type loadPayments } from './queries.ts'
import { loadAmountOwed } from './amount-owed.ts'
import { loadSettingsOf } from '../platform/settings-queries.ts'
import { presentOwn } from './own-registration.ts'
import { findMediaPass, loadNews } from '../tours/news-queries.ts'
import { loadOwnRegistrations } from './own-registration-queries.ts'

type Payment = Awaited<ReturnType<typeof loadPayments>>[number]

const presentPayment = ({ id, amount, payment_method_id, admin_id, timestamp, details }: Payment) => ({
  id,
  amount,
  timestamp,
  origin: originLabel({ payment_method_id, admin_id }),
  method: methodName(payment_method_id, details),
  check_number: details.check_number ?? null,
  last_four: details.last_four ?? null,
})

export function eventAreaRoutes(app: App) {
  serve(app, readEventArea, async (tx, { params, user, now }) => {
    const loadedRegistration = orNotFound(await findOwnRegistration(tx, params.id, user.id))
    if (!loadedRegistration.registration.completed) throw new Refused({ code: 'registration.not_completed' })
    const context = await loadContext(tx, loadedRegistration, now)
    const { registration, facts } = context
    const { tour_date, settings } = facts

    const { payments, due } = await loadAmountOwed(tx, registration, await priceOf(tx, context))
    const news = await loadNews(tx, tour_date.id)
    const tallies = await countTallies(tx, registration.id)
    const waivers = { done: tallies.signed, total: tallies.people }
    const music = { done: tallies.with_music, total: tallies.routines }
    return {
      total: due.total,
      promo: due.promo,
      credit: due.credit,
      paid: due.payments,
      balance: due.raw,
      ...dueOf(tour_date, owingOf(registration), now, settings),
      status: completedStatus(registration, due),
      pending: isPending(registration, due, waivers, music),
      payments: payments.map(presentPayment),
      unseen_changes: await listUnseenChanges(tx, registration.id),
      news: news.filter((item) => isShown(item, dayIn(tour_date.time_zone, now))),
      has_media_pass_file: (await findMediaPass(tx, tour_date.id)) !== undefined,
      nominations: overviewCards(facts).awards
        ? {
            soty: nominationTally('soty', registration, facts),
            studio_awards: nominationTally('studio-awards', registration, facts),
            specialty: nominationTally('specialty', registration, facts),
          }
        : null,
    }
  })

  serve(app, listRegistrationChanges, async (tx, { params, user }) => {
    const { registration } = orNotFound(await findOwnRegistration(tx, params.id, user.id))
    return { changes: await listChanges(tx, registration.id) }
  })

  serve(app, putAwayChanges, async (tx, { params, body, user, now }) => {
    const { registration } = orNotFound(await findOwnRegistration(tx, params.id, user.id))
    await markChangesSeen(tx, registration.id, body.until, now)
    return {}
  })

  serve(app, listOwnRegistrations, async (tx, { user, now }) => {
    const rows = await loadOwnRegistrations(tx, user.id)
    const settings = await loadSettingsOf(tx, rows)
    return {
      now,
      registrations: rows.flatMap((row, index) => {
        const own = settings[index]
        return own ? [presentOwn(row, own, now)] : []
      }),
    }
  })
}
