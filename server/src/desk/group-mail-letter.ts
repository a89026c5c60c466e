import { fillFields, valuesOf, type GroupMailKind } from '@callboard/domain/desk/group-mail.ts'
import type { Letter } from '../platform/mail/layout.ts'
import type { Sealer } from '../platform/sealer.ts'
import type { RecipientLine } from './group-mail-queries.ts'

/** A link in the news unsubscribes an address from a brand. */
type Unsubscription = { event_id: number; email: string }

const purpose = 'unsubscribe'

/** The token of a link in the news. Sealed: it shows no address, and nobody can make one. */
export const unsubscribeToken = (sealer: Sealer, { event_id, email }: Unsubscription) =>
  sealer.seal(JSON.stringify([event_id, email]), purpose)

/** Undefined: the token is not ours, or not complete. */
export function readUnsubscribeToken(sealer: Sealer, token: string): Unsubscription | undefined {
  // The sealer opens a text that is not sealed as it is.
  if (!token.startsWith('s1.')) return undefined
  try {
    const [event_id, email] = JSON.parse(sealer.open(token, purpose)) as [number, string]
    return { event_id, email }
  } catch {
    return undefined
  }
}

type GroupMailText = { event_id: number; kind: GroupMailKind; subject: string; text: string }

/** The mail of one recipient, whose registrations `lines` are. An empty line begins a new paragraph. */
export function groupMailLetter(
  { subject: subjectForm, text: textForm }: GroupMailText,
  lines: readonly RecipientLine[],
  unsubscribe: string | undefined,
): Letter {
  const values = valuesOf(lines)
  const subject = fillFields(subjectForm, values)
  const paragraphs = fillFields(textForm, values)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  const [preview = ''] = paragraphs
  return {
    subject,
    preview: preview.slice(0, 140),
    heading: subject,
    paragraphs,
    ...(unsubscribe !== undefined && { unsubscribe }),
  }
}
