import { runningOrderEndpoints } from '@callboard/contract/running-order/running-order.ts'
import { scheduleEndpoints } from '@callboard/contract/running-order/schedule.ts'
import { checkAnswer, checkRequest, cityDays } from '@callboard/domain/running-order/entry-request.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import type { SessionUser } from '../platform/user.ts'
import { requestOf, type PresentOrder } from './present.ts'
import {
  deleteEntryRequest,
  listRequestable,
  lockEntryRequest,
  saveAnswer,
  saveEntryRequest,
} from './request-queries.ts'
import { findScheduleCity } from './schedule-queries.ts'

/** The routines of an owner's registration with their requests. */
async function loadRequests(tx: Tx, user: SessionUser, registration_id: number) {
  const { completed, ...city } = orNotFound(await findScheduleCity(tx, { user, shared: null }, registration_id))
  if (!completed) throw new Refused({ code: 'registration.not_completed' })
  const rows = await listRequestable(tx, registration_id)
  return {
    ...{ registration_id, days: cityDays(city) },
    routines: rows.map(({ id, name, division, category, entry_number, ...row }) => ({
      ...{ id, name, division, category, open: entry_number === null, request: requestOf(row) },
    })),
  }
}

/** Studios ask for a place of their entries in the running order, and the office answers. */
export function entryRequestRoutes(app: App, presentNow: PresentOrder) {
  answerWith({ 'request.changed_meanwhile': 409 })
  const endpoints = { ...scheduleEndpoints, ...runningOrderEndpoints }

  /** The city's days, where the routine's request may still change. */
  async function openDays(tx: Tx, user: SessionUser, registration_id: number, id: number) {
    const { days, routines } = await loadRequests(tx, user, registration_id)
    const routine = routines.find((one) => one.id === id)
    if (!routine) throw new NotFound()
    if (!routine.open) throw new Refused({ code: 'request.closed' })
    return days
  }

  serve(app, endpoints.readRequests, (tx, { query, user }) => loadRequests(tx, user, query.registration_id))

  serve(app, endpoints.saveRequest, async (tx, { params: { id }, body, user, now }) => {
    const { registration_id, text, day, not_before, not_after } = body
    const days = await openDays(tx, user, registration_id, id)
    await saveEntryRequest(tx, id, orRefuse(checkRequest({ text, day, not_before, not_after }, days)), now)
    return loadRequests(tx, user, registration_id)
  })

  serve(app, endpoints.withdrawRequest, async (tx, { params: { id }, query, user }) => {
    await openDays(tx, user, query.registration_id, id)
    await deleteEntryRequest(tx, id)
    return loadRequests(tx, user, query.registration_id)
  })

  serve(app, endpoints.answerRequest, async (tx, { params: { id }, body, ...caller }) => {
    const { tour_date_id, revision } = body
    const request = orNotFound(await lockEntryRequest(tx, id, tour_date_id))
    if (request.revision !== revision) throw new Refused({ code: 'request.changed_meanwhile' })
    const answer = orRefuse(checkAnswer(body.answer))
    await saveAnswer(tx, id, answer, caller.now)
    await audited(tx, caller, {
      ...{ action: 'answer entry request', entity: 'running_order', entity_id: tour_date_id },
      before: { entry: id, answer: request.answer || null },
      after: { entry: id, answer: answer || null },
    })
    return presentNow(tx, tour_date_id)
  })
}
