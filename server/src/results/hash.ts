import { createHash } from 'node:crypto'
import { canonicalText } from '@callboard/domain/results/canonical.ts'
import type { ReleasePart } from '@callboard/domain/results/release.ts'

/** SHA-256 of a value, the same for equal values whatever the order of their fields. */
export const hashOfValue = (value: unknown): string => createHash('sha256').update(canonicalText(value)).digest('hex')

type Link = {
  tour_date_id: number
  part: ReleasePart
  version: number
  input_hash: string
  result_hash: string
  previous_hash: string | null
}

/** The hash of a version within its chain. */
export const chainHash = ({ tour_date_id, part, version, input_hash, result_hash, previous_hash }: Link): string =>
  hashOfValue({ tour_date_id, part, version, input_hash, result_hash, previous_hash })
