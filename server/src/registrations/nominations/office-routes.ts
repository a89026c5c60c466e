import { officeNominationEndpoints } from '@callboard/contract/registrations/office-nominations.ts'
import {
  categoriesOf,
  eligibleRoutines,
  hasSotyHere,
  titleOfType,
} from '@callboard/domain/registrations/nominations/nomination.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import { nominationSteps } from '@callboard/domain/registrations/nominations/check-nominations.ts'
import { correctNominations } from '@callboard/domain/registrations/nominations/set-nominations.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { loadContext, type RegistrationContext } from '../facts.ts'
import { act, refuseChangedMeanwhile } from '../act.ts'
import { audited } from '../../platform/audit-queries.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { findCityHead } from '../../tours/city-queries.ts'
import { orNotFound, orRefuse, Refused } from '../../platform/http/errors.ts'
import { serve, type App } from '../../platform/http/serve.ts'
import { findRegistration, lockRegistration, type LoadedRegistration } from '../queries.ts'
import { setStudioOfTheYear } from '../root-queries.ts'
import { listCityNominations, saveNominations } from './queries.ts'

/** Lists a city's nominations for the award juries. OFF-014. */
export function officeNominationRoutes(app: App) {
  serve(app, officeNominationEndpoints.officeCityNominations, async (tx, { params }) => {
    const { event: event_name, time_zone: _, ...city } = orNotFound(await findCityHead(tx, params.id))
    const rows = await listCityNominations(tx, params.id)
    return {
      ...city,
      event_name,
      rows: rows.map(({ details, half, type, ...row }) => ({
        ...row,
        // The category has its own column.
        type: half === null ? type : titleOfType({ name: row.category, step: row.step }, { name: type, half }),
        outside: details.outside,
        name: details.name,
      })),
    }
  })

  serve(app, officeNominationEndpoints.readOfficeNominations, async (tx, { params, now }) => {
    const { registration, facts } = await loadContext(tx, orNotFound(await findRegistration(tx, params.id)), now)
    return present(registration, facts)
  })

  serve(
    app,
    officeNominationEndpoints.correctOfficeNominations,
    async (tx, { params: { id }, body, now, ...caller }) => {
      const loadedRegistration = orNotFound(await lockRegistration(tx, id))
      if (loadedRegistration.row.deleted) throw new Refused({ code: 'office.deleted' })
      const { registration, facts } = await loadContext(tx, loadedRegistration, now)
      const { version, ...nominations } = body
      refuseChangedMeanwhile(registration, version)
      const after = await save(
        tx,
        loadedRegistration,
        orRefuse(correctNominations(registration, nominations, facts)),
        now,
      )
      await audited(
        tx,
        { ...caller, now },
        {
          action: 'change nominations',
          entity: 'registration',
          entity_id: id,
          before: auditRecord(registration, facts),
          after: { ...auditRecord(after, facts), reason: body.reason.trim() },
        },
      )
      return present(after, facts)
    },
  )
}

/** A registration in progress as its owner would; of a completed one the nominations alone, whose price is settled. */
async function save(tx: Tx, { row }: LoadedRegistration, after: Registration, now: Instant): Promise<Registration> {
  const { id, has_soty, nomination_routines } = after
  if (!after.completed) {
    const saved = await act(tx, { user: { id: row.user_id }, now, id }, () => accept(after))
    return saved.registration
  }
  const version = after.version + 1
  await setStudioOfTheYear(tx, id, { has_soty, version, updated: now })
  await saveNominations(tx, id, nomination_routines)
  return { ...after, version }
}

type NominationFacts = RegistrationContext['facts']

function present(registration: Registration, facts: NominationFacts) {
  const { version, has_soty, nomination_routines } = registration
  return {
    version,
    has_soty,
    soty_here: hasSotyHere(facts),
    nomination_routines,
    types: typesIn(facts).map(({ type, ...of }) => ({
      ...of,
      id: type.id,
      asks_for: type.asks_for,
      routines: eligibleRoutines(type, registration).map(({ id, routine }) => ({
        id: id ?? 0,
        name: routine.name,
        choreographer: routine.choreographer,
      })),
    })),
  }
}

const typesIn = (facts: NominationFacts) =>
  nominationSteps.flatMap((step) =>
    categoriesOf(step, facts).flatMap((category) =>
      category.nomination_types.map((type) => ({ type, step, title: titleOfType(category, type) })),
    ),
  )

/** Returns the audit record of nominations with the names of awards and routines. */
function auditRecord({ has_soty, nomination_routines, routines }: Registration, facts: NominationFacts) {
  const titles = new Map(typesIn(facts).map(({ type, title }) => [type.id, title]))
  const names = new Map(routines.map(({ id, routine }) => [id, routine.name]))
  return {
    has_soty,
    nominations: nomination_routines.map(({ nomination_type_id, registrations_routine_id, details }) => ({
      award: titles.get(nomination_type_id) ?? nomination_type_id,
      routine: names.get(registrations_routine_id) ?? registrations_routine_id,
      ...(details.outside && { outside: true }),
      ...(details.name !== null && { name: details.name }),
    })),
  }
}
