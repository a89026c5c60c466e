import { displayEndpoints } from '@callboard/contract/running-order/displays.ts'
import { secondsBetween, type Instant } from '@callboard/domain/kernel/instant.ts'
import { stageView } from '@callboard/domain/running-order/stage-view.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, Refused, SignedOut } from '../platform/http/errors.ts'
import { serve, serveEvents, type App } from '../platform/http/serve.ts'
import { hashOf, newToken, setDisplayCookie } from '../platform/http/sessions.ts'
import type { HallDisplay } from '../platform/user.ts'
import {
  findDisplay,
  findDisplayEnd,
  insertDisplay,
  listCityDisplays,
  listOrderStages,
  lockDisplay,
  markDisplayRevoked,
} from './display-queries.ts'
import type { StageFeeds } from './stage-routes.ts'

/** The screen of a call about this city; a screen of another city learns nothing of it. */
function displayOfCity(display: HallDisplay | null, tour_date_id: number): HallDisplay {
  if (!display) throw new SignedOut()
  if (display.tour_date_id !== tour_date_id) throw new NotFound()
  return display
}

async function presentDisplays(tx: Tx, tour_date_id: number, now: Instant) {
  const { ends_at } = orNotFound(await findDisplayEnd(tx, tour_date_id))
  const stages = (await listOrderStages(tx, tour_date_id)).map(({ stage }) => stage)
  const displays = await listCityDisplays(tx, tour_date_id, now)
  return { tour_date_id, is_over: ends_at <= now, stages, displays }
}

/** Screens in the hall: the office makes a link, any browser opens it, and it shows the stage and no dancer's name. */
export function displayRoutes(app: App, { watchStage, readShared }: StageFeeds) {
  serve(app, displayEndpoints.listDisplays, (tx, { query, now }) => presentDisplays(tx, query.tour_date_id, now))

  serve(app, displayEndpoints.addDisplay, async (tx, { body, ...caller }) => {
    const { ends_at } = orNotFound(await findDisplayEnd(tx, body.tour_date_id))
    if (ends_at <= caller.now) throw new Refused({ code: 'display.city_over' })
    const token = newToken()
    const by = { created_at: caller.now, created_by: caller.user.id }
    await insertDisplay(tx, { ...body, token_hash: hashOf(token), expires_at: ends_at, ...by })
    const { tour_date_id, ...after } = body
    const about = { entity: 'running_order', entity_id: tour_date_id, before: null, after }
    await audited(tx, caller, { action: 'add display', ...about })
    const board = await presentDisplays(tx, tour_date_id, caller.now)
    return { ...board, token, url: `${app.origin}/display/${token}` }
  })

  serve(app, displayEndpoints.removeDisplay, async (tx, { params: { id }, ...caller }) => {
    const { tour_date_id, label } = orNotFound(await lockDisplay(tx, id))
    await markDisplayRevoked(tx, id, caller.now)
    const about = { entity: 'running_order', entity_id: tour_date_id, before: { label }, after: null }
    await audited(tx, caller, { action: 'remove display', ...about })
    return presentDisplays(tx, tour_date_id, caller.now)
  })

  serve(app, displayEndpoints.openDisplay, async (tx, { body: { token }, now, reply }) => {
    const display = await findDisplay(tx, hashOf(token), now)
    if (!display) throw new Refused({ code: 'display.over' })
    const { tour_date_id, expires_at } = display
    setDisplayCookie(reply, token, tour_date_id, Math.round(secondsBetween(now, expires_at)))
    return { tour_date_id, expires_at }
  })

  serve(app, displayEndpoints.readLive, async (tx, { display, params, now, request, reply }) => {
    const screen = displayOfCity(display, params.tour_date_id)
    const { tag: stageTag, event, city, time_zone, entries } = await readShared(tx, params.tour_date_id, now)
    // Two screens of one city, opened one after the other in a browser, share an address and not an answer.
    const tag = stageTag.replace(/"$/, ` ${screen.id}"`)
    void reply.header('cache-control', 'private, no-cache').header('etag', tag)
    if (request.headers['if-none-match'] === tag) void reply.code(304)
    const stages = [...new Set(entries.map(({ stage }) => stage))].toSorted((one, other) => one - other)
    const show = ({ id, label, name, studio, division, category, starts_at }: (typeof entries)[number]) => ({
      ...{ id, label, name, division, category, starts_at },
      studio: screen.shows_studios ? studio : null,
    })
    return {
      ...{ event, city, time_zone },
      stages: stages
        .filter((stage) => screen.stage === null || stage === screen.stage)
        .map((stage) => {
          const { current, next, late_minutes } = stageView(entries.filter((entry) => entry.stage === stage))
          return { stage, current: current && show(current), next: next.map(show), late_minutes }
        }),
    }
  })

  serveEvents(app, displayEndpoints.watchLive, async ({ display, params, reply }) => {
    const { id, tour_date_id } = displayOfCity(display, params.tour_date_id)
    return watchStage(tour_date_id, `display ${id}`, reply)
  })
}
