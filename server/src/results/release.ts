import type { Instant } from '@callboard/domain/kernel/instant.ts'
import {
  changedSlices,
  isSameRelease,
  mergeChanges,
  movedInputs,
  saysResults,
  sliceChangeText,
  type ChangeNames,
  type SliceChange,
} from '@callboard/domain/results/release-changes.ts'
import { isEnoughForData } from '@callboard/domain/results/registration-data.ts'
import {
  absenceWarnings,
  warningKey,
  warningText,
  type ReleaseWarning,
} from '@callboard/domain/results/release-warnings.ts'
import {
  lacksPart,
  hasResults,
  releaseOf,
  slicesOf,
  type ReleaseInputs,
  type ReleasePart,
} from '@callboard/domain/results/release.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { sendMails } from '../platform/mail/queries.ts'
import { loadSettings } from '../platform/settings-queries.ts'
import { setReleasedParts } from '../tours/city-queries.ts'
import { listAuditioners } from '../judging/audition-queries.ts'
import { loadAuditioners } from '../judging/inputs-queries.ts'
import { findAwardCity, listAwardBlocks, type AwardCity } from './award-queries.ts'
import { refuseUsedScholarships, settleScholarships } from './scholarships.ts'
import { chainHash, hashOfValue, loadReleaseInputs } from './inputs.ts'
import { releaseLetter } from './letters.ts'
import { loadNames } from './names.ts'
import {
  closeProposal,
  findChainEnd,
  findLatestVersion,
  findShownVersion,
  findVersionBefore,
  insertProposal,
  insertVersion,
  listReleaseOwners,
  listShownParts,
  listSlices,
  lockProposal,
  lockVersion,
  markReleased,
  withdrawVersion,
} from './release-queries.ts'

/** The dancers of a city's programs, where its results have an audition. */
const listProgramDancers = async (tx: Tx, { tour_date_id }: AwardCity, { tabulation }: ReleaseInputs) =>
  tabulation.auditions.length === 0
    ? []
    : (await listAuditioners(tx, tour_date_id)).map(({ attendee_id }) => attendee_id)

/** A warning about marks of auditions that no award of the city shows. */
async function unusedAuditions(
  tx: Tx,
  { tour_date_id }: AwardCity,
  part: ReleasePart,
  { tabulation }: ReleaseInputs,
): Promise<ReleaseWarning[]> {
  if (part !== 'results' || tabulation.auditions.length > 0) return []
  const dancers = (await loadAuditioners(tx, tour_date_id)).length
  return dancers > 0 ? [{ kind: 'audition_unused', dancers }] : []
}

/** A part as it would be released now. */
export async function previewRelease(tx: Tx, city: AwardCity, part: ReleasePart) {
  const inputs = await loadReleaseInputs(tx, city, part)
  const { body, warnings } = releaseOf(part, inputs)
  const absences = absenceWarnings(inputs.tabulation.auditions, await listProgramDancers(tx, city, inputs))
  return {
    inputs,
    body,
    warnings: [...warnings, ...absences, ...(await unusedAuditions(tx, city, part, inputs))],
    input_hash: hashOfValue(inputs),
    result_hash: hashOfValue(body),
  }
}

type Proposer = { user: { id: number }; now: Instant }
type Proposal = { accepted: readonly string[]; reason: string; input_hash?: string }
export type ReleasePreview = Awaited<ReturnType<typeof previewRelease>>

/** The slices of what would be released now, compared with the version that readers see. */
async function listChangedSlices(
  tx: Tx,
  part: ReleasePart,
  before: { id: number } | undefined,
  { body, inputs }: ReleasePreview,
) {
  const earlier = before && new Map((await listSlices(tx, before.id)).map((row) => [row.registration_id, row.body]))
  return changedSlices(earlier ?? null, slicesOf(body, inputs.holders), part)
}

/** A correction as its studios will read it; null where they see nothing yet, or what would be released now. */
export async function previewCorrection(
  tx: Tx,
  { tour_date_id, part, now }: PartNow,
  preview: ReleasePreview,
  names: ChangeNames,
) {
  const version = await findShownVersion(tx, tour_date_id, part, now)
  if (!version || isSameRelease(part, version.body, preview.body)) return null
  const concernedSlices = (await listChangedSlices(tx, part, version, preview)).filter(
    ({ changes }) => changes.length > 0,
  )
  const sentences = mergeChanges(concernedSlices, preview.body.entries).map((one) => sliceChangeText(one, names))
  return { version: version.version, registrations: concernedSlices.length, changes: [...new Set(sentences)] }
}

/** Stores what somebody wants to release. Refused while a warning is not accepted by name. */
export async function proposePart(
  tx: Tx,
  city: AwardCity,
  part: ReleasePart,
  { user, now }: Proposer,
  { accepted, reason, input_hash }: Proposal,
) {
  const { tour_date_id } = city
  if (lacksPart(part, city)) throw new Refused({ code: 'critiques.none' })
  const preview = await previewRelease(tx, city, part)
  if (!hasResults(preview.body)) throw new Refused({ code: 'release.nothing' })
  if (input_hash !== undefined && input_hash !== preview.input_hash)
    throw new Refused({ code: 'release.moved', moved: [] })
  const names = await loadNames(tx, city, preview)
  const open = preview.warnings.filter((warning) => !accepted.includes(warningKey(warning)))
  if (open.length > 0) {
    throw new Refused({ code: 'release.unaccepted', warnings: open.map((warning) => warningText(warning, names)) })
  }
  const latest = await findLatestVersion(tx, tour_date_id, part)
  if (latest && isSameRelease(part, latest.body, preview.body)) throw new Refused({ code: 'release.no_change' })
  if (latest && !reason.trim()) throw new Refused({ code: 'release.reason_missing' })
  const { id } = await insertProposal(tx, {
    ...{ tour_date_id, part, inputs: preview.inputs, body: preview.body },
    ...{ input_hash: preview.input_hash, result_hash: preview.result_hash },
    ...{ accepted: preview.warnings.map(warningKey), reason: reason.trim(), proposed_by: user.id, proposed_at: now },
  })
  return { proposal: { id, accepted: preview.warnings.length }, preview }
}

/** Whether somebody else has to confirm what this person proposed. */
export const needsAnotherPerson = async (tx: Tx, city: AwardCity, proposed_by: number, user_id: number) =>
  proposed_by === user_id && !(await loadSettings(tx, city)).one_person_release

type Confirmation = { proposal_id: number; embargo_until: Instant | null; embargo_block_id: number | null }

/**
 * Fixes a proposed part as a version with its slices. The proposal is locked and its inputs are read again: other inputs
 * are a refusal that says what moved. Equal hashes mean that exactly what two people saw is released, provided that all
 * inputs are read as of one moment: the transaction is 'repeatable read'.
 */
export async function confirmPart(
  tx: Tx,
  origin: string,
  city: AwardCity,
  part: ReleasePart,
  { user, now }: Proposer,
  { proposal_id, embargo_until, embargo_block_id }: Confirmation,
) {
  const { tour_date_id } = city
  if (lacksPart(part, city)) throw new Refused({ code: 'critiques.none' })
  const proposal = await lockProposal(tx, tour_date_id, part)
  if (proposal?.id !== proposal_id) throw new Refused({ code: 'release.no_proposal' })
  if (await needsAnotherPerson(tx, city, proposal.proposed_by, user.id)) {
    throw new Refused({ code: 'release.same_person' })
  }
  if (embargo_until !== null && embargo_until <= now) throw new Refused({ code: 'release.embargo_past' })
  const blocks = await listAwardBlocks(tx, tour_date_id)
  const block = blocks.find(({ id }) => id === embargo_block_id)
  if (embargo_block_id !== null && !block) throw new Refused({ code: 'release.no_such_block' })
  const preview = await previewRelease(tx, city, part)
  const { inputs, body, input_hash, result_hash } = preview
  if (input_hash !== proposal.input_hash || result_hash !== proposal.result_hash) {
    const names = await loadNames(tx, city)
    throw new Refused({ code: 'release.moved', moved: movedInputs(part, proposal.inputs, inputs, names) })
  }
  const before = await supersedeEmbargoed(tx, origin, { tour_date_id, part, now })
  await refuseUsedScholarships(tx, before?.body, body)

  const end = await findChainEnd(tx, tour_date_id, part)
  const link = {
    ...{ tour_date_id, part, version: (end?.version ?? 0) + 1 },
    ...{ input_hash, result_hash, previous_hash: end?.chain_hash ?? null },
  }
  const slices = (await listChangedSlices(tx, part, before, preview)).map(({ registration_id, slice, changes }) => ({
    ...{ registration_id, hash: hashOfValue(slice), body: slice, changes },
  }))
  const shown_from = embargo_until ?? (embargo_block_id === null ? now : null)
  const id = await insertVersion(
    tx,
    {
      ...{ ...link, chain_hash: chainHash(link), inputs, body, rules_version: body.rules_version },
      ...{ proposed_by: proposal.proposed_by, confirmed_by: user.id, confirmed_at: now },
      one_person: proposal.proposed_by === user.id,
      ...{ embargo_until: shown_from, embargo_block_id, reason: proposal.reason },
    },
    slices,
  )
  await closeProposal(tx, tour_date_id, part, now)
  if (shown_from === now) await openVersion(tx, origin, id, now)
  const version = { version: link.version, embargo_until: shown_from, ...(block && { awaits: block.name }) }
  return { version, preview }
}

type PartNow = { tour_date_id: number; part: ReleasePart; now: Instant }

/** A version that nobody has seen is replaced in silence. Returns the one that readers see, if there is one. */
async function supersedeEmbargoed(tx: Tx, origin: string, { tour_date_id, part, now }: PartNow) {
  const newest = await findLatestVersion(tx, tour_date_id, part)
  // Locked: the job may be opening it, and what it opened is no longer replaced in silence.
  const latest = newest && (await lockVersion(tx, newest.id))
  if (!latest || latest.released_at !== null) return latest
  // Its time has come, and the job that writes what follows has not run yet.
  if (latest.embargo_until !== null && latest.embargo_until <= now) await openVersion(tx, origin, latest.id, now)
  else await withdrawVersion(tx, latest.id, now)
  return findLatestVersion(tx, tour_date_id, part)
}

/** Saves which parts of a city are shown now in the columns of its row. */
export async function saveShownParts(tx: Tx, tour_date_id: number, now: Instant) {
  const parts = new Set((await listShownParts(tx, tour_date_id, now)).map(({ part }) => part))
  await setReleasedParts(tx, tour_date_id, {
    ...{ results: parts.has('results'), critiques: parts.has('critiques'), data: parts.has('data') },
    coda: parts.size > 0,
  })
}

/**
 * Writes what follows from a version once its time has come: flags, scholarships, mails. Done once, under the version's
 * lock. A correction mails only the registrations whose slice changed.
 */
export async function openVersion(tx: Tx, origin: string, id: number, now: Instant): Promise<void> {
  const version = await lockVersion(tx, id)
  if (version.released_at !== null || version.withdrawn_at !== null) return
  const { tour_date_id, part } = version
  const city = orNotFound(await findAwardCity(tx, tour_date_id))
  await markReleased(tx, id, now)
  await saveShownParts(tx, tour_date_id, now)
  const before = await findVersionBefore(tx, tour_date_id, part, version.version)
  if (part === 'results') await settleScholarships(tx, city, version.body, now)

  // Before the results are open, a correction of another part says nothing of them.
  const openParts = (await listShownParts(tx, tour_date_id, now)).map((one) => one.part)
  const isOpenChange = (change: SliceChange) => openParts.includes('results') || !saysResults(change)
  const slices = (await listSlices(tx, id)).map((slice) => ({ ...slice, changes: slice.changes.filter(isOpenChange) }))
  const concernedSlices = slices.filter(
    ({ changes, body }) =>
      (!before || changes.length > 0) &&
      // No mail leads to a page that only says that it has nothing to show.
      !lacksPart(part, city) &&
      (part !== 'data' || isEnoughForData(body.entries.filter(({ total }) => total !== null).length)),
  )
  const owners = await listReleaseOwners(
    tx,
    concernedSlices.map(({ registration_id }) => registration_id),
  )
  const names = await loadNames(tx, city, version)
  const changesOf = new Map(concernedSlices.map(({ registration_id, changes }) => [registration_id, changes]))
  const mails = owners.map(({ registration_id, user_id, email, is_portal }) => ({
    envelope: { to: email, template: 'results', user_id, registration_id },
    letter: releaseLetter(part, {
      ...{ event: city.event, city: city.city, reason: version.reason, isCorrection: before !== undefined },
      ...{ changes: changesOf.get(registration_id) ?? [], names },
      url: `${origin}/event/${registration_id}/${is_portal ? `coda/${part}` : part === 'critiques' ? 'critiques' : 'results'}`,
    }),
  }))
  await sendMails(tx, mails, now)
}
