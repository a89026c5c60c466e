import { questionFields } from '@callboard/domain/survey/versions.ts'
import { surveyPages } from '@callboard/domain/survey/pages.ts'
import { resultText } from '@callboard/domain/survey/results.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import { confirm } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { QuestionDialog, typeLabels, type OfficeQuestion } from './QuestionDialog.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const route = 'GET /v1/office/survey-questions'

/** The questions of a survey by page. A survey with answers stays as it is: a change makes a copy. OFF-034. */
export function SurveyQuestionsPage() {
  const version = useIdInPath('version')
  const [, navigate] = useLocation()
  const answer = useRead(route, { query: { version } })
  const [question, setQuestion] = useState<OfficeQuestion | 'new' | null>(null)

  function showVersion(changedVersion: number) {
    if (changedVersion === version) return toast('Question saved')
    toast('The survey has answers, so the change is in a copy')
    navigate(paths.officeAt(`survey/${changedVersion}`))
  }
  const { mutate: change } = useAct('PUT /v1/office/survey-questions/{id}', {
    refreshes: [route],
    onSuccess: (reply) => showVersion(reply.version),
  })

  const raise = (row: OfficeQuestion, before_id: number) => {
    const fields = questionFields(row)
    change({ params: { id: row.id }, body: { ...fields, before_id, base: fields } })
  }

  async function remove(row: OfficeQuestion) {
    let changedVersion = version
    const isConfirmed = await confirm({
      title: 'Remove this question?',
      message: row.question,
      yes: 'Yes, remove it',
      no: 'No, keep it',
      consequence: 'loss',
      act: async () => {
        changedVersion = (await call('DELETE /v1/office/survey-questions/{id}', { params: { id: row.id } })).version
      },
    })
    if (!isConfirmed) return
    await answer.refetch()
    showVersion(changedVersion)
  }

  return (
    <>
      <OfficeFrame
        title={`Survey ${version}`}
        about="Once a survey has answers, it no longer changes. Editing it makes a copy, which you then open."
        actions={
          <>
            <Button component={Link} variant="default" to={paths.officeAt(`survey/${version}/results`)}>
              Results
            </Button>
            <Button onClick={() => setQuestion('new')}>Add question</Button>
          </>
        }
        answer={answer}
        skeleton={{ columns: 2 }}
      >
        {({ rows }) => (
          <div className={styles['stack']}>
            {rows.length === 0 && (
              <Panel>
                <Empty level={2} title="No questions yet">
                  Add the first question. Its group decides which page it is on.
                </Empty>
              </Panel>
            )}
            {surveyPages.map((groups, page) => {
              const questions = rows.filter((row) => groups.includes(row.survey_question_group_id))
              return (
                questions.length > 0 && (
                  <Panel key={groups.join()} title={`Page ${page + 1}`} flush>
                    <ul className={styles['rows']}>
                      {questions.map((row, index) => {
                        const above = questions[index - 1]
                        const canRise = above?.survey_question_group_id === row.survey_question_group_id
                        return (
                          <li key={row.id}>
                            <div>
                              <strong>{row.question}</strong>
                              <span className={styles['second']}>
                                Group {row.survey_question_group_id}, {typeLabels[row.survey_question_type]}
                                {!row.required && ', optional'}
                                {row.not_applicable && `, “${row.not_applicable}”`}
                              </span>
                              <span className={styles['second']}>{resultText(row.results)}</span>
                            </div>
                            <span className={styles['acts']}>
                              {canRise && (
                                <Button
                                  size="compact-sm"
                                  variant="subtle"
                                  aria-label={`Move up: ${row.question}`}
                                  onClick={() => raise(row, above.id)}
                                >
                                  Up
                                </Button>
                              )}
                              <Button
                                size="compact-sm"
                                variant="default"
                                aria-label={`Change: ${row.question}`}
                                onClick={() => setQuestion(row)}
                              >
                                Change
                              </Button>
                              <Button
                                size="compact-sm"
                                variant="subtle"
                                aria-label={`Remove: ${row.question}`}
                                onClick={() => void remove(row)}
                              >
                                Remove
                              </Button>
                            </span>
                          </li>
                        )
                      })}
                    </ul>
                  </Panel>
                )
              )
            })}
          </div>
        )}
      </OfficeFrame>
      {question && (
        <QuestionDialog
          version={version}
          question={question === 'new' ? null : question}
          onChanged={showVersion}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  )
}
