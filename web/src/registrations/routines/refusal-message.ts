import { explain, type Refusal } from '@callboard/domain/refusals.ts'

export type RefusalMessage = { code: string; message: string; field?: string | undefined }

/** Converts a refusal of a domain rule to the shape of a server reply. */
export const refusalMessage = (refusal: Refusal): RefusalMessage => ({
  code: refusal.code,
  message: explain(refusal),
  ...('field' in refusal && { field: refusal.field }),
})
