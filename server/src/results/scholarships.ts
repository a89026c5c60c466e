import pg from 'pg'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ReleaseBody } from '@callboard/domain/results/release.ts'
import type { Tx } from '../platform/db/connect.ts'
import { Refused } from '../platform/http/errors.ts'
import {
  deleteScholarshipsOfPicks,
  giveScholarships,
  listUsedScholarships,
  lockScholarshipsOfPicks,
} from '../registrations/attendees/queries.ts'
import { listPicks, type AwardCity } from './award-queries.ts'
import { findShownVersion, listScholarshipPicks } from './release-queries.ts'

const scholarshipPickIds = ({ picks }: Pick<ReleaseBody, 'picks'>): Set<number> =>
  new Set(picks.filter(({ amount }) => amount !== null).map(({ id }) => id))

/** The scholarships of these picks cannot be taken back while a registration uses one of them. */
async function refuseUsed(tx: Tx, award_pick_ids: readonly number[]) {
  const [usedScholarship] = await listUsedScholarships(tx, award_pick_ids)
  if (usedScholarship)
    throw new Refused({ code: 'release.scholarship_used', registration_id: usedScholarship.registration_id })
}

/** Refuses a correction that takes back a scholarship of the version that readers see, while it is used. */
export async function refuseUsedScholarships(tx: Tx, before: ReleaseBody | undefined, after: ReleaseBody) {
  const keptIds = scholarshipPickIds(after)
  const earlierIds = before ? [...scholarshipPickIds(before)] : []
  await refuseUsed(
    tx,
    earlierIds.filter((id) => !keptIds.has(id)),
  )
}

/** A registration that chooses one of them in this moment cannot be seen by a snapshot; its foreign key is. */
async function takeScholarshipsBack(tx: Tx, lostPicks: readonly number[]) {
  try {
    await deleteScholarshipsOfPicks(tx, lostPicks)
  } catch (error) {
    const isChosen = error instanceof pg.DatabaseError && error.constraint === 'attendees_scholarship_id_fkey'
    throw isChosen ? new Refused({ code: 'release.scholarship_chosen' }) : error
  }
}

/**
 * Gives the scholarships of a version that opens, and takes back those that any earlier one gave, a withdrawn one too.
 * One that is used stays: it was chosen while this version waited.
 */
export async function settleScholarships(tx: Tx, city: AwardCity, body: ReleaseBody, now: Instant) {
  const keptIds = scholarshipPickIds(body)
  const earlierPicks = await listScholarshipPicks(tx, city.tour_date_id)
  await takeScholarshipsBack(
    tx,
    earlierPicks.map(({ award_pick_id }) => award_pick_id).filter((id) => !keptIds.has(id)),
  )
  const picks = await listPicks(tx, city.tour_date_id)
  const blurbs = new Map(picks.map(({ id, blurb }) => [id, blurb]))
  const scholarships = body.picks.flatMap(({ id, person_id, amount }) =>
    person_id !== null && amount !== null ? [{ award_pick_id: id, person_id, amount, note: blurbs.get(id) ?? '' }] : [],
  )
  await giveScholarships(tx, city.season_id, scholarships, now)
}

/**
 * Takes back every scholarship that the results of a city gave, before they are withdrawn. Refused while one of the shown
 * version is used. They are locked first: a registration that chooses one in this moment is seen, or waits and finds none.
 */
export async function withdrawScholarships(tx: Tx, tour_date_id: number, now: Instant): Promise<void> {
  const givenPicks = await listScholarshipPicks(tx, tour_date_id)
  const award_pick_ids = givenPicks.map(({ award_pick_id }) => award_pick_id)
  await lockScholarshipsOfPicks(tx, award_pick_ids)
  const shownVersion = await findShownVersion(tx, tour_date_id, 'results', now)
  await refuseUsed(
    tx,
    givenPicks
      .filter(({ version_ids }) => shownVersion && version_ids.includes(shownVersion.id))
      .map(({ award_pick_id }) => award_pick_id),
  )
  await takeScholarshipsBack(tx, award_pick_ids)
}
