import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ReleaseBody, ReleaseInputs, ReleasePart, ReleaseSlice } from '@callboard/domain/results/release.ts'
import type { SliceChange } from '@callboard/domain/results/release-changes.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/connect.ts'
import { isLive } from '../platform/db/registration-status.ts'

const personName = (alias: 'p' | 'c') =>
  sql<string>`concat_ws(' ', ${sql.ref(`${alias}.fname`)}, ${sql.ref(`${alias}.lname`)})`

/** The open proposal of a part, with its proposer. */
export const findProposal = (tx: Tx, tour_date_id: number, part: ReleasePart) =>
  tx
    .selectFrom('result_proposals as o')
    .innerJoin('users as u', 'u.id', 'o.proposed_by')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .where('o.tour_date_id', '=', tour_date_id)
    .where('o.part', '=', part)
    .where('o.closed_at', 'is', null)
    .selectAll('o')
    .select(personName('p').as('proposer'))
    .executeTakeFirst()

/** Same, locked until the transaction ends. */
export const lockProposal = (tx: Tx, tour_date_id: number, part: ReleasePart) =>
  tx
    .selectFrom('result_proposals')
    .where('tour_date_id', '=', tour_date_id)
    .where('part', '=', part)
    .where('closed_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

type Draft = {
  tour_date_id: number
  part: ReleasePart
  inputs: ReleaseInputs
  body: ReleaseBody
  input_hash: string
  result_hash: string
  accepted: readonly string[]
  reason: string
  proposed_by: number
  proposed_at: Instant
}

/** Proposes a part; an earlier open proposal of it is closed. */
export async function insertProposal(tx: Tx, { inputs, body, accepted, ...draft }: Draft) {
  await closeProposal(tx, draft.tour_date_id, draft.part, draft.proposed_at)
  return tx
    .insertInto('result_proposals')
    .values({
      ...draft,
      inputs: JSON.stringify(inputs),
      body: JSON.stringify(body),
      accepted: JSON.stringify(accepted),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export const closeProposal = (tx: Tx, tour_date_id: number, part: ReleasePart, closed_at: Instant) =>
  tx
    .updateTable('result_proposals')
    .set({ closed_at })
    .where('tour_date_id', '=', tour_date_id)
    .where('part', '=', part)
    .where('closed_at', 'is', null)
    .execute()

/** Versions of a part, the newest first, without their bodies. */
export const listVersions = (tx: Tx, tour_date_id: number, part: ReleasePart) =>
  tx
    .selectFrom('result_versions as v')
    .innerJoin('users as u', 'u.id', 'v.proposed_by')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .innerJoin('users as w', 'w.id', 'v.confirmed_by')
    .innerJoin('persons as c', 'c.id', 'w.person_id')
    .where('v.tour_date_id', '=', tour_date_id)
    .where('v.part', '=', part)
    .leftJoin('competition_blocks as b', 'b.id', 'v.embargo_block_id')
    .select(['v.id', 'v.version', 'v.confirmed_at', 'v.embargo_until', 'v.released_at', 'v.reason', 'v.withdrawn_at'])
    .select(['b.id as embargo_block_id', 'b.name as embargo_block_name'])
    .select(['v.one_person', 'v.result_hash', 'v.chain_hash'])
    .select([personName('p').as('proposer'), personName('c').as('confirmer')])
    .select((from) =>
      from
        .selectFrom('result_slices as s')
        .whereRef('s.result_version_id', '=', 'v.id')
        .select((of) => of.fn.countAll<number>().as('n'))
        .as('slices'),
    )
    .orderBy('v.version', 'desc')
    .execute()

/** A version without its inputs: half a megabyte of text for 600 entries, which only the verification reads. */
const versionColumns = [
  ...(['id', 'tour_date_id', 'part', 'version', 'body', 'result_hash', 'reason', 'confirmed_at'] as const),
  ...(['embargo_until', 'embargo_block_id', 'released_at', 'withdrawn_at'] as const),
] as const

/** The newest version of a part that was not withdrawn, embargoed or not. */
export const findLatestVersion = (tx: Tx, tour_date_id: number, part: ReleasePart) =>
  tx
    .selectFrom('result_versions')
    .where('tour_date_id', '=', tour_date_id)
    .where('part', '=', part)
    .where('withdrawn_at', 'is', null)
    .orderBy('version', 'desc')
    .select(versionColumns)
    .limit(1)
    .executeTakeFirst()

/** The version of a part that readers see; the job that writes what follows may not have run yet. */
export const findShownVersion = (tx: Tx, tour_date_id: number, part: ReleasePart, now: Instant) =>
  tx
    .selectFrom('result_versions')
    .where('tour_date_id', '=', tour_date_id)
    .where('part', '=', part)
    .where('withdrawn_at', 'is', null)
    .where((one) => one.or([one('released_at', 'is not', null), one('embargo_until', '<=', now)]))
    .orderBy('version', 'desc')
    .select(['id', 'version', 'body'])
    .limit(1)
    .executeTakeFirst()

/** The picks for which versions of a city's results gave a scholarship, each with those versions, withdrawn ones too. */
export async function listScholarshipPicks(tx: Tx, tour_date_id: number) {
  const { rows } = await sql<{ award_pick_id: number; version_ids: number[] }>`
    select (k->>'id')::integer as award_pick_id, array_agg(v.id) as version_ids
    from result_versions v cross join jsonb_array_elements(v.body->'picks') k
    where v.tour_date_id = ${tour_date_id} and v.part = 'results' and k->>'amount' is not null
    group by 1 order by 1`.execute(tx)
  return rows
}

/** The last link of a part's chain, withdrawn or not. */
export const findChainEnd = (tx: Tx, tour_date_id: number, part: ReleasePart) =>
  tx
    .selectFrom('result_versions')
    .where('tour_date_id', '=', tour_date_id)
    .where('part', '=', part)
    .orderBy('version', 'desc')
    .select(['version', 'chain_hash'])
    .limit(1)
    .executeTakeFirst()

type NewVersion = Omit<Draft, 'accepted' | 'proposed_at'> & {
  version: number
  rules_version: number
  previous_hash: string | null
  chain_hash: string
  confirmed_by: number
  confirmed_at: Instant
  embargo_until: Instant | null
  embargo_block_id: number | null
  one_person: boolean
}

type NewSlice = { registration_id: number; hash: string; body: ReleaseSlice; changes: readonly SliceChange[] }

/** Fixes a version with its slices. */
export async function insertVersion(tx: Tx, { inputs, body, ...version }: NewVersion, slices: readonly NewSlice[]) {
  const { id } = await tx
    .insertInto('result_versions')
    .values({ ...version, inputs: JSON.stringify(inputs), body: JSON.stringify(body) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (slices.length > 0) {
    await tx
      .insertInto('result_slices')
      .values(
        slices.map((slice) => ({
          ...{ result_version_id: id, registration_id: slice.registration_id, hash: slice.hash },
          ...{ body: JSON.stringify(slice.body), changes: JSON.stringify(slice.changes) },
        })),
      )
      .execute()
  }
  return id
}

export const listSlices = (tx: Tx, result_version_id: number) =>
  tx
    .selectFrom('result_slices')
    .where('result_version_id', '=', result_version_id)
    .select(['registration_id', 'hash', 'body', 'changes'])
    .orderBy('registration_id')
    .execute()

/** A version whose time has come and whose flags, mails and scholarships are not written, locked. */
export const lockDueVersion = (tx: Tx, now: Instant) =>
  tx
    .selectFrom('result_versions')
    .where('released_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('embargo_until', '<=', now)
    .orderBy('id')
    .select(versionColumns)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const lockVersion = (tx: Tx, id: number) =>
  tx.selectFrom('result_versions').where('id', '=', id).select(versionColumns).forUpdate().executeTakeFirstOrThrow()

export const markReleased = (tx: Tx, id: number, now: Instant) =>
  tx.updateTable('result_versions').set({ released_at: now }).where('id', '=', id).execute()

export const endEmbargo = (tx: Tx, id: number, now: Instant) =>
  tx.updateTable('result_versions').set({ embargo_until: now }).where('id', '=', id).execute()

/** The versions of a city that wait until the awards of a block are done. */
export const listWaitingVersions = (tx: Tx, tour_date_id: number, embargo_block_id: number) =>
  tx
    .selectFrom('result_versions')
    .where('tour_date_id', '=', tour_date_id)
    .where('embargo_block_id', '=', embargo_block_id)
    .where('embargo_until', 'is', null)
    .where('withdrawn_at', 'is', null)
    .select(['id', 'part'])
    .orderBy('id')
    .execute()

/** A withdrawn version no longer waits for the awards of a block, which may then be deleted. */
const withdrawal = (now: Instant) => ({
  withdrawn_at: now,
  embargo_until: sql<Instant>`coalesce(embargo_until, ${now})`,
})

/** Withdraws one version: nobody has seen it. */
export const withdrawVersion = (tx: Tx, id: number, now: Instant) =>
  tx.updateTable('result_versions').set(withdrawal(now)).where('id', '=', id).execute()

/** Withdraws every version of a part: none of them is shown again. */
export const withdrawVersions = (tx: Tx, tour_date_id: number, part: ReleasePart, now: Instant) =>
  tx
    .updateTable('result_versions')
    .set(withdrawal(now))
    .where('tour_date_id', '=', tour_date_id)
    .where('part', '=', part)
    .where('withdrawn_at', 'is', null)
    .execute()

/** The parts of a city that are shown at a moment. An embargo ends by the clock, no job opens it. */
export const listShownParts = (tx: Tx, tour_date_id: number, now: Instant) =>
  tx
    .selectFrom('result_versions')
    .where('tour_date_id', '=', tour_date_id)
    .where('withdrawn_at', 'is', null)
    .where('embargo_until', '<=', now)
    .select('part')
    .distinct()
    .execute()

/** The newest shown version of a part before this one: what a correction is compared with. */
export const findVersionBefore = (tx: Tx, tour_date_id: number, part: ReleasePart, version: number) =>
  tx
    .selectFrom('result_versions')
    .where('tour_date_id', '=', tour_date_id)
    .where('part', '=', part)
    .where('version', '<', version)
    .where('withdrawn_at', 'is', null)
    .orderBy('version', 'desc')
    .select('id')
    .limit(1)
    .executeTakeFirst()

/** Every version of every part, in the order of their chains, for the verification. */
export const listChains = (db: Db) =>
  db.selectFrom('result_versions').selectAll().orderBy('tour_date_id').orderBy('part').orderBy('version').execute()

export const listAllSlices = (db: Db, result_version_id: number) =>
  db
    .selectFrom('result_slices')
    .where('result_version_id', '=', result_version_id)
    .select(['registration_id', 'hash', 'body'])
    .orderBy('registration_id')
    .execute()

/** The owners of registrations, to whom a release is mailed. */
export const listReleaseOwners = (tx: Tx, registration_ids: readonly number[]) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('seasons as s', 's.id', 't.season_id')
    .where('r.id', '=', sql<number>`any(${registration_ids}::int[])`)
    .where(isLive('r'))
    .select(['r.id as registration_id', 'u.id as user_id', 'u.email', 's.is_portal'])
    .orderBy('r.id')
    .execute()

/** Whether a proposed or confirmed release reads this sheet; one that was withdrawn or taken back reads none. */
export async function isReleasedSheet(tx: Tx, client_id: string): Promise<boolean> {
  const entry = JSON.stringify([{ client_id }])
  const { rows } = await sql<{ is_released: boolean }>`
    with city as (
      select n.tour_date_id from score_sheets x
      join running_order_entries n on n.registration_routine_id = x.registration_routine_id
      where x.client_id = ${client_id}
    )
    select exists (select 1 from result_versions v join city using (tour_date_id)
        where v.part <> 'results' and v.withdrawn_at is null and v.inputs->'sheets' @> ${entry}::jsonb)
      or exists (select 1 from result_proposals p join city using (tour_date_id)
        where p.part <> 'results' and p.closed_at is null and p.inputs->'sheets' @> ${entry}::jsonb) as is_released`.execute(
    tx,
  )
  return rows[0]?.is_released ?? false
}
