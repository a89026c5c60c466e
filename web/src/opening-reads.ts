import type { Route } from './api/call.ts'
import { paths } from './shell/paths.ts'

/** A read that the screen of an address makes first, and one that follows from a field of its answer. */
export type OpeningRead = { method: string; url: string; next?: { field: string; url: string } }

/** The address of a route; without the number in it, `{}` stands for that. */
function urlOf(route: Route, id = '{}'): string {
  const [, path = ''] = route.split(' ')
  return path.replace(/\{\w+\}/, id)
}

const session: OpeningRead = { method: 'POST', url: urlOf('POST /v1/mybtf/authenticate') }

/**
 * The reads of a page that somebody opens who may be signed in. Its document starts them while the scripts are on their
 * way (`startReads` of the server), and each answer waits for the call that asks for it (api/opening-replies.ts).
 */
export function openingReads(path: string): OpeningRead[] {
  const [, registration_id] = /^\/registration\/([1-9]\d{0,9})(?:\/|$)/.exec(path) ?? []
  if (registration_id) {
    const roster = { field: 'id', url: `${urlOf('GET /v1/mybtf/roster')}?mybtf_user_id={}` }
    const city = { field: 'tour_date_id', url: urlOf('GET /v1/dance360/tour-dates/{id}/city') }
    const registration = urlOf('GET /v1/dance360/registrations/{id}', registration_id)
    return [
      { ...session, next: roster },
      { method: 'GET', url: registration, next: city },
    ]
  }
  return path === paths.home ? [session, { method: 'GET', url: urlOf('GET /v1/mybtf/due') }] : [session]
}
