import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Wording } from '../kernel/wording.ts'

export type AccessCodeRefusal =
  | { code: 'access_code.unfit'; name: string }
  | { code: 'access_code.taken'; access_code: string }
  | { code: 'access_code.not_virtual'; name: string }
  | { code: 'access_code.none' }
  | { code: 'access_code.no_address'; field: 'reminder_email' }

export const accessCodeWording: Wording<AccessCodeRefusal> = {
  'access_code.unfit': ({ name }) => `The code of ${name} must be 4 to 40 letters, digits or dashes, without spaces.`,
  'access_code.taken': ({ access_code }) => `${access_code} already belongs to someone in this city.`,
  'access_code.not_virtual': ({ name }) => `${name} takes part in person and needs no access code.`,
  'access_code.none': () => 'There is no access code for this person yet.',
  'access_code.no_address': () => 'Must be valid email',
}

// No sign that another is taken for: no O beside 0, no I or L beside 1.
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** How many random bytes a code is made of. */
export const codeBytes = 10

/** A code of two halves that is read out without mistakes, from random bytes: 'K7PMQ-3XQDA'. CODE-006. */
export function codeFrom(bytes: readonly number[]): string {
  const characters = bytes.slice(0, codeBytes).map((byte) => signs[byte % signs.length])
  return `${characters.slice(0, codeBytes / 2).join('')}-${characters.slice(codeBytes / 2).join('')}`
}

/** Whether somebody gets a code: those who take part virtually do. CODE-005. */
export const getsCode = ({ virtual }: { virtual: boolean }): boolean => virtual

export type CodeHolder = { attendee_id: number; name: string; virtual: boolean; access_code: string | null }
type CodeInput = { attendee_id: number; access_code: string | null }

const sameCode = (code: string) => code.toUpperCase()

/**
 * Plans the office's access codes for people of one city; null removes a code. Returns only the codes that change. A
 * code is unique in the city, ignoring case. The caller checks that the people belong to the city. OFF-027, CODE-006.
 */
export function planCodes(
  inputs: readonly CodeInput[],
  people: readonly CodeHolder[],
): Result<readonly CodeInput[], AccessCodeRefusal> {
  const personById = new Map(people.map((person) => [person.attendee_id, person]))
  const after = new Map(people.map(({ attendee_id, access_code }) => [attendee_id, access_code]))
  for (const { attendee_id, access_code } of inputs) {
    const person = personById.get(attendee_id)
    if (!person) continue
    const code = access_code?.trim() || null
    if (code !== null && !getsCode(person)) return refuse({ code: 'access_code.not_virtual', name: person.name })
    if (code !== null && !/^[A-Za-z0-9-]{4,40}$/.test(code)) {
      return refuse({ code: 'access_code.unfit', name: person.name })
    }
    after.set(attendee_id, code)
  }
  const codesInUse = new Set<string>()
  for (const code of after.values()) {
    if (code === null) continue
    if (codesInUse.has(sameCode(code))) return refuse({ code: 'access_code.taken', access_code: code })
    codesInUse.add(sameCode(code))
  }
  return accept(
    people.flatMap(({ attendee_id, access_code }) => {
      const code = after.get(attendee_id) ?? null
      return code === access_code ? [] : [{ attendee_id, access_code: code }]
    }),
  )
}

/** Codes for everybody who gets one and has none; `draw` gives one that may be taken. CODE-006. */
export function issueCodes(people: readonly CodeHolder[], draw: () => string): readonly CodeInput[] {
  const codesInUse = new Set(people.flatMap(({ access_code }) => (access_code ? [sameCode(access_code)] : [])))
  return people
    .filter((person) => getsCode(person) && person.access_code === null)
    .map(({ attendee_id }) => {
      let access_code = draw()
      while (codesInUse.has(sameCode(access_code))) access_code = draw()
      codesInUse.add(sameCode(access_code))
      return { attendee_id, access_code }
    })
}
