import { addRoutine, addRoutines, changeRoutine, removeRoutine } from '@callboard/contract/registrations/routines.ts'
import { removeRoutine as removeRoutineFrom, saveRoutine } from '@callboard/domain/registrations/routines/acts.ts'
import { isSameRoutine } from '@callboard/domain/registrations/routines/routine-draft.ts'
import type { Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { act, applyInOrder } from '../act.ts'
import { presentRoutines } from '../present.ts'
import { answerWith, orNotFound } from '../../platform/http/errors.ts'
import { serve, type App } from '../../platform/http/serve.ts'
import { findOwnRegistrationOfRoutine } from '../queries.ts'
import { draftFrom, refuseForeignCopies } from './copies.ts'

const all = ({ routines, waiting_list_routines }: Registration) => [...routines, ...waiting_list_routines]

/** Returns the routine that an action added, by comparing with the previous state. */
const addedRoutine = (after: Registration, before: Registration): RegistrationRoutine => {
  const existingIds = new Set(all(before).map(({ id }) => id))
  return orNotFound(all(after).find(({ id }) => !existingIds.has(id)))
}

export function routineRoutes(app: App) {
  // Nothing is wrong with what was sent: a registered routine is not the owner’s to change. C052.
  answerWith({ 'routine.locked': 403, 'routine.edits_closed': 403 })

  serve(app, addRoutine, async (tx, { body, user, now }) => {
    const { registration_id, version: expectedVersion, ...fields } = body
    let before: Registration | undefined
    const saved = await act(
      tx,
      { edits: true, user, now, id: registration_id, version: expectedVersion },
      async (context) => {
        before = context.registration
        await refuseForeignCopies(tx, user.id, [fields], context.facts)
        return saveRoutine(context.registration, draftFrom(fields, null), context.facts)
      },
    )
    const { registration } = saved
    const [routine] = await presentRoutines(tx, saved, [addedRoutine(registration, orNotFound(before))])
    return { version: registration.version, routine: { ...orNotFound(routine), _temp_id: fields._temp_id } }
  })

  serve(app, addRoutines, async (tx, { params, body, user, now }) => {
    const saved = await act(tx, { edits: true, user, now, id: params.id, version: body.version }, async (context) => {
      await refuseForeignCopies(tx, user.id, body.routines, context.facts)
      return applyInOrder(
        context.registration,
        body.routines.map((fields) => (it) => saveRoutine(it, draftFrom(fields, null), context.facts)),
      )
    })
    const routines = await presentRoutines(tx, saved, all(saved.registration))
    return { version: saved.registration.version, routines }
  })

  serve(app, changeRoutine, async (tx, { params, body, user, now }) => {
    const { id } = orNotFound(await findOwnRegistrationOfRoutine(tx, params.id, user.id))
    const { registration_id: _, version: expectedVersion, ...fields } = body
    const saved = await act(
      tx,
      { edits: true, user, now, id, version: expectedVersion },
      ({ registration: it, facts }) => saveRoutine(it, draftFrom(fields, params.id), facts),
    )
    const { registration } = saved
    const changedRoutines = all(registration).filter((one) => isSameRoutine(one, { id: params.id, _temp_id: null }))
    const [routine] = await presentRoutines(tx, saved, changedRoutines)
    return { version: registration.version, routine: orNotFound(routine) }
  })

  serve(app, removeRoutine, async (tx, { params, user, now }) => {
    const { id } = orNotFound(await findOwnRegistrationOfRoutine(tx, params.id, user.id))
    await act(tx, { edits: true, user, now, id }, ({ registration, facts }) =>
      removeRoutineFrom(registration, { id: params.id, _temp_id: null }, facts),
    )
    return {}
  })
}
