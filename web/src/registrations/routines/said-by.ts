import { explain, type Refusal } from '@callboard/domain/refusals.ts'
import type { Said } from './say-refusal.ts'

/** What a rule of the browser said, as the server would have said it. */
export const saidBy = (refusal: Refusal): Said => ({
  code: refusal.code,
  message: explain(refusal),
  ...('field' in refusal && { field: refusal.field }),
})
