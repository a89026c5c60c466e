import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { missingToPublish } from '@callboard/domain/tours/publishing.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { findCity } from './city-queries.ts'
import { findDraftFacts } from './publishing-queries.ts'

/** A city with everything the office sets on it; of a draft, what it lacks before it can be published. */
export async function loadForOffice(tx: Tx, id: number, now: Instant) {
  const { exceptions, ...city } = orNotFound(await findCity(tx, id))
  const facts = city.published ? undefined : await findDraftFacts(tx, id)
  const missing = facts ? missingToPublish(facts, now) : []
  return { ...city, missing, exceptions: exceptions.map(({ email }) => email) }
}
