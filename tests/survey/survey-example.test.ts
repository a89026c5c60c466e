import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { surveyStatus } from '@callboard/domain/survey/availability.ts'
import { firstOpenPage } from '@callboard/domain/survey/pages.ts'
import type { SurveyQuestion } from '@callboard/domain/survey/question.ts'
import { rewardPromo } from '@callboard/domain/survey/reward.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/rules/survey.md', 'utf8')
const rows = page
  .slice(page.indexOf('## Worked example'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

const questions = [1, 2, 3, 4, 5, 6, 7, 8].map((group): SurveyQuestion => ({
  ...{ id: group, question: `Question ${group}`, required: true, survey_question_group_id: group },
  ...{ survey_question_type: 'rating', not_applicable: null, feedback: false, version: 1, answer: null },
}))
const lists = { judge_list: [], workshop_list: [] }
const tour_date = {
  event: { is_nationals: false, is_aftermath: false, settings: { surveys_on: true } },
  season: { current: true },
  time_zone: 'America/Los_Angeles',
  end_date: calendarDate('2024-09-15'),
}

test('the worked example has rows', () => expect(rows).toHaveLength(6))

test.each(rows)(
  'SURV-002 SURV-003 SURV-013 SURV-014 the worked example: %s, %s, groups %s at %s',
  (account, event, groups, time, status, pageNumber, code) => {
    const ids = groups === 'all' ? questions.map(({ id }) => id) : (groups?.match(/\d/g) ?? []).map(Number)
    const answers = Object.fromEntries(
      ids.map((id) => [id, { id, type: 'rating' as const, value: 4, not_applicable: false, feedback: '' }]),
    )
    const submitted = code !== ''
    expect(surveyStatus({ tour_date, submitted, has_questions: true, now: instant(time ?? '') })).toBe(status)
    expect(firstOpenPage(questions, answers, lists) + 1).toBe(Number(pageNumber))
    const surveyed = { event: event ?? '', event_id: 7, season_id: 41, studio_account: account === 'studio' }
    if (submitted) expect(rewardPromo(surveyed).code).toBe(code)
  },
)
