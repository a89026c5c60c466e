import {
  beginOfficeEdit,
  correctRegistration,
  discardOfficeEdit,
  previewCorrection,
  previewOfficeEdit,
  readCorrection,
  submitOfficeEdit,
} from '@callboard/contract/registrations/corrections.ts'
import { levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { routinesOf } from '@callboard/domain/registrations/routines/counts.ts'
import { attendeesOf } from '@callboard/domain/registrations/registration.ts'
import { answerWith, orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { correctForOffice, correctionOf, loadForCorrection, planCorrection } from './correct.ts'
import { loadContext, type RegistrationContext } from './facts.ts'
import { beginForOffice, discardForOffice, planOfficeEdit, submitForOffice } from './office-edit.ts'
import { findRegistration } from './queries.ts'

/** The office corrects completed registrations, with a preview. OFF-020. */
export function correctionRoutes(app: App) {
  answerWith({ 'office.price_changed': 409, 'office.edit_paid': 409, 'office.edit_of_another': 409 })

  serve(app, readCorrection, async (tx, { params, now }) => {
    const loadedRegistration = orNotFound(await findRegistration(tx, params.id))
    return presentForCorrection(await loadContext(tx, loadedRegistration, now))
  })

  serve(app, previewCorrection, async (tx, { params, body, now }) => {
    const live = await loadForCorrection(tx, { id: params.id, version: body.version, now })
    return (await planCorrection(tx, live, correctionOf(live, body))).effect
  })

  serve(app, correctRegistration, (tx, { params, body, ...caller }) =>
    correctForOffice(tx, { ...caller, id: params.id, body, origin: app.origin }),
  )

  serve(app, beginOfficeEdit, (tx, { params, body, ...caller }) =>
    beginForOffice(tx, { ...caller, id: params.id, body }),
  )

  serve(app, discardOfficeEdit, async (tx, { params, ...caller }) => {
    await discardForOffice(tx, { ...caller, id: params.id })
    return {}
  })

  serve(app, previewOfficeEdit, async (tx, { params, now }) => {
    const { edit, plan } = await planOfficeEdit(tx, params.id, now)
    return { ...plan.effect, version: edit.version }
  })

  serve(app, submitOfficeEdit, (tx, { params, body, ...caller }) =>
    submitForOffice(tx, { ...caller, id: params.id, body, origin: app.origin }),
  )
}

function presentForCorrection({ registration, facts, row }: RegistrationContext) {
  if (row.deleted) throw new Refused({ code: 'office.deleted' })
  const levels = levelsById(facts.workshop_levels)
  return {
    version: registration.version,
    add_ons: [...facts.tour_date.add_ons],
    people: attendeesOf(registration).map((attendee) => {
      const { person_id, person, workshop_level_id, virtual, one_day, media_pass, vip_experience, photoshoot } =
        attendee
      const kind = levels.get(workshop_level_id)?.kind
      return {
        ...{ person_id, workshop_level_id, virtual, one_day, media_pass, vip_experience, photoshoot },
        name: `${person.fname} ${person.lname}`,
        levels: facts.workshop_levels
          .filter((level) => level.id === workshop_level_id || (level.kind === kind && level.status === 'open'))
          .map(({ id, level }) => ({ id, level })),
        routines: routinesOf(registration, person_id).map(({ routine }) => routine.name),
      }
    }),
  }
}
