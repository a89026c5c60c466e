import { saveNominations } from '@callboard/contract/registrations/nominations.ts'
import { setNominations } from '@callboard/domain/registrations/nominations/set-nominations.ts'
import { act } from '../act.ts'
import { serve, type App } from '../../platform/http/serve.ts'

export function nominationRoutes(app: App) {
  serve(app, saveNominations, async (tx, { body, user, now }) => {
    const { id, version, ...nominations } = body
    const { registration } = await act(tx, { edits: true, user, now, id, version }, (context) =>
      setNominations(context.registration, nominations, context.facts),
    )
    const { has_soty, nomination_routines, reviewed } = registration
    return { version: registration.version, has_soty, nomination_routines, reviewed }
  })
}
