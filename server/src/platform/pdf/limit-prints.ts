import { limitHits } from '../http/rate-limit.ts'
import type { Dependencies } from '../dependencies.ts'

/** Above normal use, and low enough that one link or account cannot block the PDF printer. */
const prints = { hits: 30, minutes: 1 }

/** Counts a printed document of one link (by its hash) or account (by its id). */
export const limitPrints = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'limits'>, printedFor: string | number) =>
  limitHits(dependencies, `print ${printedFor}`, prints)
