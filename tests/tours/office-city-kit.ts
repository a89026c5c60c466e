import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { openStage } from '../kit.ts'

type Method = 'GET' | 'POST' | 'PUT'

/** A small city, changed by an administrator, and what its owner reads of it. */
export async function openOfficeCity() {
  const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
  const { grace, admin, office, event_id, season_id, tour_date_id, registration } = await smallCity(stage.db)

  const asAdmin = async (method: Method, path: string, body?: unknown) => {
    const reply = await stage.call(admin.user_id, method, `/v1/office${path}`, body)
    return { status: reply.statusCode, body: reply.json() }
  }
  const city = `/tour-dates/${tour_date_id}`
  const ownersView = async () =>
    (await stage.call(grace.user_id, 'GET', `/v1/dance360/registrations/${registration.id}`)).json()
  const ownersCity = async () => (await ownersView()).tour_date
  const ownersQuote = async () =>
    (await stage.call(grace.user_id, 'POST', `/v1/dance360/registrations/${registration.id}/quote`, {})).json()
  const lastAudit = () =>
    stage.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return {
    stage,
    grace,
    admin,
    office,
    event_id,
    season_id,
    tour_date_id,
    registration,
    asAdmin,
    city,
    ownersView,
    ownersCity,
    ownersQuote,
    lastAudit,
  }
}
