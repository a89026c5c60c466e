import { releaseEndpoints, type officeRelease } from '@callboard/contract/results/releases.ts'
import { awardResults } from '@callboard/domain/results/award-results.ts'
import { numberOrder } from '@callboard/domain/results/placement.ts'
import { isSameRelease, movedInputs } from '@callboard/domain/results/release-changes.ts'
import { warningKey, warningText } from '@callboard/domain/results/release-warnings.ts'
import { lacksPart, releaseParts, type ReleasePart } from '@callboard/domain/results/release.ts'
import { spokenNames } from '@callboard/domain/results/result-names.ts'
import { ordinal } from '@callboard/domain/results/ranking.ts'
import { announcementScript } from '@callboard/domain/results/script.ts'
import type { z } from 'zod'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, orNotFound, Refused } from '../platform/http/errors.ts'
import { withIdempotencyKey, type KeyedCaller } from '../platform/http/idempotency.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { lockRunningOrder } from '../running-order/queries.ts'
import { findAwardCity, listAwardBlocks, listAwards, type AwardCity } from './award-queries.ts'
import { withdrawScholarships } from './scholarships.ts'
import { loadNames } from './names.ts'
import {
  closeProposal,
  endEmbargo,
  findLatestVersion,
  findProposal,
  listVersions,
  listWaitingVersions,
  withdrawVersions,
} from './release-queries.ts'
import {
  confirmPart,
  needsAnotherPerson,
  openVersion,
  previewCorrection,
  previewRelease,
  proposePart,
  saveShownParts,
  type ReleasePreview,
} from './release.ts'

const loadCity = async (tx: Tx, id: number) => orNotFound(await findAwardCity(tx, id))

/** The city, with other writes of its release and its order waiting until the transaction ends. */
async function lockCity(tx: Tx, id: number) {
  const city = await loadCity(tx, id)
  await lockRunningOrder(tx, id)
  return city
}

type BlockOfVersion = { embargo_block_id: number | null; embargo_block_name: string | null }

const presentBlock = ({ embargo_block_id: id, embargo_block_name: name }: BlockOfVersion) =>
  id !== null && name !== null ? { id, name } : null

/** The other parts whose newest version differs from what would be released now: studios would read two totals. */
async function listOutdatedParts(tx: Tx, city: AwardCity, shownPart: ReleasePart): Promise<ReleasePart[]> {
  const outdatedParts: ReleasePart[] = []
  for (const part of releaseParts.filter((one) => one !== shownPart)) {
    const latest = await findLatestVersion(tx, city.tour_date_id, part)
    if (!latest || lacksPart(part, city)) continue
    const { body } = await previewRelease(tx, city, part)
    if (!isSameRelease(part, latest.body, body)) outdatedParts.push(part)
  }
  return outdatedParts
}

type Reader = { user: { id: number }; now: z.input<typeof officeRelease>['now'] }

/** `preview` is what this transaction has computed already; proposing and confirming change none of its inputs. */
async function presentRelease(
  tx: Tx,
  city: AwardCity,
  part: ReleasePart,
  { user, now }: Reader,
  preview?: ReleasePreview,
): Promise<z.input<typeof officeRelease>> {
  const { tour_date_id, event, time_zone } = city
  const current = preview ?? (await previewRelease(tx, city, part))
  const { inputs, body, warnings, input_hash, result_hash } = current
  const names = await loadNames(tx, city, current)
  const proposal = await findProposal(tx, tour_date_id, part)
  const versions = await listVersions(tx, tour_date_id, part)
  const latest = await findLatestVersion(tx, tour_date_id, part)
  const blocks = await listAwardBlocks(tx, tour_date_id)
  const is_lacking = lacksPart(part, city)
  const inOrder = body.entries.toSorted(numberOrder)
  const groupOf = new Map(
    body.placements.flatMap(({ definition_id, scope, entries }) =>
      entries.map(({ id }) => [`${definition_id} ${id}`, names.scope(definition_id, scope)] as const),
    ),
  )
  const placeText = (id: number, { definition_id, place }: { definition_id: number; place: number }) =>
    `${ordinal(place)} ${[names.award(definition_id), groupOf.get(`${definition_id} ${id}`)].filter(Boolean).join(', ')}`
  return {
    ...{ tour_date_id, event, city: city.city, time_zone, part, now, input_hash, result_hash },
    entries: inOrder.map(({ id, entry_number, suffix, total, award_id, places, canceled }) => ({
      ...{ id, total, canceled, label: `${entry_number}${suffix}` },
      name: names.entry(id).replace(/^\S+ /, ''),
      studio: names.studioOfEntry(id),
      level: award_id === null ? '' : names.level(award_id),
      places: places.map((place) => placeText(id, place)),
    })),
    awards: awardResults(body, await listAwards(tx, city), spokenNames(names)),
    correction: is_lacking ? null : await previewCorrection(tx, { tour_date_id, part, now }, current, names),
    is_lacking,
    is_unchanged: latest !== undefined && isSameRelease(part, latest.body, body),
    outdated_parts: await listOutdatedParts(tx, city, part),
    warnings: warnings.map((warning) => ({ key: warningKey(warning), text: warningText(warning, names) })),
    blocks: blocks.map(({ id, name }) => ({ id, name })),
    proposal: proposal
      ? {
          ...{
            id: proposal.id,
            proposer: proposal.proposer,
            proposed_at: proposal.proposed_at,
            reason: proposal.reason,
          },
          accepted: proposal.accepted.length,
          is_own: await needsAnotherPerson(tx, city, proposal.proposed_by, user.id),
          moved: proposal.input_hash === input_hash ? [] : movedInputs(part, proposal.inputs, inputs, names),
        }
      : null,
    versions: versions.map(({ slices, ...version }) => {
      const { id, proposer, confirmer, confirmed_at, embargo_until, released_at, withdrawn_at } = version
      return {
        ...{ id, proposer, confirmer, confirmed_at, embargo_until, released_at, withdrawn_at },
        ...{ version: version.version, reason: version.reason, one_person: version.one_person },
        result_hash: version.result_hash,
        embargo_block: presentBlock(version),
        registrations: slices ?? 0,
      }
    }),
  }
}

const keyRefusals = { malformed: { code: 'release.key' }, reused: { code: 'release.sent_already' } } as const

/** Proposing, rehearsing, confirming and withdrawing what a city's readers see. docs/rules/release.md. */
export function releaseRoutes(app: App) {
  answerWith({ 'release.moved': 409, 'release.same_person': 403, 'release.sent_already': 409 })
  const endpoints = releaseEndpoints
  type Act = () => ReturnType<typeof presentRelease>
  const once = (tx: Tx, caller: KeyedCaller, request: unknown, act: Act) =>
    withIdempotencyKey(tx, caller, request, keyRefusals, act)

  serve(app, endpoints.readRelease, async (tx, { params: { part }, query, user, now }) =>
    presentRelease(tx, await loadCity(tx, query.tour_date_id), part, { user, now }),
  )

  serve(app, endpoints.readScript, async (tx, { params: { part }, query }) => {
    const city = await loadCity(tx, query.tour_date_id)
    return loadScript(tx, city, part)
  })

  serve(app, endpoints.proposeRelease, (tx, { params: { part }, body, ...caller }) =>
    once(tx, caller, ['proposeRelease', part, body], async () => {
      const { tour_date_id, input_hash, accepted, reason } = body
      const city = await lockCity(tx, tour_date_id)
      const { proposal, preview } = await proposePart(tx, city, part, caller, { accepted, reason, input_hash })
      await audited(tx, caller, {
        ...{ action: 'propose release', entity: 'results', entity_id: tour_date_id },
        ...{ before: null, after: { part, reason, ...proposal } },
      })
      return presentRelease(tx, city, part, caller, preview)
    }),
  )

  serve(app, endpoints.takeProposalBack, (tx, { params: { part }, body, ...caller }) =>
    once(tx, caller, ['takeProposalBack', part, body], async () => {
      const { tour_date_id } = body
      const city = await lockCity(tx, tour_date_id)
      const proposal = await findProposal(tx, tour_date_id, part)
      if (!proposal) throw new Refused({ code: 'release.no_proposal' })
      await closeProposal(tx, tour_date_id, part, caller.now)
      await audited(tx, caller, {
        ...{ action: 'take proposal back', entity: 'results', entity_id: tour_date_id },
        ...{ before: { part, id: proposal.id }, after: null },
      })
      return presentRelease(tx, city, part, caller)
    }),
  )

  serve(
    app,
    endpoints.confirmRelease,
    (tx, { params: { part }, body, ...caller }) =>
      once(tx, caller, ['confirmRelease', part, body], async () => {
        const { tour_date_id, ...confirmation } = body
        const city = await lockCity(tx, tour_date_id)
        const { version, preview } = await confirmPart(tx, app.origin, city, part, caller, confirmation)
        await audited(tx, caller, {
          ...{ action: 'confirm release', entity: 'results', entity_id: tour_date_id },
          ...{ before: null, after: { part, ...version } },
        })
        return presentRelease(tx, city, part, caller, preview)
      }),
    // Marks, picks and deductions as of one moment, so that equal hashes are the results of that moment.
    { isolation: 'repeatable read' },
  )

  serve(app, endpoints.releaseNow, (tx, { params: { part }, body, ...caller }) =>
    once(tx, caller, ['releaseNow', part, body], async () => {
      const { tour_date_id } = body
      const city = await lockCity(tx, tour_date_id)
      const version = await findLatestVersion(tx, tour_date_id, part)
      if (!version) throw new Refused({ code: 'release.not_released' })
      const { embargo_until } = version
      if (embargo_until === null || embargo_until > caller.now) await endEmbargo(tx, version.id, caller.now)
      await openVersion(tx, app.origin, version.id, caller.now)
      await audited(tx, caller, {
        ...{ action: 'release now', entity: 'results', entity_id: tour_date_id },
        ...{ before: { part, embargo_until }, after: { part, version: version.version } },
      })
      return presentRelease(tx, city, part, caller)
    }),
  )

  serve(app, endpoints.withdrawRelease, (tx, { params: { part }, body, ...caller }) =>
    once(tx, caller, ['withdrawRelease', part, body], async () => {
      const { tour_date_id, reason } = body
      const city = await lockCity(tx, tour_date_id)
      const version = await findLatestVersion(tx, tour_date_id, part)
      if (!version) throw new Refused({ code: 'release.not_released' })
      if (part === 'results') await withdrawScholarships(tx, tour_date_id, caller.now)
      await withdrawVersions(tx, tour_date_id, part, caller.now)
      await saveShownParts(tx, tour_date_id, caller.now)
      await audited(tx, caller, {
        ...{ action: 'withdraw release', entity: 'results', entity_id: tour_date_id },
        ...{ before: { part, version: version.version }, after: { part, reason } },
      })
      return presentRelease(tx, city, part, caller)
    }),
  )

  serve(app, endpoints.finishAwards, async (tx, { params: { id }, body, ...caller }) => {
    const { tour_date_id } = body
    const city = await lockCity(tx, tour_date_id)
    const block = orNotFound((await listAwardBlocks(tx, tour_date_id)).find((one) => one.id === id))
    const waiting = await listWaitingVersions(tx, tour_date_id, id)
    for (const version of waiting) {
      await endEmbargo(tx, version.id, caller.now)
      await openVersion(tx, app.origin, version.id, caller.now)
    }
    const parts = waiting.map(({ part }) => part)
    await audited(tx, caller, {
      ...{ action: 'finish awards', entity: 'results', entity_id: tour_date_id },
      ...{ before: null, after: { block: block.name, parts: parts.join(', ') } },
    })
    return { opened: parts, city: city.city }
  })

  serve(app, endpoints.proposePublication, async (tx, { params: { id }, body, ...caller }) => {
    const city = await lockCity(tx, id)
    const parts = releaseParts.filter((part) => body[part])
    for (const part of parts) await proposePart(tx, city, part, caller, { accepted: [], reason: '' })
    await audited(tx, caller, {
      ...{ action: 'propose release', entity: 'results', entity_id: id },
      ...{ before: null, after: { part: parts.join(', '), accepted: [] } },
    })
    return { proposed: parts }
  })
}

/** The script of what two people are about to confirm; before that of the confirmed version, or the preview. */
async function loadScript(tx: Tx, city: AwardCity, part: ReleasePart) {
  const { tour_date_id, event } = city
  const proposal = await findProposal(tx, tour_date_id, part)
  const version = proposal ? undefined : await findLatestVersion(tx, tour_date_id, part)
  const body = proposal?.body ?? version?.body ?? (await previewRelease(tx, city, part)).body
  const names = await loadNames(tx, city, { body })
  const awards = await listAwards(tx, city)
  const blocks = await listAwardBlocks(tx, tour_date_id)
  return {
    ...{ event, city: city.city },
    of: proposal ? ('proposal' as const) : version ? ('version' as const) : ('preview' as const),
    blocks: announcementScript(body, awards, blocks, spokenNames(names)),
  }
}
