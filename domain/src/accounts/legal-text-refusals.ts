import type { Wording } from '../kernel/wording.ts'

export type LegalTextRefusal =
  | { code: 'legal_text.empty'; field: 'text' }
  | { code: 'legal_text.same'; field: 'text' }
  | { code: 'legal_text.unsaid'; field: 'text'; unsaid: string }
  | { code: 'legal_text.newer'; field: 'text' }
  | { code: 'legal_text.changed'; tab: 'review'; name: string }

export const legalTextWording: Wording<LegalTextRefusal> = {
  'legal_text.empty': () => 'Please write something.',
  'legal_text.same': () => 'These are the words as they are now.',
  'legal_text.unsaid': ({ unsaid }) => `This text has to name ${unsaid}.`,
  'legal_text.newer': () => 'Somebody else wrote a new version meanwhile. Please look at it first.',
  'legal_text.changed': ({ name }) => `The ${name} changed meanwhile. Please read the new text, then agree again.`,
}
