import { expect, test } from 'vitest'
import { dollars } from '../kernel/money.ts'
import { checkLegalText, checkShown, passagesOf, unsaidIn, type LegalTextName } from './legal-text.ts'

const fees = { returned_check_fee: dollars(35), card_reversal_percentage: 250 }
const terms =
  'Under the law of the State of California. A returned check costs $35, a reversed payment 2.5% of it, a collection up to 25 percent.'
const privacy = 'We do not collect information from children under 13.'

test.each<[string, LegalTextName, string, string | null]>([
  ['OFF-035 terms that say all of it', 'terms', terms, null],
  ['ACC-073 terms without the law', 'terms', terms.replace('California', 'Oregon'), 'law of the State of California'],
  ['FEE-029 CONST-021 terms without the fee of a check', 'terms', terms.replace('$35', 'something'), '$35'],
  ['FEE-029 another amount that begins the same', 'terms', terms.replace('$35', '$350'), '$35'],
  ['FEE-029 CONST-021 terms without the share of a reversal', 'terms', terms.replace('2.5%', '12.5%'), '2.5%'],
  ['FEE-029 CONST-021 terms without the collection', 'terms', terms.replace('25 percent', '125 percent'), '25%'],
  ['ACC-073 privacy that says it', 'privacy', privacy, null],
  ['ACC-073 privacy without children', 'privacy', 'We collect all.', 'children under 13'],
  ['a competition code is free', 'competition_code', 'Be kind.', null],
])('%s', (_, name, text, unsaid) => {
  const result = checkLegalText(name, text, 'Older words', fees)
  if (unsaid === null) expect(result).toEqual({ ok: true, value: text })
  else expect(result).toMatchObject({ refusal: { code: 'legal_text.unsaid', unsaid: expect.stringContaining(unsaid) } })
})

test('OFF-035 the terms must state the fees that are charged', () => {
  expect(unsaidIn('terms', terms, { ...fees, returned_check_fee: dollars(40) })).toEqual([
    'the fee of a returned check, $40',
  ])
})

test('OFF-035 a new version is written and is new; who agrees agrees to the version that was shown', () => {
  expect(checkLegalText('terms', ' \n', '', fees)).toMatchObject({ refusal: { code: 'legal_text.empty' } })
  expect(checkLegalText('terms', `${terms}\n`, terms, fees)).toMatchObject({ refusal: { code: 'legal_text.same' } })
  expect(checkShown('terms', 2, 2)).toEqual({ ok: true, value: 2 })
  expect(checkShown('terms', undefined, 2)).toEqual({ ok: true, value: 2 })
  expect(checkShown('terms', 1, 2)).toMatchObject({ refusal: { code: 'legal_text.changed', tab: 'review' } })
})

test('headings and paragraphs', () => {
  expect(passagesOf('# Law\nCalifornia.\n\nMore\nof it.\n# End')).toEqual([
    { heading: true, text: 'Law' },
    { heading: false, text: 'California.' },
    { heading: false, text: 'More\nof it.' },
    { heading: true, text: 'End' },
  ])
})
