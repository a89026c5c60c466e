import { describe, expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { usd } from '../kernel/money.ts'
import { checkAnswers } from './answers.ts'
import { awardLabels, ratingLabels, surveyStatus } from './availability.ts'
import {
  firstOpenPage,
  isAnswered,
  markGroup,
  missingAnswers,
  pageOfAddress,
  questionsOfPage,
  questionsUpTo,
  surveyPages,
} from './pages.ts'
import { answerable, type SurveyAnswer, type SurveyQuestion, type SurveyQuestionType } from './question.ts'
import { surveyCode, surveyReward } from './reward.ts'
import { checkLabels, checkQuestion, checkVersionMove } from './versions.ts'

const lists = {
  judge_list: [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Ben' },
  ],
  workshop_list: [{ id: 9, name: 'Jazz, Teen' }],
}

const question = (
  id: number,
  survey_question_group_id: number,
  survey_question_type: SurveyQuestionType = 'rating',
  more: Partial<SurveyQuestion> = {},
): SurveyQuestion => ({
  ...{ id, survey_question_group_id, survey_question_type, question: `Question ${id}`, version: 1, answer: null },
  ...{ required: true, not_applicable: null, feedback: false, ...more },
})
const answer = (of: SurveyQuestion, value: SurveyAnswer['value'], not_applicable = false): SurveyAnswer => ({
  ...{ id: of.id, type: of.survey_question_type, value, not_applicable, feedback: '' },
})

const survey = [1, 2, 3, 4, 5, 6, 7, 8].map((group) => question(group, group))
const answersTo = (ids: readonly number[]) =>
  Object.fromEntries(survey.filter(({ id }) => ids.includes(id)).map((of) => [of.id, answer(of, 4)]))

describe('pages', () => {
  test('SURV-001 SURV-002 CONST-022 five pages hold the groups 1 and 2, 3, 4, 5, and 6 to 8', () => {
    expect(surveyPages).toEqual([[1, 2], [3], [4], [5], [6, 7, 8]])
    expect(surveyPages.map((_, page) => questionsOfPage(survey, page).map(({ id }) => id))).toEqual(
      surveyPages.map((groups) => [...groups]),
    )
  })

  test.each<[string, number[], number]>([
    ['nothing answered', [], 0],
    ['the second question of the first page is open', [1], 0],
    ['the first page is answered', [1, 2], 1],
    ['a gap on page two', [1, 2, 4, 5], 1],
    ['all but group 7', [1, 2, 3, 4, 5, 6, 8], 4],
    ['A107: all answered, not submitted', [1, 2, 3, 4, 5, 6, 7, 8], 4],
  ])('SURV-003 the first page: %s', (_, ids, page) => expect(firstOpenPage(survey, answersTo(ids), lists)).toBe(page))

  const all = [1, 2, 3, 4, 5, 6, 7, 8]
  test.each<[string, unknown, number[], number[], number]>([
    ['no page asked for', undefined, [1, 2, 3], [1, 2, 3], 2],
    ['an earlier page', 1, [1, 2, 3], [1, 2, 3], 0],
    ['the page itself', 3, [1, 2, 3], [1, 2, 3], 2],
    ['a page too far', 5, [1, 2, 3], [1, 2, 3], 2],
    ['a page after answers that are not saved', 3, [1, 2], [1, 2, 3], 1],
    ['a page after an answer that was cleared', 3, [1, 2, 3], [1, 3], 0],
    ['no page, with an answer that was cleared', undefined, all, [1, 2, 3, 5, 6, 7, 8], 2],
    ['a page beyond the last', 9, all, all, 4],
    ['page 0', 0, [1, 2, 3], [1, 2, 3], 2],
    ['half a page', 1.5, [1, 2, 3], [1, 2, 3], 2],
    ['a word', 'two', [1, 2, 3], [1, 2, 3], 2],
  ])('SURV-003 SURV-007 the address asks for %s', (_, number, storedIds, currentIds, page) => {
    const answers = { stored: answersTo(storedIds), current: answersTo(currentIds) }
    expect(pageOfAddress(number, survey, answers, lists)).toBe(page)
  })

  test('SURV-003 an optional question without an answer is where the survey opens, and lets an address pass', () => {
    const questions = survey.map((of) => ({ ...of, required: of.id !== 3 }))
    const answers = { stored: answersTo([1, 2, 4]), current: answersTo([1, 2, 4]) }
    expect(pageOfAddress(undefined, questions, answers, lists)).toBe(1)
    expect(pageOfAddress(5, questions, answers, lists)).toBe(3)
    expect(questionsUpTo(questions, 2).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  test.each<[SurveyQuestionType, SurveyAnswer['value'], boolean]>([
    ['rating', 1, true],
    ['rating', null, false],
    ['text', 'Fine', true],
    ['text', '  ', false],
    ['workshop_list', [{ id: 9, name: '', rating: 5 }], true],
    ['judge_list', [{ id: 1, name: '', rating: 5 }], false],
    [
      'judge_list',
      [
        { id: 1, name: '', rating: 5 },
        { id: 2, name: '', rating: null },
      ],
      false,
    ],
    [
      'judge_list',
      [
        { id: 1, name: '', rating: 5 },
        { id: 2, name: '', rating: 1 },
      ],
      true,
    ],
  ])('SURV-007 a %s of %j is answered: %s', (type, value, isDone) => {
    const one = question(1, 1, type)
    expect(isAnswered(one, answer(one, value), lists)).toBe(isDone)
    expect(missingAnswers([one], { 1: answer(one, value) }, lists)).toEqual(isDone ? [] : [1])
    expect(missingAnswers([{ ...one, required: false }], {}, lists)).toEqual([])
  })

  test('SURV-006 a group that does not apply fills all its answers; taking the mark off clears them', () => {
    const group = [question(1, 2, 'rating', { not_applicable: 'We did not compete' }), question(2, 2, 'judge_list')]
    const [first, second] = group as [SurveyQuestion, SurveyQuestion]
    const other = question(7, 3)
    const markedAnswers = markGroup([...group, other], { 1: answer(first, 3), 7: answer(other, 2) }, 2, true)
    expect(markedAnswers[1]).toMatchObject({ value: 'We did not compete', not_applicable: true })
    expect(markedAnswers[2]).toMatchObject({ value: 'We did not compete', not_applicable: true })
    expect(markedAnswers[7]).toMatchObject({ value: 2 })
    expect(missingAnswers(group, markedAnswers, lists)).toEqual([])
    const cleared = markGroup([...group, other], markedAnswers, 2, false)
    expect([cleared[1]?.value, cleared[2]?.value, cleared[7]?.value]).toEqual([null, null, 2])
    expect(missingAnswers(group, cleared, lists)).toEqual([first.id, second.id])
  })

  test('SURV-016 a question about a list is left out where the city has no such list', () => {
    const questions = [question(1, 1, 'judge_list'), question(2, 1, 'workshop_list'), question(3, 1)]
    expect(answerable(questions, { judge_list: [], workshop_list: lists.workshop_list }).map(({ id }) => id)).toEqual([
      2, 3,
    ])
  })
})

describe('answers as they are stored', () => {
  const questions = [
    question(1, 1, 'rating', { not_applicable: 'Not there' }),
    question(2, 1, 'text'),
    question(3, 1, 'judge_list'),
    question(4, 2, 'rating', { feedback: true }),
  ]
  const input = { value: null, not_applicable: false, feedback: '' }
  const check = (id: number, more: object) => checkAnswers(questions, { [id]: { ...input, ...more } }, lists)

  test.each<[string, number, object, object]>([
    ['a rating', 1, { value: 5 }, { value: 5 }],
    ['a text without spaces around it', 2, { value: ' Good ' }, { value: 'Good' }],
    ['an empty text is no answer', 2, { value: '  ' }, { value: null }],
    [
      'part of a list',
      3,
      {
        value: [
          { id: 1, rating: 2 },
          { id: 2, rating: null },
        ],
      },
      { value: [{ id: 1, rating: 2 }] },
    ],
    ['a list of nothing is no answer', 3, { value: [{ id: 1, rating: null }] }, { value: null }],
    ['feedback', 4, { value: 1, feedback: ' Too long ' }, { value: 1, feedback: 'Too long' }],
    ['feedback that is not asked for is left out', 1, { value: 1, feedback: 'Hm' }, { feedback: '' }],
    ['not applicable', 2, { value: 'x', not_applicable: true }, { value: 'Not there', not_applicable: true }],
  ])('SURV-009 SURV-017 %s', (_, id, more, storedAnswer) => {
    expect(check(id, more)).toMatchObject({ ok: true, value: [{ survey_question_id: id, ...storedAnswer }] })
  })

  test.each<[string, number, object, string]>([
    ['a rating of 0', 1, { value: 0 }, 'survey.answer'],
    ['a rating of 6', 1, { value: 6 }, 'survey.answer'],
    ['half a rating', 1, { value: 2.5 }, 'survey.answer'],
    ['a text for a rating', 1, { value: '5' }, 'survey.answer'],
    ['a rating for a text', 2, { value: 5 }, 'survey.answer'],
    ['a text of 2,001 characters', 2, { value: 'a'.repeat(2_001) }, 'survey.too_long'],
    ['a text of 2,000 emoji', 2, { value: '🎉'.repeat(2_000) }, 'survey.too_long'],
    ['a judge who is not of the city', 3, { value: [{ id: 3, rating: 5 }] }, 'survey.list_entry'],
    [
      'a judge twice',
      3,
      {
        value: [
          { id: 1, rating: 5 },
          { id: 1, rating: 4 },
        ],
      },
      'survey.answer',
    ],
    ['a list for a rating', 1, { value: [{ id: 1, rating: 5 }] }, 'survey.answer'],
    ['a group that always applies', 4, { not_applicable: true }, 'survey.answer'],
    ['a question of another version', 99, { value: 5 }, 'survey.question'],
    ['feedback of 2,001 characters', 4, { value: 1, feedback: 'a'.repeat(2_001) }, 'survey.too_long'],
  ])('SURV-017 refuses %s', (_, id, more, code) => {
    expect(check(id, more)).toMatchObject({ ok: false, refusal: { code, field: `questions.${id}` } })
  })
})

describe('availability, reward, labels', () => {
  const tour_date = {
    event: { is_nationals: false, is_aftermath: false, settings: { surveys_on: true } },
    season: { current: true },
    time_zone: 'America/Los_Angeles',
    end_date: calendarDate('2024-09-15'),
  }
  const facts = { tour_date, submitted: false, has_questions: true, now: instant('2024-09-15T08:00:00Z') }
  const event = (more: object) => ({ tour_date: { ...tour_date, event: { ...tour_date.event, ...more } } })

  test.each<[string, object, string]>([
    ['on the last day', {}, 'open'],
    ['the evening before, in the city', { now: instant('2024-09-15T06:00:00Z') }, 'waiting'],
    ['SURV-012 without questions', { has_questions: false }, 'waiting'],
    ['SURV-011 in a season that is over', { tour_date: { ...tour_date, season: { current: false } } }, 'unavailable'],
    ['SURV-011 where surveys are off', event({ settings: { surveys_on: false } }), 'unavailable'],
    ['SURV-020 at nationals', event({ is_nationals: true }), 'unavailable'],
    ['SURV-020 at an aftermath', event({ is_aftermath: true }), 'unavailable'],
    ['SURV-023 submitted', { submitted: true }, 'submitted'],
    [
      'SURV-023 submitted, then turned off',
      { submitted: true, ...event({ settings: { surveys_on: false } }) },
      'submitted',
    ],
  ])('%s it is %s', (_, more, status) => expect(surveyStatus({ ...facts, ...more })).toBe(status))

  test.each([
    [true, '$50.00', 'Meridian', 'MERIDIANSURVEY50'],
    [false, '$10.00', 'Meridian', 'MERIDIANSURVEY10'],
    [true, '$50.00', 'Open Floor', 'OPENFLOORSURVEY50'],
    [false, '$10.00', `L’Étoile ${'x'.repeat(50)}`, `LTOILE${'X'.repeat(26)}SURVEY10`],
  ])('SURV-013 SURV-014 CONST-022 a studio account %s gets %s at %s: %s', (studio_account, amount, name, code) => {
    const reward = surveyReward({ studio_account })
    expect([usd(reward), surveyCode(name, reward)]).toEqual([amount, code])
  })

  test('SURV-010 VAR-017 an event has the labels of the product, its own, or none', () => {
    expect(ratingLabels(null)).toEqual(['Bronze', 'Silver', 'Gold', 'High-Gold', 'Platinum'])
    const own = [...awardLabels.slice(0, 4), 'Spotlight']
    expect([ratingLabels(own), ratingLabels([])]).toEqual([own, []])
    expect([checkLabels(own).ok, checkLabels([]).ok, checkLabels(own.slice(1)).ok]).toEqual([true, true, false])
    expect(checkLabels(['a', 'b', ' ', 'd', 'e']).ok).toBe(false)
  })
})

test.each([
  ['draft', 'open', 3, true],
  ['draft', 'open', 0, false],
  ['draft', 'closed', 3, false],
  ['open', 'closed', 3, true],
  ['open', 'draft', 3, false],
  ['closed', 'open', 3, true],
  ['closed', 'closed', 0, true],
] as const)('OFF-034 a version that is %s becomes %s with %i questions: %s', (from, to, count, may) =>
  expect(checkVersionMove(from, to, count).ok).toBe(may),
)

test('OFF-034 a question has a text and a group from 1 to 8; an empty not-applicable text is none', () => {
  const draft = { ...question(1, 1), not_applicable: ' ', question: ' How was it? ' }
  expect(checkQuestion(draft)).toMatchObject({ ok: true, value: { question: 'How was it?', not_applicable: null } })
  expect(checkQuestion({ ...draft, question: '  ' }).ok).toBe(false)
  expect([0, 9, 1.5].map((group) => checkQuestion({ ...draft, survey_question_group_id: group }).ok)).toEqual([
    false,
    false,
    false,
  ])
})
