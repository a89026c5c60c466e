import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { AwardKind } from '@callboard/domain/results/award.ts'
import type { AwardScope, TieBreak } from '@callboard/domain/results/placement.ts'
import type { PlaceRule } from '@callboard/domain/results/ranking.ts'
import type { ReleaseBody, ReleaseInputs, ReleasePart, ReleaseSlice } from '@callboard/domain/results/release.ts'
import type { SliceChange } from '@callboard/domain/results/release-changes.ts'
import type { Generated } from 'kysely'
import type { Flag, Id, Json, JsonWithDefault } from './column-types.ts'

export type ResultTables = {
  award_scale_versions: { scope: string; version: number }
  award_definitions: {
    version: Generated<number>
    id: Id
    event_id: number
    season_id: number
    tour_date_id: number | null
    name: string
    kind: AwardKind
    scope: JsonWithDefault<AwardScope>
    places: JsonWithDefault<PlaceRule>
    one_per_dancer: Flag
    tie_break: Generated<TieBreak[]>
    minimum_points: Generated<number>
    best: Generated<number>
    least_entries: Generated<number>
    block_id: number | null
    position: Generated<number>
    active: Flag
  }
  award_blocks: {
    award_definition_id: number
    tour_date_id: number
    block_id: number
  }
  award_picks: {
    id: Id
    award_definition_id: number
    tour_date_id: number
    registration_routine_id: number | null
    person_id: number | null
    studio_id: number | null
    place: Generated<number>
    blurb: Generated<string>
    amount: number | null
    picked_by: number
    picked_at: Instant
  }
  result_proposals: {
    id: Id
    tour_date_id: number
    part: ReleasePart
    inputs: Json<ReleaseInputs>
    body: Json<ReleaseBody>
    input_hash: string
    result_hash: string
    /** Keys of warnings. */
    accepted: JsonWithDefault<readonly string[]>
    reason: Generated<string>
    proposed_by: number
    proposed_at: Instant
    closed_at: Instant | null
  }
  result_versions: {
    id: Id
    tour_date_id: number
    part: ReleasePart
    version: number
    rules_version: number
    inputs: Json<ReleaseInputs>
    input_hash: string
    body: Json<ReleaseBody>
    result_hash: string
    previous_hash: string | null
    chain_hash: string
    proposed_by: number
    confirmed_by: number
    confirmed_at: Instant
    embargo_until: Instant | null
    embargo_block_id: Generated<number | null>
    released_at: Instant | null
    reason: Generated<string>
    withdrawn_at: Instant | null
    one_person: Flag
  }
  result_slices: {
    result_version_id: number
    registration_id: number
    hash: string
    body: Json<ReleaseSlice>
    changes: JsonWithDefault<readonly SliceChange[]>
  }
}
