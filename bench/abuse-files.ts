import type { Stall } from './abuse-part.ts'

/** Stalls by files: uploads, pictures, documents. */
export const filesStalls: readonly Stall[] = []
