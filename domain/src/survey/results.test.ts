import { expect, test } from 'vitest'
import { mostSheetLines } from './question.ts'
import {
  checkSheetLines,
  isLongSheet,
  leastSheetLines,
  meanText,
  ratingCount,
  resultText,
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
