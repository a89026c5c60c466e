import type { Refusal } from '@callboard/domain/refusals.ts'

/** All sentences of all refusals: no screen shows one before somebody has done something, so none waits for them. */
export const loadSentences = () => import('@callboard/domain/refusals.ts')

export const explained = async (refusal: Refusal): Promise<string> => (await loadSentences()).explain(refusal)
