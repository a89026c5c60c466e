import {
  isAnswered,
  markGroup,
  notApplicableText,
  pageOfAddress,
  questionsOfPage,
  questionsUpTo,
  surveyPages,
} from '@callboard/domain/survey/pages.ts'
import type { SurveyAnswer, SurveyLists, SurveyQuestion } from '@callboard/domain/survey/question.ts'
import { Button, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../api/call.ts'
import { formError } from '../api/failure.ts'
import { Form, Submit } from '../ui/Form.tsx'
import type { FormError } from '../ui/form-state.ts'
import { ToggleField } from '../ui/ToggleField.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { formatSearch, useSearchValues } from '../ui/search-values.ts'
import { useDraft, useDraftState } from '../ui/use-draft.ts'
import { QuestionField } from './QuestionField.tsx'
import styles from './Survey.module.css'
import { questionsRoute, statusRoute, type SurveyAccess } from './use-survey.ts'

type Answers = Readonly<Record<number, SurveyAnswer | undefined>>
type SurveyFormProps = {
  access: SurveyAccess
  questions: readonly SurveyQuestion[]
  lists: SurveyLists
  labels: readonly string[]
}

/** Answers as they are sent: entries of a list by id. */
const inputOf = ({ value, not_applicable, feedback }: SurveyAnswer) => ({
  not_applicable,
  feedback,
  value: Array.isArray(value) ? value.map(({ id, rating }) => ({ id, rating })) : (value as number | string | null),
})

/**
 * The page in the address, so that the browser's Back and a reload find it; an address that names none, or one too far,
 * is replaced by that of the page that is shown. SURV-003, SURV-022.
 */
function useSurveyPage(pageOf: (number: unknown) => number) {
  const search = useSearchValues()
  const [path] = useLocation()
  const openScreen = useOpenScreen()
  const page = pageOf(search['page'])
  const hrefOf = (next: number) => path + formatSearch({ ...search, page: next + 1 })
  const href = hrefOf(page)
  const isElsewhere = search['page'] !== page + 1
  useEffect(() => {
    if (isElsewhere) void openScreen(href, { replace: true, state: { keepsScroll: true } })
  }, [isElsewhere, href, openScreen])
  return [page, (next: number) => openScreen(hrefOf(next))] as const
}

/**
 * The five pages of the survey. Next and Submit save the page that is left, and what differs on the pages before it: the
 * browser's Forward leaves a page without saving. SURV-001 to SURV-007, SURV-022.
 */
export function SurveyForm({ access, questions, lists, labels }: SurveyFormProps) {
  const { registration_id, share } = access
  const queries = useQueryClient()
  /** As the server has them: the draft keeps what differs, on every page. */
  const [storedAnswers, setStoredAnswers] = useState<Answers>(() =>
    Object.fromEntries(questions.map(({ id, answer }) => [id, answer ?? undefined])),
  )
  const formDraft = useDraft('survey/answers', registration_id)
  const [answers, setAnswers] = useDraftState<Answers>(formDraft, 'answers', storedAnswers)
  const [page, openPage] = useSurveyPage((number) =>
    pageOfAddress(number, questions, { stored: storedAnswers, current: answers }, lists),
  )
  const visiblePage = useRef(page)
  useEffect(() => {
    visiblePage.current = page
  }, [page])
  const [pending, setPending] = useState<'saving' | 'submitting' | null>(null)
  const [failure, setFailure] = useState<{ page: number; error: FormError } | null>(null)
  const [hasVersion, setHasVersion] = useState(() => questions.some(({ answer }) => answer !== null))
  const pageQuestions = questionsOfPage(questions, page)
  const isLast = page === surveyPages.length - 1

  async function save() {
    const pageIds = new Set(pageQuestions.map(({ id }) => id))
    const differs = (id: number) => JSON.stringify(answers[id]) !== JSON.stringify(storedAnswers[id])
    const saving = questionsUpTo(questions, page).filter(({ id }) => pageIds.has(id) || differs(id))
    const savingAnswers = saving.flatMap(({ id }) => {
      const answer = answers[id]
      return answer ? [[id, inputOf(answer)] as const] : []
    })
    const version = questions[0]?.version
    const body = {
      registration_id,
      questions: Object.fromEntries(savingAnswers),
      // Only while the registration has none. SURV-017.
      ...(!hasVersion && version !== undefined && { version }),
    }
    await call('PUT /v1/dance360/survey/answers', { body }, share ? { share } : {})
    setHasVersion(true)
    setStoredAnswers({ ...storedAnswers, ...Object.fromEntries(saving.map(({ id }) => [id, answers[id]])) })
  }

  async function goOn() {
    setPending(isLast ? 'submitting' : 'saving')
    setFailure(null)
    try {
      await save()
      if (isLast) {
        await call('POST /v1/dance360/survey/submit', { body: { registration_id } }, share ? { share } : {})
        formDraft.clear()
        await queries.invalidateQueries({ queryKey: [statusRoute] })
        queries.removeQueries({ queryKey: [questionsRoute] })
      } else if (visiblePage.current === page) {
        await openPage(page + 1)
      }
    } catch (reason) {
      setFailure({ page, error: formError(reason) })
    }
    setPending(null)
  }

  const answer = (next: SurveyAnswer) => setAnswers((before) => ({ ...before, [next.id]: next }))

  return (
    <>
      <PageTracker page={page} />
      {pending === 'submitting' && (
        <output className={styles['submitting']}>
          <Loader size="sm" /> Submitting your survey...
        </output>
      )}
      <Panel title={`Page ${page + 1} of ${surveyPages.length}`}>
        <Form
          key={page}
          error={failure?.page === page ? failure.error : null}
          pending={pending !== null}
          draft={formDraft}
          onSubmit={() => void goOn()}
        >
          {pageQuestions.length === 0 && <p>This page has no questions for your city.</p>}
          {(surveyPages[page] ?? []).map((group) => (
            <QuestionGroup
              key={group}
              questions={pageQuestions.filter(({ survey_question_group_id }) => survey_question_group_id === group)}
              answers={answers}
              lists={lists}
              labels={labels}
              onAnswer={answer}
              onMark={(isMarked) => setAnswers((before) => markGroup(questions, before, group, isMarked))}
            />
          ))}
          <Submit
            pending={pending !== null}
            beside={
              page > 0 && (
                <Button variant="default" disabled={pending !== null} onClick={() => void openPage(page - 1)}>
                  Back
                </Button>
              )
            }
          >
            {isLast ? 'Submit' : 'Next'}
          </Submit>
        </Form>
      </Panel>
    </>
  )
}

/** Which of the five pages is open. */
const PageTracker = ({ page }: { page: number }) => (
  <nav aria-label="Pages of the survey">
    <ol className={styles['tracker']}>
      {surveyPages.map((groups, index) => (
        <li
          key={groups.join()}
          data-state={index === page ? 'here' : index < page ? 'done' : 'open'}
          {...(index === page && { 'aria-current': 'step' as const })}
        >
          <span className={styles['number']}>{index + 1}</span>
          <span className={styles['hidden']}>{index < page ? ', done' : index === page ? ', here now' : ''}</span>
        </li>
      ))}
    </ol>
  </nav>
)

type QuestionGroupProps = Omit<SurveyFormProps, 'access'> & {
  answers: Answers
  onAnswer: (answer: SurveyAnswer) => void
  onMark: (isNotApplicable: boolean) => void
}

function QuestionGroup({ questions, answers, lists, labels, onAnswer, onMark }: QuestionGroupProps) {
  const [first] = questions
  if (!first) return null
  const text = notApplicableText(questions, first.survey_question_group_id)
  const isMarked = questions.every(({ id }) => answers[id]?.not_applicable)
  return (
    <div className={styles['group']}>
      {text !== null && (
        <ToggleField
          label={text}
          name={`group.${first.survey_question_group_id}`}
          value={isMarked}
          error={undefined}
          onChange={onMark}
        />
      )}
      {questions.map((question) => {
        const answer = answers[question.id]
        const isMissing = question.required && !isAnswered(question, answer, lists)
        return (
          <QuestionField
            key={question.id}
            question={question}
            answer={answer}
            lists={lists}
            labels={labels}
            disabled={answer?.not_applicable ?? false}
            error={isMissing ? 'Required' : undefined}
            onAnswer={onAnswer}
          />
        )
      })}
    </div>
  )
}
