import type { Wording } from '../kernel/wording.ts'

export type AccessCodeRefusal =
  | { code: 'access_code.unfit'; name: string }
  | { code: 'access_code.taken'; access_code: string }
  | { code: 'access_code.not_virtual'; name: string }
  | { code: 'access_code.none' }
  | { code: 'access_code.no_address'; field: 'reminder_email' }

export const accessCodeWording: Wording<AccessCodeRefusal> = {
  'access_code.unfit': ({ name }) => `The code of ${name} must be 4 to 40 letters, digits or dashes, without spaces.`,
  'access_code.taken': ({ access_code }) => `${access_code} is given to somebody of this city already.`,
  'access_code.not_virtual': ({ name }) => `${name} takes part in person and needs no access code.`,
  'access_code.none': () => 'There is no access code for this person yet.',
  'access_code.no_address': () => 'Must be valid email',
}
