import {
  completeEdit,
  completeRegistration,
  createRegistration,
  deleteRegistration,
  discardEdit,
  editRegistration,
  holdPlaces,
  quoteRegistration,
  readRegistration,
  releasePlaces,
  saveRegistration,
} from '@callboard/contract/registrations/registrations.ts'
import {
  setAttendees,
  type AttendeeDraft,
  type PeopleById,
} from '@callboard/domain/registrations/attendees/set-attendees.ts'
import { setObservers } from '@callboard/domain/registrations/attendees/set-extras.ts'
import { owingOf, payBy } from '@callboard/domain/payments/dues.ts'
import { checkDelete } from '@callboard/domain/registrations/lifecycle.ts'
import type { Facts } from '@callboard/domain/registrations/registration.ts'
import { settlementStatus } from '@callboard/domain/registrations/settlement/settlement-status.ts'
import { saveRoutine } from '@callboard/domain/registrations/routines/acts.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import {
  act,
  loadContextForAct,
  refuseWhileCharged,
  refuseWhileMoneyMoves,
  applyInOrder,
  type RegistrationAct,
} from './act.ts'
import { loadContext } from './facts.ts'
import { present } from './present.ts'
import { currentPrice, loadElsewhere } from './revalidation.ts'
import { saveRoot } from './save-root.ts'
import { answerWith, Forbidden, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { hold, releaseHold } from './hold.ts'
import { draftFrom } from './routines/copies.ts'
import { leaveLine } from '../capacity/leave-line.ts'
import { beginRegistration } from './begin-registration.ts'
import { submitEdit } from './complete-edit.ts'
import { completeFromContext } from './complete.ts'
import { discardOwnEdit, openEdit } from './edit.ts'
import { openOfficeEdit } from './office-edit.ts'
import { findOwnRegistration, findRegistration, loadOwnPeople, loadPayments, lockOwnRegistration } from './queries.ts'
import { markDeleted } from './root-queries.ts'
import { hasScores } from './routines/queries.ts'
import { saveNominations } from '@callboard/contract/registrations/nominations.ts'
import { nominationChoices } from '@callboard/domain/registrations/nominations/nomination.ts'
import { setNominations } from '@callboard/domain/registrations/nominations/set-nominations.ts'

export function registrationRoutes(app: App) {
  answerWith({ 'registration.no_edit': 409, 'registration.edit_over': 403, 'registration.review_again': 409 })

  serve(app, createRegistration, async (tx, { body, user, now }) => {
    const { tour_date_id, left_off_details } = body
    const id = await beginRegistration(tx, { tour_date_id, step_name: left_off_details?.step_name }, user, now)
    const context = await loadContext(tx, orNotFound(await findRegistration(tx, id)), now)
    return present(tx, context)
  })

  serve(app, readRegistration, async (tx, { params, user, now }) => {
    const context = await loadContext(tx, orNotFound(await findOwnRegistration(tx, params.id, user.id)), now)
    return present(tx, context)
  })

  serve(app, editRegistration, async (tx, { params, user, now }) => {
    const context = await (user.office_edit ? openOfficeEdit : openEdit)(tx, { id: params.id, user, now })
    const host = app.eventHosts?.originOf(context.facts.tour_date.event.subdomain)
    return { ...(await present(tx, context)), event_url: host ? `${host}/registration/${params.id}` : null }
  })

  serve(app, discardEdit, async (tx, { params, user, now }) => {
    await discardOwnEdit(tx, { id: params.id, user, now })
    return {}
  })

  serve(app, completeEdit, async (tx, { params, body, user, now }) => {
    const { context, snapshot_id, notices } = await submitEdit(tx, { id: params.id, user, now, version: body.version })
    return { registration: await present(tx, context, { notices }), snapshot_id }
  })

  serve(app, saveRegistration, async (tx, { params, body, user, now }) => {
    const { saved, notices } = await saveRoot(tx, { id: params.id, body, user, now })
    return present(tx, saved, { price: saved.price, notices })
  })

  serve(app, deleteRegistration, async (tx, { params, user, now }) => {
    const context = await loadContext(tx, orNotFound(await lockOwnRegistration(tx, params.id, user.id)), now)
    const { registration } = context
    if (await hasScores(tx, registration.id)) throw new Refused({ code: 'registration.judged' })
    if (registration.completed) throw new Refused({ code: 'registration_completed' })
    orRefuse(checkDelete(registration))
    await refuseWhileMoneyMoves(tx, registration.id)
    if ((await loadPayments(tx, registration.id)).length > 0) {
      throw new Forbidden(
        'registration.paid',
        'A payment was made for this registration. Please contact the office to cancel it.',
      )
    }
    await markDeleted(tx, registration.id, now)
    await releaseHold(tx, context)
    await leaveLine(tx, registration, now)
    return {}
  })

  serve(app, quoteRegistration, async (tx, { params, body, user, now }) => {
    const ids = body.attendees?.map(({ person_id }) => person_id) ?? []
    const [ownRegistration, payments, own] = await Promise.all([
      findOwnRegistration(tx, params.id, user.id),
      loadPayments(tx, params.id),
      loadOwnPeople(tx, user.id, ids),
    ])
    const context = await loadContext(tx, orNotFound(ownRegistration), now)
    const { facts } = context
    const people = new Map(own.map(({ id, ...person }) => [id, person]))
    const acts: readonly RegistrationAct[] = [
      ...(body.attendees ? [peopleAct(body.attendees, { ...facts, people })] : []),
      ...(body.additional_observers ? [observersAct(body.additional_observers, facts)] : []),
      ...(body.routines ?? []).map(({ id, ...fields }) => routineAct(draftFrom(fields, id), facts)),
    ]
    const registration = orRefuse(applyInOrder(context.registration, acts))
    const changedContext = { ...context, registration }
    const price = currentPrice(changedContext, await loadElsewhere(tx, changedContext))
    const { due, deposit_required } = settlementStatus(registration, price, payments, facts)
    const due_date = payBy(facts.tour_date, owingOf(registration), now, facts.settings)
    return { ...price, deposit_due: deposit_required, balance: due.shown, due_date }
  })

  serve(app, completeRegistration, async (tx, { body, user, now }) => {
    const context = await loadContextForAct(tx, { user, now, id: body.registration_id })
    const { context: completed, snapshot_id, notices } = await completeFromContext(tx, context)
    return { registration: await present(tx, completed, { notices }), snapshot_id }
  })

  serve(app, holdPlaces, async (tx, { params, user, now }) => {
    const context = await loadContextForAct(tx, { user, now, id: params.id })
    if (!context.registration.reviewed) throw new Refused({ code: 'registration.not_reviewed', tab: 'review' })
    return hold(tx, context)
  })

  serve(app, releasePlaces, async (tx, { params, user, now }) => {
    const context = await loadContextForAct(tx, { user, now, id: params.id })
    await refuseWhileCharged(tx, params.id)
    await releaseHold(tx, context)
    return {}
  })
}

const peopleAct =
  (drafts: readonly AttendeeDraft[], facts: Facts & PeopleById): RegistrationAct =>
  (registration) =>
    setAttendees(registration, drafts, facts)

const observersAct =
  (observers: { one: number; two: number }, facts: Facts): RegistrationAct =>
  (registration) =>
    setObservers(registration, observers, facts)

const routineAct =
  (draft: RoutineDraft, facts: Facts): RegistrationAct =>
  (registration) =>
    saveRoutine(registration, draft, facts)

export function nominationRoutes(app: App) {
  serve(app, saveNominations, async (tx, { body, user, now }) => {
    const { id, version, ...nominations } = body
    const { registration, facts } = await act(tx, { edits: true, user, now, id, version }, (context) =>
      setNominations(context.registration, nominations, context.facts),
    )
    const { has_soty, nomination_routines, reviewed } = registration
    const nomination_categories = nominationChoices(registration, facts)
    return { version: registration.version, has_soty, nomination_routines, nomination_categories, reviewed }
  })
}
