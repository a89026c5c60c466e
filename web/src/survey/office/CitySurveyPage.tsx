import { Button } from '@mantine/core'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { ClassesForm } from './ClassesForm.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const route = 'GET /v1/office/survey-answers'
type CitySurvey = Reply<typeof route>

/** A city's survey: its classes, how many have answered, and what they wrote. OFF-034. */
export function CitySurveyPage() {
  const id = useIdInPath()
  const answer = useRead(route, { query: { tour_date_id: id } })
  const city = answer.data
  return (
    <OfficeFrame
      title={city ? `Survey for ${city.city}` : 'Survey'}
      above={city?.event}
      about={
        city &&
        `${city.submitted} of ${city.registrations} registrations have submitted the survey, ${city.begun} have begun it.`
      }
      actions={city?.versions.map((version) => (
        <Button
          key={version}
          component={Link}
          variant="default"
          to={paths.officeAt(`survey/${version}/results?tour_date_id=${id}`)}
        >
          {city.versions.length === 1 ? 'Results' : `Results of survey ${version}`}
        </Button>
      ))}
      answer={answer}
      skeleton={{ columns: 2 }}
    >
      {(survey) => (
        <div className={styles['stack']}>
          <CityNav id={id} />
          <Panel title="Classes">
            <ClassesForm
              key={survey.classes.map((one) => one.id).join()}
              tour_date_id={id}
              classes={survey.classes}
              levels={survey.levels}
            />
          </Panel>
          <SurveyTexts texts={survey.texts} />
        </div>
      )}
    </OfficeFrame>
  )
}

/** The texts of submitted surveys by question, without names. */
function SurveyTexts({ texts }: Pick<CitySurvey, 'texts'>) {
  const questions = [...new Map(texts.map((row) => [row.survey_question_id, row.question]))]
  return (
    <Panel title="Comments" flush>
      <ul className={styles['rows']}>
        {questions.length === 0 && <li>No submitted survey has comments yet.</li>}
        {questions.map(([question_id, question]) => (
          <li key={question_id}>
            <div>
              <strong>{question}</strong>
              <ul>
                {texts
                  .filter((row) => row.survey_question_id === question_id)
                  .map(({ text }, index) => (
                    // Texts have no id, and two may be equal.
                    <li key={`${index} ${text}`} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                      {text}
                    </li>
                  ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
