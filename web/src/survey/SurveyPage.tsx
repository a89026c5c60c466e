import { surveyMessages } from '@callboard/domain/survey/availability.ts'
import { useQuery } from '@tanstack/react-query'
import { Redirect, useParams } from 'wouter'
import { makeShareLink, turnOffShareLinks } from '../api/failure.ts'
import { callQuery } from '../api/use-call.ts'
import { LoadError, ReadErrors } from '../shell/ErrorPage.tsx'
import { paths } from '../shell/paths.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SharePopover } from '../ui/SharePopover.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { SurveyForm } from './SurveyForm.tsx'
import { SurveyThanks } from './SurveyThanks.tsx'
import { questionsRoute, statusRoute, useSurveyRead, type SurveyAccess } from './use-survey.ts'
import { useIdInPath } from '../ui/router/RouterProvider.tsx'

/** The survey of the owner's registration, as a tab of the event area. SURV-001. */
export function SurveyPage() {
  const id = useIdInPath()
  return <Survey registration_id={id} />
}

/** The same for anyone with a link. SURV-019. */
export function SharedSurveyPage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useQuery(callQuery('GET /v1/dance360/get-token-data', { query: { token } }))
  if (error?.status === 404 || error?.status === 400) return <Redirect to={paths.home} replace />
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  if (data.path !== 'survey') return <Redirect to={paths.home} replace />
  return <Survey registration_id={data.registration_id} share={token} />
}

function Survey(access: SurveyAccess) {
  const { data: survey, error, refetch } = useSurveyRead(statusRoute, access)
  if (error && !survey) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!survey) return <LoadingSurvey />
  const { status, event, city, reward } = survey
  const isShared = access.share !== undefined
  return (
    <>
      <PageHeader
        title="Survey"
        {...(isShared && { above: `${event}, ${city}` })}
        actions={!isShared && status === 'open' && <ShareSurvey registration_id={access.registration_id} />}
      >
        {status === 'open' && 'Your answers help us plan the next event. You can stop anytime and continue later.'}
      </PageHeader>
      {status === 'open' && <OpenSurvey access={access} labels={survey.rating_labels} />}
      {status === 'submitted' && <SurveyThanks event={event} reward={reward} />}
      {(status === 'unavailable' || status === 'waiting') && (
        <Panel>
          <output>{surveyMessages[status]}</output>
        </Panel>
      )}
    </>
  )
}

const LoadingSurvey = () => (
  <>
    <output data-waiting>Loading your survey...</output>
    <FormSkeleton />
  </>
)

/** Reads questions and lists, then shows the form. */
function OpenSurvey({ access, labels }: { access: SurveyAccess; labels: readonly string[] }) {
  const questions = useSurveyRead(questionsRoute, access)
  const judges = useSurveyRead('GET /v1/dance360/survey/judges', access)
  const workshops = useSurveyRead('GET /v1/dance360/survey/workshops', access)
  if (!questions.data || !judges.data || !workshops.data) {
    const reads = [questions, judges, workshops]
    return reads.some(({ error }) => error) ? <ReadErrors reads={reads} /> : <LoadingSurvey />
  }
  const lists = { judge_list: judges.data, workshop_list: workshops.data }
  return <SurveyForm access={access} questions={questions.data} lists={lists} labels={labels} />
}

function ShareSurvey({ registration_id }: { registration_id: number }) {
  const withdraw = () => turnOffShareLinks('survey', registration_id, 'All links to this survey will stop working.')
  return (
    <SharePopover onMake={() => makeShareLink('survey', registration_id)} onWithdraw={withdraw}>
      Anyone with the link can read and change the answers, and submit the survey for you.
    </SharePopover>
  )
}
