import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { closedSentence } from '@callboard/domain/registrations/refusals.ts'
import { startDetails } from '@callboard/domain/registrations/steps.ts'
import { rateFlags, tierOf } from '@callboard/domain/tours/rate-tier.ts'
import { isPickerActionDisabled } from '@callboard/domain/tours/picker.ts'
import type { User } from '../platform/user.ts'
import type { Tx } from '../platform/db/connect.ts'
import { Forbidden, orNotFound } from '../platform/http/errors.ts'
import { loadSettings } from '../platform/settings-queries.ts'
import { findTourDate, isException } from '../tours/queries.ts'
import { findLiveRegistration } from './queries.ts'
import { insertRegistration } from './root-queries.ts'

/**
 * Creates a registration for a city, or finds the existing one, and returns its id. The server decides the owner and
 * the rate, not the browser; `step_name` is the step the caller shows. TOUR-032, TOUR-033, WIZ-049, WIZ-064.
 */
export async function beginRegistration(
  tx: Tx,
  { tour_date_id, step_name }: { tour_date_id: number; step_name?: string | undefined },
  user: User,
  now: Instant,
): Promise<number> {
  const tour_date = orNotFound(await findTourDate(tx, tour_date_id))
  const live = await findLiveRegistration(tx, user.id, tour_date_id)
  if (live) return live.id

  const exempt = user.exempt || (await isException(tx, tour_date_id, user.email))
  // The picker's own rule: what its button refuses is refused here too.
  if (isPickerActionDisabled({ tour_date, own: null, exempt, now })) {
    throw new Forbidden('registration.closed', closedSentence)
  }
  const { event_id, season_id } = tour_date
  const settings = await loadSettings(tx, { tour_date_id, event_id, season_id })
  const flags = rateFlags(tour_date, now, settings)
  const newRegistration = await insertRegistration(tx, {
    tour_date_id,
    user_id: user.id,
    studio_id: user.studio_account ? user.studio_id : null,
    ancillary: !user.studio_account,
    ...flags,
    left_off_details: JSON.stringify(startDetails({ tour_date }, step_name)),
    // The picker has shown this rate to the user.
    rates_told: tierOf(flags),
    created: now,
    updated: now,
  })
  // Inserting locked the city. Before that, the office may have made it a draft again.
  orNotFound(await findTourDate(tx, tour_date_id))
  return (newRegistration ?? orNotFound(await findLiveRegistration(tx, user.id, tour_date_id))).id
}
