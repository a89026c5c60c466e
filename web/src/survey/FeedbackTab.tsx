import { surveyMessages } from '@callboard/domain/survey/availability.ts'
import { LoadError } from '../shell/ErrorPage.tsx'
import { paths } from '../shell/paths.ts'
import { Link } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { useIdInPath } from '../ui/router/RouterProvider.tsx'
import styles from '../results/portal/Portal.module.css'
import { statusRoute, useSurveyRead, type SurveyStatus } from './use-survey.ts'

const messageOf = ({ status, event }: SurveyStatus): string => {
  if (status === 'open') return `Tell ${event} how the event was.`
  if (status === 'submitted') return 'Your survey has been submitted. Thank you!'
  return surveyMessages[status]
}

/** The portal's tab that leads to the survey of the event; an event without a survey has no link. RES-003, SURV-020. */
export function FeedbackTab() {
  const id = useIdInPath()
  const { data: survey, error, refetch } = useSurveyRead(statusRoute, { registration_id: id })
  return (
    <div className={styles['stack']}>
      <PageHeader title="Feedback" />
      {error && !survey && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && !survey && <RowsSkeleton rows={2} />}
      {survey && (
        <Panel>
          <p>{messageOf(survey)}</p>
          {survey.status !== 'unavailable' && <Link to={paths.event(id, 'survey')}>Open the survey</Link>}
        </Panel>
      )}
    </div>
  )
}
