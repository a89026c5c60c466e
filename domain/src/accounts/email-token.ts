import { daysAfter, hoursAfter, type Instant } from '../kernel/instant.ts'

/** The purpose of a mailed link: confirm an address, reset a password, claim a studio, change the address. */
export type EmailTokenKind = 'confirm' | 'reset' | 'setup' | 'change'

const lasts: Record<EmailTokenKind, (now: Instant) => Instant> = {
  confirm: (now) => daysAfter(now, 7),
  // Short, because anyone who finds an old mail could take the account over.
  reset: (now) => hoursAfter(now, 2),
  setup: (now) => daysAfter(now, 3),
  change: (now) => daysAfter(now, 3),
}

/** When a link of this kind that is sent now stops working. ACC-021, ACC-041. */
export const emailTokenEnd = (kind: EmailTokenKind, now: Instant): Instant => lasts[kind](now)

/** An email address of which a stranger learns only enough to recognise their own, 'gr•••@example.com'. SEC-024, A68. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, name.length > 4 ? 2 : 1)}•••@${host}`
}
