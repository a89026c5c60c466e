import type { Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Wording } from '../kernel/wording.ts'

/** The texts accepted at the review, and those of the information pages. OFF-035, A116. */
export const legalTextNames = ['terms', 'privacy', 'competition_code'] as const
export type LegalTextName = (typeof legalTextNames)[number]

export const legalTextTitles: Record<LegalTextName, string> = {
  terms: 'Terms and conditions',
  privacy: 'Privacy',
  competition_code: 'Competition code',
}

/** The fees the terms must state as they are charged: money in cents, rates in basis points. */
type StatedFees = { returned_check_fee: Cents; card_reversal_percentage: number }

/** A statement that a text must make: its name in a refusal, and whether a text makes it. */
type RequiredStatement = { label: string; isIn: (text: string) => boolean }

const has = (pattern: RegExp) => (text: string) => pattern.test(text)
const escaped = (text: string) => text.replace(/[.$]/g, '\\$&')
const amount = (cents: number) => `$${(cents / 100).toFixed(2).replace(/\.00$/, '')}`
const share = (hundredths: number) => `${hundredths / 100}`
/** Matches a whole number: 25 is not found in 125. */
const figure = (number: string, after: string) => has(new RegExp(`(?<![\\d.,])${escaped(number)}${after}`, 'i'))

const facts: Record<LegalTextName, (fees: StatedFees) => readonly RequiredStatement[]> = {
  // ACC-073, FEE-029, CONST-021.
  terms: ({ returned_check_fee, card_reversal_percentage }) => [
    { label: 'the law of the State of California', isIn: has(/State of California/i) },
    {
      label: `the fee of a returned check, ${amount(returned_check_fee)}`,
      isIn: figure(amount(returned_check_fee), '(?!\\d|[.,]\\d)'),
    },
    {
      label: `the charge for a reversed card payment, ${share(card_reversal_percentage)}%`,
      isIn: figure(share(card_reversal_percentage), '\\s?(%|percent)'),
    },
    { label: 'the penalty of a collection, up to 25%', isIn: figure('25', '\\s?(%|percent)') },
  ],
  // ACC-073.
  privacy: () => [
    {
      label: 'that nothing is collected from children under 13',
      isIn: has(/(not|never) collect[^.]*children under 13/i),
    },
  ],
  competition_code: () => [],
}

/** The required statements that a text lacks, in words. ACC-073, FEE-029, CONST-021. */
export const unsaidIn = (name: LegalTextName, text: string, fees: StatedFees): string[] =>
  facts[name](fees)
    .filter(({ isIn }) => !isIn(text))
    .map(({ label }) => label)

/** Checks a new version of a text: not empty, changed, and with every required statement. OFF-035. */
export function checkLegalText(
  name: LegalTextName,
  input: string,
  before: string,
  fees: StatedFees,
): Result<string, LegalTextRefusal> {
  const text = input.replace(/\r\n/g, '\n').trim()
  if (text === '') return refuse({ code: 'legal_text.empty', field: 'text' })
  const [unsaid] = unsaidIn(name, text, fees)
  if (unsaid !== undefined) return refuse({ code: 'legal_text.unsaid', field: 'text', unsaid })
  if (text === before) return refuse({ code: 'legal_text.same', field: 'text' })
  return accept(text)
}

/** Refuses an acceptance of an outdated version, which has to be read again. No version means the current one. */
export const checkShown = (
  name: LegalTextName,
  shownVersion: number | undefined,
  current: number,
): Result<number, LegalTextRefusal> =>
  shownVersion === undefined || shownVersion === current
    ? accept(current)
    : refuse({ code: 'legal_text.changed', tab: 'review', name: legalTextTitles[name].toLowerCase() })

type Passage = { heading: boolean; text: string }

/** Headings begin with '# '; an empty line begins a new paragraph. */
export const passagesOf = (text: string): Passage[] =>
  text
    .split(/\n\s*\n|\n(?=# )|(?<=^# .*)\n/m)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ heading: part.startsWith('# '), text: part.replace(/^# /, '') }))

export type LegalTextRefusal =
  | { code: 'legal_text.empty'; field: 'text' }
  | { code: 'legal_text.same'; field: 'text' }
  | { code: 'legal_text.unsaid'; field: 'text'; unsaid: string }
  | { code: 'legal_text.newer'; field: 'text' }
  | { code: 'legal_text.changed'; tab: 'review'; name: string }

export const legalTextWording: Wording<LegalTextRefusal> = {
  'legal_text.empty': () => 'Please enter some text.',
  'legal_text.same': () => 'This is already the current text.',
  'legal_text.unsaid': ({ unsaid }) => `This text must mention ${unsaid}.`,
  'legal_text.newer': () => 'Someone else saved a new version. Please review it first.',
  'legal_text.changed': ({ name }) => `The ${name} has changed. Please read the new text, then agree again.`,
}
