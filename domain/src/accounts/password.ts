import { required } from '../roster/contact.ts'

const fewest = 6

/** The hint under the password field of a studio's sign-up. M024. */
export const passwordHint = 'at least 6 characters, 1 capital letter, 1 number'

/**
 * The error of a new password, or null. Requires 6 characters, a digit, a lower-case and an upper-case letter. ACC-027,
 * ACC-085, CONST-025.
 */
export function passwordError(password: string): string | null {
  if (password === '') return required
  const isStrong =
    password.length >= fewest && /\p{Nd}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password)
  return isStrong ? null : 'Passwords must have at least 6 characters, 1 capital letter and 1 number.'
}

/**
 * The error of a repeated field that differs from the first, or null; `field` names the two. ACC-028, ACC-029, UI-029,
 * M005.
 */
export function confirmationError(field: 'Emails' | 'Passwords', first: string, second: string): string | null {
  if (second === '') return required
  // Case does not count in addresses; in passwords it does.
  const [one, other] = field === 'Emails' ? [first.trim().toLowerCase(), second.trim().toLowerCase()] : [first, second]
  return one === other ? null : `${field} must match`
}

/**
 * Errors of a new password and its repetition, by field. Without a repetition only the first is checked. ACC-028,
 * ACC-085.
 */
export function newPasswordErrors(password: string, password2: string | undefined) {
  const weak = passwordError(password)
  const different = password2 === undefined ? null : confirmationError('Passwords', password, password2)
  return { ...(weak && { password: weak }), ...(different && { password2: different }) }
}
