import {
  confirmRegistration,
  listOfficeRegistrations,
  readOfficeRegistration,
  saveOfficeRegistration,
} from '@callboard/contract/registrations/office-registrations.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import { unconfirmedObservers } from '@callboard/domain/registrations/edit.ts'
import { setConfirmed } from '@callboard/domain/registrations/lifecycle.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { act, refuseWhileMoneyMoves } from '../registrations/act.ts'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import type { Letter } from '../platform/mail/layout.ts'
import { sendMail } from '../platform/mail/queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { claimPlaces, releaseHold } from '../registrations/hold.ts'
import { lockRegistration, type RegistrationRow } from '../registrations/queries.ts'
import { findRevisionMark } from '../registrations/revision-queries.ts'
import {
  setComplimentaryObservers,
  setConfirmation,
  setDeleted,
  setOfficeNotes,
} from '../registrations/root-queries.ts'
import { leaveLine } from '../capacity/leave-line.ts'
import type { AuditAction } from '@callboard/domain/platform/audit-actions.ts'
import { audited } from '../platform/audit-queries.ts'
import { presentForOffice } from './present.ts'
import { searchRegistrations } from './search.ts'
import { addToTotals } from '../tours/total-queries.ts'

const presentStatus = ({ id, completed, confirmed, viewed, deleted, paying_by_check }: RegistrationRow) => ({
  id,
  completed,
  confirmed,
  viewed,
  deleted,
  paying_by_check,
})

/** Returns what a registration adds to the sums of its city; sign -1 subtracts it after deletion. */
const sumsOf = ({ dancers, teachers, observers, routine_count, total, paid }: RegistrationRow, sign: 1 | -1) => ({
  registrations: sign,
  dancers: sign * dancers,
  teachers: sign * teachers,
  observers: sign * observers,
  routines: sign * routine_count,
  total: sign * total,
  paid: sign * paid,
})

export function officeRegistrationRoutes(app: App) {
  serve(app, listOfficeRegistrations, (tx, { query }) => searchRegistrations(tx, query))

  serve(app, readOfficeRegistration, (tx, { params, now }) => presentForOffice(tx, app.files, params.id, now))

  serve(app, confirmRegistration, async (tx, { params, body, ...caller }) => {
    const { user, now } = caller
    const { registration, row, price_list } = orNotFound(await lockRegistration(tx, params.id))
    const { confirmed, dates } = orRefuse(setConfirmed(registration, body.confirmed, row.deleted, now))
    // Sent again, as after a lost reply, it keeps who confirmed it and when.
    const isChange = confirmed !== row.confirmed
    const change = isChange
      ? { confirmed, confirmed_at: dates.confirmed, confirmed_by: confirmed ? user.id : null }
      : { confirmed, confirmed_at: row.confirmed_at, confirmed_by: row.confirmed_by }

    await setConfirmation(tx, params.id, change)
    if (isChange && confirmed)
      await mailConfirmed(tx, await loadContext(tx, { registration, row, price_list }, now), app.origin)
    if (isChange) {
      await audited(tx, caller, {
        action: confirmed ? 'confirm registration' : 'take confirmation back',
        entity: 'registration',
        entity_id: params.id,
        before: { confirmed: row.confirmed, confirmed_at: row.confirmed_at },
        after: change,
      })
    }
    return { ...presentStatus({ ...row, ...change, viewed: true }), confirmed_at: change.confirmed_at }
  })

  serve(app, saveOfficeRegistration, async (tx, { params, body, ...caller }) => {
    const loadedRegistration = orNotFound(await lockRegistration(tx, params.id))
    const { row } = loadedRegistration
    const observers_complimentary = body.additional_observers?.complimentary ?? row.observers_complimentary
    if (body.deleted === true && !row.deleted) await refuseWhileMoneyMoves(tx, params.id)
    const { unconfirmed_additional_observers: cleared, base, ...fields } = body
    const merged = orRefuse(mergeEdit({ current: { notes: row.notes }, base, change: { notes: body.notes } }))
    if (cleared === null) await clearEditedObservers(tx, loadedRegistration, caller)
    const change = {
      viewed: body.viewed ?? row.viewed,
      notes: merged.notes ?? row.notes,
      deleted: body.deleted ?? row.deleted,
      observers_complimentary,
      observers: row.observers + observers_complimentary - row.observers_complimentary,
    }
    const { viewed, notes, deleted } = row
    await setOfficeNotes(tx, params.id, change)
    if (change.deleted !== row.deleted) await setDeleted(tx, params.id, change.deleted)
    if (body.additional_observers) {
      await setComplimentaryObservers(tx, params.id, observers_complimentary, change.observers)
    }
    if (cleared === undefined || Object.keys(fields).length > 0) {
      await audited(tx, caller, {
        action: actionOf(row, change),
        entity: 'registration',
        entity_id: params.id,
        before: { viewed, notes, deleted, observers_complimentary: row.observers_complimentary },
        after: { viewed: change.viewed, notes: change.notes, deleted: change.deleted, observers_complimentary },
      })
    }
    const after = { ...row, ...change }
    if (change.deleted !== deleted) await moveInOrOut(tx, loadedRegistration, after, caller.now)
    return {
      ...presentStatus(after),
      notes: after.notes,
      additional_observers: {
        one: row.observers_one,
        two: row.observers_two,
        complimentary: observers_complimentary,
      },
    }
  })
}

/** Tells the studio that the office has reviewed its registration and edits are open. */
async function mailConfirmed(tx: Tx, { facts, owner, row }: RegistrationContext, origin: string) {
  const { event, event_city } = facts.tour_date
  const city = [event_city.name, event_city.state].filter(Boolean).join(', ')
  const letter: Letter = {
    subject: `Your registration is confirmed: ${event.name}, ${city}`,
    preview: `We have reviewed your registration for ${city}.`,
    heading: 'Your registration is confirmed',
    paragraphs: [
      `Hello ${owner.fname}, we have reviewed your registration for ${event.name} in ${city} and confirmed it.`,
      'To change it, choose Edit on your event page. We review and confirm every change.',
    ],
    action: { label: 'Go to your event', url: `${origin}/event/${row.id}/overview` },
  }
  const to = row.review_email ?? owner.email
  await sendMail(
    tx,
    { to, template: 'registration_confirmed', user_id: owner.id, registration_id: row.id },
    letter,
    facts.now,
  )
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockRegistration>>>

/** Gives the owner's unfinished edit the registration's own observers again; it has to be reviewed anew. OFF-049. */
async function clearEditedObservers(tx: Tx, { registration, row }: Locked, caller: Parameters<typeof audited>[1]) {
  const { one, two } = registration.additional_observers
  const edited = await findRevisionMark(tx, row.id)
  const unconfirmed = unconfirmedObservers(registration.additional_observers, edited?.observers)
  if (!unconfirmed) return
  await act(tx, { id: row.id, user: { id: row.user_id }, now: caller.now, edits: true }, ({ registration: edit }) =>
    accept({ ...edit, additional_observers: { ...edit.additional_observers, one, two } }),
  )
  await audited(tx, caller, {
    action: 'clear observers of the edit',
    entity: 'registration',
    entity_id: row.id,
    before: { observers_one: unconfirmed.one, observers_two: unconfirmed.two },
    after: { observers_one: one, observers_two: two },
  })
}

type Change = Pick<RegistrationRow, 'viewed' | 'notes' | 'deleted' | 'observers_complimentary'>

function actionOf(before: Change, after: Change): AuditAction {
  if (before.deleted !== after.deleted) return after.deleted ? 'delete registration' : 'bring registration back'
  if (before.notes !== after.notes) return 'note on registration'
  if (before.observers_complimentary !== after.observers_complimentary) return 'give complimentary observers'
  return after.viewed ? 'mark registration viewed' : 'mark registration not viewed'
}

/** Deleting a registration releases its places and sums; restoring one must claim places again. */
async function moveInOrOut(
  tx: Tx,
  loadedRegistration: Locked,
  after: RegistrationRow,
  now: Parameters<typeof loadContext>[2],
) {
  if (after.deleted && after.paid > 0) {
    throw new Refused({ code: 'office.delete_paid', field: 'deleted', paid: cents(after.paid) })
  }
  if (after.completed) await addToTotals(tx, after.tour_date_id, sumsOf(after, after.deleted ? -1 : 1))
  const context = await loadContext(tx, { ...loadedRegistration, row: after }, now)
  if (after.deleted) {
    await releaseHold(tx, context)
    await leaveLine(tx, after, now)
  } else if (after.completed) await claimPlaces(tx, context)
}
