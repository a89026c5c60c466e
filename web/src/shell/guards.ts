import type { QueryClient } from '@tanstack/react-query'
import { notFoundError, redirect } from '../ui/router/route.ts'
import { paths } from './paths.ts'
import { isStaff, rememberRoute, sessionQuery, takeRememberedRoute } from './session.ts'

type Visit = { context: { queries: QueryClient }; address: { href: string } }

const userOf = ({ context }: Visit) => context.queries.ensureQueryData(sessionQuery)

/** A visitor signs in first, and comes back to where they were going (SEC-001). */
async function requireUser(visit: Visit) {
  const user = await userOf(visit)
  if (user) return user
  rememberRoute(visit.address.href)
  throw redirect(paths.signin)
}

/** For signed-in people who need not have confirmed their address yet. */
export async function anySignedIn(visit: Visit) {
  await requireUser(visit)
}

/** For signed-in people; until the address is confirmed there is only the page that says so (SEC-001). */
export async function signedIn(visit: Visit) {
  const user = await requireUser(visit)
  if (!user.confirmed) {
    rememberRoute(visit.address.href)
    throw redirect(paths.awaitingConfirmation)
  }
}

/** For visitors; who is signed in goes on to where sign-in leads (SEC-002). */
export async function signedOut(visit: Visit) {
  if (await userOf(visit)) throw redirect(takeRememberedRoute())
}

/** For the office. To everyone else it does not exist. */
export async function staff(visit: Visit) {
  const user = await requireUser(visit)
  if (!isStaff(user)) throw notFoundError()
  // The account page sets the second step up; from there it goes on to the office.
  if (user.lacks_second_factor) throw redirect(paths.account)
}
