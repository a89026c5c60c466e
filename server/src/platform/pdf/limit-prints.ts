import { limitHits } from '../http/rate-limit.ts'
import type { Parts } from '../dependencies.ts'

/** More than anybody reads, and little enough that one link or account leaves the printer to the others. */
const prints = { hits: 30, minutes: 1 }

/** Counts a printed document of one link (by its hash) or account (by its id). */
export const limitPrints = (parts: Pick<Parts, 'db' | 'clock' | 'limits'>, printedFor: string | number) =>
  limitHits(parts, `print ${printedFor}`, prints)
