import type { Route } from './api/call.ts'
import { paths } from './shell/paths.ts'

/** A read that the screen of an address makes first, and one that follows from a field of its answer. */
export type OpeningRead = { method: string; url: string; next?: { field: string; url: string } }

/** The address of a route; without the number in it, `{}` stands for that. */
function urlOf(route: Route, id = '{}'): string {
  const [, path = ''] = route.split(' ')
  return path.replace(/\{\w+\}/, id)
}

const get = (route: Route, id?: string): OpeningRead => ({ method: 'GET', url: urlOf(route, id) })
const session: OpeningRead = { method: 'POST', url: urlOf('POST /v1/mybtf/authenticate') }
const roster: OpeningRead = {
  ...session,
  next: { field: 'id', url: `${urlOf('GET /v1/mybtf/roster')}?mybtf_user_id={}` },
}
const city = { field: 'tour_date_id', url: urlOf('GET /v1/dance360/tour-dates/{id}/city') }

/** By path. */
const readsOfPage: Readonly<Record<string, readonly OpeningRead[]>> = {
  [paths.home]: [session, get('GET /v1/mybtf/due')],
  [paths.dashboard]: [session, get('GET /v1/mybtf/own-registrations'), get('GET /v1/mybtf/call-board')],
  [paths.myEvents]: [session, get('GET /v1/mybtf/own-registrations')],
  [paths.roster]: [roster],
}

/**
 * The reads of a page that somebody opens who may be signed in. Its document starts them while the scripts are on their
 * way (`startReads` of the server), and each answer waits for the call that asks for it (api/opening-replies.ts).
 */
export function openingReads(path: string): readonly OpeningRead[] {
  const [, area, id] = /^\/(registration|event)\/([1-9]\d{0,9})(?:\/|$)/.exec(path) ?? []
  if (!id) return readsOfPage[path] ?? [session]
  const registration = get('GET /v1/dance360/registrations/{id}', id)
  if (area === 'registration') return [roster, { ...registration, next: city }]
  return [session, registration, get('GET /v1/dance360/registrations/{id}/event-area', id)]
}
