import { instant, type Instant } from '@callboard/domain/kernel/instant.ts'

/** The demonstration's first moment: nine in the morning in Portland, two days before its early rate ends. */
export const opening: Instant = instant('2024-10-01T16:00:00Z')
