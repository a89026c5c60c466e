import {
  issueAccessCodes,
  listCityAccessCodes,
  setCityAccessCodes,
} from '@callboard/contract/access-codes/access-codes.ts'
import { planCodes } from '@callboard/domain/access-codes/access-code.ts'
import { findCityHead } from '../tours/city-queries.ts'
import { audited } from '../platform/audit-queries.ts'
import { NotFound, orNotFound, orRefuse } from '../platform/http/errors.ts'
import { nextPage } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { setAccessCodes } from '../registrations/queries.ts'
import { issue } from './jobs.ts'
import { listHolders, loadCityCodes, lockCodes } from './queries.ts'

/** The office gives codes to those who take part virtually. OFF-027, CODE-006. */
export function officeAccessCodeRoutes(app: App) {
  serve(app, listCityAccessCodes, async (tx, { params: { id }, query }) => {
    const { time_zone: _, ...city } = orNotFound(await findCityHead(tx, id))
    const codes = await loadCityCodes(tx, id, query)
    return { ...city, ...codes, next: nextPage(codes.total, query) }
  })

  serve(app, setCityAccessCodes, async (tx, { params: { id }, body, ...caller }) => {
    await lockCodes(tx, id)
    const holders = await listHolders(tx, id)
    const holderById = new Map(holders.map((holder) => [holder.attendee_id, holder]))
    if (body.codes.some(({ attendee_id }) => !holderById.has(attendee_id))) throw new NotFound()
    const changedCodes = orRefuse(planCodes(body.codes, holders))
    await setAccessCodes(tx, changedCodes)
    if (changedCodes.length > 0) {
      const before = changedCodes.map(({ attendee_id }) => ({
        attendee_id,
        access_code: holderById.get(attendee_id)?.access_code ?? null,
      }))
      const action = { action: 'give access codes' as const, entity: 'tour_date', entity_id: id }
      await audited(tx, caller, { ...action, before: { codes: before }, after: { codes: changedCodes } })
    }
    return { changed: changedCodes.length }
  })

  serve(app, issueAccessCodes, async (tx, { params: { id }, ...caller }) => {
    orNotFound(await findCityHead(tx, id))
    const issued = await issue(tx, id)
    const action = { action: 'issue access codes' as const, entity: 'tour_date', entity_id: id }
    await audited(tx, caller, { ...action, before: null, after: { issued } })
    return { issued }
  })
}
