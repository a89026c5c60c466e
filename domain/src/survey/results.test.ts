import { expect, test } from 'vitest'
import { awardLabels } from './availability.ts'
import { mostSheetLines } from './question.ts'
import {
  checkSheetLines,
  isLongSheet,
  leastSheetLines,
  meanText,
  ratingCount,
  ratingScale,
  resultText,
  scaleHeader,
  spreadText,
} from './results.ts'

test.each([
  [null, '–'],
  [100, '1.00'],
  [425, '4.25'],
  [333, '3.33'],
])('a mean of %s hundredths is read as %s', (mean, text) => expect(meanText(mean)).toBe(text))

const none = { answers: 0, not_applicable: 0, mean: null, ratings: [0, 0, 0, 0, 0] }

test.each([
  [none, ''],
  [{ ...none, answers: 1, mean: 500, ratings: [0, 0, 0, 0, 1] }, '1 answer, mean 5.00'],
  [
    { ...none, answers: 3, not_applicable: 1, mean: 450, ratings: [0, 0, 0, 1, 1] },
    '3 answers, mean 4.50, 1 not applicable',
  ],
  [{ ...none, answers: 2, not_applicable: 2 }, '2 answers, 2 not applicable'],
])('results %j are read as “%s”', (results, text) => expect(resultText(results)).toBe(text))

test('a spread names each rating with its count', () => {
  expect(spreadText([0, 0, 1, 6, 11])).toBe('1: 0, 2: 0, 3: 1, 4: 6, 5: 11')
  expect(ratingCount({ ratings: [0, 0, 1, 6, 11] })).toBe(18)
  expect(spreadText([0, 0, 1, 6, 11], awardLabels)).toBe('Bronze: 0, Silver: 0, Gold: 1, High-Gold: 6, Platinum: 11')
})

const own = [...awardLabels.slice(0, 4), 'Spotlight']
const usual = '1 Bronze, 2 Silver, 3 Gold, 4 High-Gold, 5 Platinum'
const long = [...awardLabels.slice(0, 4), 'A night to remember']
const meridian = { event: 'Meridian', rating_labels: own }
const nova = { event: 'Nova', rating_labels: awardLabels }
const aurora = { event: 'Aurora', rating_labels: [] }

test.each([
  ['no event', [], [], []],
  ['an event without labels', [aurora], [], []],
  ['an event, in each of its cities', [nova, nova], awardLabels, [usual]],
  ['events of the same labels', [nova, { ...nova, event: 'Lumina' }], awardLabels, [usual]],
  [
    'an event of a long label',
    [{ event: 'Gala', rating_labels: long }],
    [],
    ['1 Bronze, 2 Silver, 3 Gold, 4 High-Gold, 5 A night to remember'],
  ],
  [
    'events of different labels',
    [meridian, nova, aurora, { ...nova, event: 'Lumina' }],
    [],
    ['Meridian: 1 Bronze, 2 Silver, 3 Gold, 4 High-Gold, 5 Spotlight', `Nova and Lumina: ${usual}`, 'Aurora: 1 to 5'],
  ],
])('SURV-010 ratings of %s are headed by their labels, or have a legend', (_, events, labels, legend) => {
  expect(ratingScale(events)).toEqual({ labels, legend })
})

test('a column of spreads is headed by the lowest and the highest rating', () => {
  expect([scaleHeader(own), scaleHeader([])]).toEqual(['From Bronze to Spotlight', 'From 1 to 5'])
})

test('a spreadsheet has a line for each rating, text and mark; a longer one is refused', () => {
  const list = { ...none, answers: 2, not_applicable: 1, mean: 300, ratings: [1, 0, 2, 0, 1] }
  const questions = [
    { survey_question_type: 'judge_list', results: list },
    { survey_question_type: 'text', results: { ...none, answers: 7 } },
    { survey_question_type: 'rating', results: none },
  ] as const
  expect(leastSheetLines(questions)).toBe(4 + 1 + 7)
  expect([isLongSheet(mostSheetLines), isLongSheet(mostSheetLines + 1)]).toEqual([false, true])
  expect(checkSheetLines(mostSheetLines)).toMatchObject({ ok: true })
  expect(checkSheetLines(mostSheetLines + 1)).toMatchObject({
    ...{ ok: false, refusal: { code: 'survey.sheet_too_long' } },
  })
})
