import type { Nomination } from '@callboard/domain/registrations/nominations/nomination.ts'

const keyOf = (registration_id: number, step: string) => `callboard.nominations.${registration_id}.${step}`

/** Puts half a list by while its person looks something up in another step. */
export function keepNominations(registration_id: number, step: string, chosen: readonly Nomination[]) {
  try {
    sessionStorage.setItem(keyOf(registration_id, step), JSON.stringify(chosen))
  } catch {
    // Without a storage the list is simply begun again.
  }
}

export function keptNominations(registration_id: number, step: string): Nomination[] | null {
  try {
    const text = sessionStorage.getItem(keyOf(registration_id, step))
    // Written above, in this shape.
    return text === null ? null : (JSON.parse(text) as Nomination[])
  } catch {
    return null
  }
}

export function forgetNominations(registration_id: number, step: string) {
  try {
    sessionStorage.removeItem(keyOf(registration_id, step))
  } catch {
    // As above.
  }
}
