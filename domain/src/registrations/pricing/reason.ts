/** Why a price line is what it is, for programs; each code stands beside its sentence. API-036. */
export const reasonCodes = [
  'level',
  'level_gone',
  'rate_discount',
  'rate_full',
  'rate_late',
  'intensive',
  'intensive_group_price',
  'intensive_missing',
  'attended_before',
  'student_id',
  'college_cap',
  'scholarship',
  'scholarship_capped',
  'add_on',
  'media_pass',
  'complimentary',
  'free_teachers',
  'next_free_teacher',
  'program_free',
  'program_price',
  'routine_fee',
  'routine_free',
  'routine_of_program',
  'routine_without_dancers',
  'extra_time',
  'video',
  'removed_after_deadline',
  'removed_by_independent',
  'promo_percentage',
  'promo_amount',
  'promo_share',
  'promo_capped',
] as const

export type ReasonCode = (typeof reasonCodes)[number]
export type LineReason = readonly [code: ReasonCode, sentence: string]

/** Reasons as a price line has them: sentences, and their codes in the same order. */
export const reasonFields = (reasons: readonly LineReason[]) => ({
  because: reasons.map(([, sentence]) => sentence),
  because_codes: reasons.map(([code]) => code),
})
