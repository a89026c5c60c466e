import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { releaseParts } from '@callboard/domain/results/release.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, instantField, lineField, listOf, listUpTo, requiredLine } from '../fields.ts'
import { numberedEntry } from '../running-order/running-order.ts'

const params = z.object({ part: z.enum(releaseParts) })
const query = z.object({ tour_date_id: idInPath })
const ofCity = z.object({ tour_date_id: idField })
const momentField = z.iso.datetime() as unknown as z.ZodType<Instant, Instant>

const releaseEntry = numberedEntry.extend({
  /** Hundredths of a point; null: incomplete, or canceled. */
  total: z.int().nullable(),
  level: z.string(),
  places: listOf(z.string()),
  canceled: z.boolean(),
})

export const officeRelease = z.object({
  tour_date_id: z.int(),
  event: z.string(),
  city: z.string(),
  time_zone: z.string(),
  part: z.enum(releaseParts),
  now: instantField,
  /** As everything is now: what a proposal made from this page must still be. */
  input_hash: z.string(),
  result_hash: z.string(),
  entries: listOf(releaseEntry),
  /** Auditions, studio awards and picks: everybody in them, the first place first. */
  awards: listOf(
    z.object({ award: z.string(), rows: listOf(z.object({ place: z.string(), name: z.string(), score: z.string() })) }),
  ),
  /** Against the version that studios see; null: they see none, or the same. */
  correction: z
    .object({
      version: z.int(),
      /** Registrations that are emailed. */
      registrations: z.int(),
      /** Sentences, each once; empty: nothing that is worth an email. */
      changes: listOf(z.string()),
    })
    .nullable(),
  /** The city has nothing of this part, so that it cannot be released: the switch “There are no critiques”. */
  is_lacking: z.boolean(),
  /** Whether the newest version says already what would be released now. */
  is_unchanged: z.boolean(),
  /** Other parts that were released, and would say something else now. */
  outdated_parts: listOf(z.enum(releaseParts)),
  /** Each is accepted by its key before a proposal. */
  warnings: listOf(z.object({ key: z.string(), text: z.string() })),
  proposal: z
    .object({
      id: z.int(),
      proposer: z.string(),
      proposed_at: instantField,
      reason: z.string(),
      accepted: z.int(),
      /** The caller proposed it, and somebody else has to confirm it. */
      is_own: z.boolean(),
      /** Sentences that say what changed since; empty: it can be confirmed. */
      moved: listOf(z.string()),
    })
    .nullable(),
  /** The blocks of awards that a release can wait for. */
  blocks: listOf(z.object({ id: z.int(), name: z.string() })),
  /** The newest first. */
  versions: listOf(
    z.object({
      id: z.int(),
      version: z.int(),
      proposer: z.string(),
      confirmer: z.string(),
      confirmed_at: instantField,
      /** Null: until the awards of `embargo_block` are done. */
      embargo_until: instantField.nullable(),
      embargo_block: z.object({ id: z.int(), name: z.string() }).nullable(),
      released_at: instantField.nullable(),
      withdrawn_at: instantField.nullable(),
      reason: z.string(),
      one_person: z.boolean(),
      /** Equal to the preview's: a proposal would change nothing. */
      result_hash: z.string(),
      registrations: z.int(),
    }),
  ),
})

export const readRelease = endpoint({
  summary: 'Preview a part of a city’s results as it would be released now, with its warnings, proposal and versions',
  method: 'GET',
  path: '/v1/office/results/{part}',
  auth: 'office',
  params,
  query,
  reply: officeRelease,
  example: ({ judged }) => ({ params: { part: 'results' }, query: { tour_date_id: judged.tour_date_id } }),
})

export const readScript = endpoint({
  summary:
    'The emcee’s script of each block of awards: of the proposal, else of what is confirmed, else of the preview',
  method: 'GET',
  path: '/v1/office/results/{part}/script',
  auth: 'office',
  params,
  query,
  reply: z.object({
    event: z.string(),
    city: z.string(),
    of: z.enum(['proposal', 'version', 'preview']),
    blocks: listOf(
      z.object({
        name: z.string(),
        sections: listOf(z.object({ heading: z.string(), note: z.string(), lines: listOf(z.string()) })),
      }),
    ),
  }),
  example: ({ judged }) => ({ params: { part: 'results' }, query: { tour_date_id: judged.tour_date_id } }),
})

export const proposeRelease = endpoint({
  summary: 'Propose to release a part of a city’s results; every warning is accepted by its key',
  method: 'POST',
  path: '/v1/office/results/{part}/propose',
  auth: 'office',
  params,
  body: ofCity.extend({
    /** Of the preview the proposer read. */
    input_hash: z.string().max(64),
    /** Keys of warnings; one of an audition names each of its dancers. */
    accepted: listUpTo(5_000, z.string().max(10_000)),
    /** A correction needs one. */
    reason: lineField(400),
  }),
  reply: officeRelease,
  idempotency: 'optional',
  refusals: [
    'release.key',
    'release.sent_already',
    'release.nothing',
    'critiques.none',
    'release.moved',
    'release.unaccepted',
    'release.reason_missing',
    'release.no_change',
  ],
  example: ({ judged }) => ({
    params: { part: 'critiques' },
    body: {
      tour_date_id: judged.tour_date_id,
      input_hash: judged.input_hash,
      accepted: judged.warnings,
      reason: 'First release',
    },
  }),
})

export const takeProposalBack = endpoint({
  summary: 'Take an open proposal back',
  method: 'POST',
  path: '/v1/office/results/{part}/take-back',
  auth: 'office',
  params,
  body: ofCity,
  reply: officeRelease,
  idempotency: 'optional',
  refusals: ['release.key', 'release.sent_already', 'release.no_proposal'],
  example: ({ judged }) => ({ params: { part: 'results' }, body: { tour_date_id: judged.tour_date_id } }),
})

export const confirmRelease = endpoint({
  summary: 'Confirm a proposed release, as another person than its proposer; computed again first',
  method: 'POST',
  path: '/v1/office/results/{part}/confirm',
  auth: 'office',
  params,
  body: ofCity.extend({
    proposal_id: idField,
    /** Shown from then on; null: at once, or with the awards of `embargo_block_id`. */
    embargo_until: momentField.nullable(),
    /** Shown when the awards of this block are done. */
    embargo_block_id: idField.nullable().default(null),
  }),
  reply: officeRelease,
  idempotency: 'optional',
  refusals: [
    'release.key',
    'release.sent_already',
    'release.no_proposal',
    'critiques.none',
    'release.same_person',
    'release.moved',
    'release.embargo_past',
    'release.no_such_block',
    'release.scholarship_used',
    'release.scholarship_chosen',
  ],
  example: ({ judged }) => ({
    params: { part: 'results' },
    body: { tour_date_id: judged.tour_date_id, proposal_id: judged.proposal_id, embargo_until: null },
  }),
})

export const releaseNow = endpoint({
  summary: 'End the embargo of a confirmed release: it is shown and mailed now',
  method: 'POST',
  path: '/v1/office/results/{part}/open',
  auth: 'office',
  params,
  body: ofCity,
  reply: officeRelease,
  idempotency: 'optional',
  refusals: ['release.key', 'release.sent_already', 'release.not_released'],
  example: ({ judged }) => ({ params: { part: 'data' }, body: { tour_date_id: judged.tour_date_id } }),
})

export const withdrawRelease = endpoint({
  summary: 'Withdraw what is released of a part: readers see none of it until the next release',
  method: 'POST',
  path: '/v1/office/results/{part}/withdraw',
  auth: 'office',
  params,
  body: ofCity.extend({ reason: requiredLine(400) }),
  reply: officeRelease,
  idempotency: 'optional',
  refusals: ['release.key', 'release.sent_already', 'release.not_released', 'release.scholarship_used'],
  example: ({ judged }) => ({
    params: { part: 'data' },
    body: { tour_date_id: judged.tour_date_id, reason: 'A panel was entered twice' },
  }),
})

export const finishAwards = endpoint({
  summary: 'Say that the awards of a block are done: what waits for them is shown and mailed',
  method: 'POST',
  path: '/v1/office/blocks/{id}/awards-done',
  auth: 'office',
  params: z.object({ id: idInPath }),
  body: ofCity,
  reply: z.object({ opened: listOf(z.enum(releaseParts)), city: z.string() }),
  example: ({ judged }) => ({ params: { id: judged.awards_block_id }, body: { tour_date_id: judged.tour_date_id } }),
})

export const proposePublication = endpoint({
  summary:
    'Propose to release the named parts of a city, without warnings; nothing is shown until another person confirms',
  catalogue: 'C113',
  method: 'PUT',
  path: '/v1/office/tour-dates/{id}/publish',
  auth: 'office',
  params: z.object({ id: idInPath }),
  /** `coda`, the portal, opens with the first part that is released. */
  body: z.object({
    critiques: z.boolean().default(false),
    results: z.boolean().default(false),
    data: z.boolean().default(false),
    coda: z.boolean().default(false),
  }),
  reply: z.object({ proposed: listOf(z.enum(releaseParts)) }),
  refusals: ['release.nothing', 'critiques.none', 'release.unaccepted', 'release.no_change', 'release.reason_missing'],
  example: ({ judged }) => ({ params: { id: judged.tour_date_id }, body: { coda: true } }),
})

export const releaseEndpoints = {
  readRelease,
  readScript,
  proposeRelease,
  takeProposalBack,
  confirmRelease,
  releaseNow,
  withdrawRelease,
  finishAwards,
  proposePublication,
}
