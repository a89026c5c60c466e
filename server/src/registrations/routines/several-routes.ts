import { changeRoutines, removeRoutines, replaceDancer } from '@callboard/contract/registrations/routines.ts'
import type { Result } from '@callboard/domain/kernel/result.ts'
import type { RoutineRefusal } from '@callboard/domain/registrations/routines/refusals.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import {
  changeRoutines as changeThem,
  removeRoutines as removeThem,
  replaceDancer as replaceIn,
} from '@callboard/domain/registrations/routines/replace-dancer.ts'
import type { RoutineChange } from '@callboard/domain/registrations/routines/replace-dancer.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { act } from '../act.ts'
import { presentRoutines } from '../present.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { serve, type App } from '../../platform/http/serve.ts'

type RoutinesCall = {
  params: { id: number }
  body: { version?: number | undefined }
  user: { id: number }
  now: Instant
}

/** One act on several routines: saved as a whole, answered with all of them as they are now. */
async function several(
  tx: Tx,
  { params, body, user, now }: RoutinesCall,
  decide: (registration: Registration, facts: Facts) => Result<Registration, RoutineRefusal>,
) {
  const saved = await act(tx, { edits: true, user, now, id: params.id, version: body.version }, (context) =>
    decide(context.registration, context.facts),
  )
  const { version, routines, waiting_list_routines } = saved.registration
  return { version, routines: await presentRoutines(tx, saved, [...routines, ...waiting_list_routines]) }
}

export function severalRoutineRoutes(app: App) {
  serve(app, replaceDancer, (tx, call) => several(tx, call, (it, facts) => replaceIn(it, call.body, facts)))

  serve(app, changeRoutines, (tx, call) => {
    const { age_up, extra_time, performance_division_id } = call.body.change
    const change: RoutineChange = {
      ...(age_up !== undefined && { age_up }),
      ...(extra_time !== undefined && { extra_time }),
      ...(performance_division_id !== undefined && { performance_division_id }),
    }
    return several(tx, call, (it, facts) => changeThem(it, { ...call.body, change }, facts))
  })

  serve(app, removeRoutines, (tx, call) =>
    several(tx, call, (it, facts) => removeThem(it, call.body.routine_ids, facts)),
  )
}
