import { competitionScreen } from '@callboard/domain/registrations/navigation.ts'
import { isCompetitionOpen } from '@callboard/domain/registrations/routines/competition-open.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react'
import { CompetitionEntry, NotIndependent } from '../registrations/routines/CompetitionEntry.tsx'
import { CopyButton } from '../registrations/routines/CopyButton.tsx'
import { showReplyError } from '../registrations/routines/show-refusal.ts'
import { RoutineList, routineListTitle } from '../registrations/routines/RoutineList.tsx'
import { StepPage } from './StepPage.tsx'
import { useCompetition } from './use-competition.ts'
import { useRoster } from './use-step-facts.ts'
import { useLivePlaces } from '../waiting-list/use-live-places.ts'
import styles from './WizardFrame.module.css'
import { useStore, useWizard } from './wizard-context.tsx'

const WaitingLine = lazy(async () => ({ default: (await import('../waiting-list/WaitingLine.tsx')).WaitingLine }))

const MusicBoard = lazy(async () => ({ default: (await import('../music/MusicBoard.tsx')).MusicBoard }))

const noPeople: readonly never[] = []

/** The competition step: a question, a notice, or the routines. WIZ-009, WIZ-062. */
export function CompetitionStep() {
  const registration = useWizard((state) => state.registration)
  const facts = useLivePlaces(useWizard((state) => state.facts))
  const store = useStore()
  const total = useWizard(({ price }) => price.fees.competition)
  const roster = useRoster().data ?? noPeople
  const { acts, go } = useCompetition()
  const { event, event_city } = facts.tour_date

  switch (competitionScreen(registration, facts)) {
    case 'no_competition':
      return (
        <StepPage name="competition" title="There is no competition in this city" continueLabel="CONTINUE">
          <p className="sentence">{event_city.name} is a workshop only, so there are no routines to enter.</p>
        </StepPage>
      )
    case 'no_independents':
      return (
        <StepPage
          name="competition"
          title="Independent Registrations cannot compete"
          intro={`In ${event_city.name} routines are entered by studios. You can continue with the workshop without them.`}
          continueLabel="CONTINUE"
          beforeContinue={() =>
            acts.compete(false).then(
              () => true,
              (error: unknown) => showReplyError(error, go).then(() => false),
            )
          }
        >
          <NotIndependent acts={acts} go={go} facts={facts} />
        </StepPage>
      )
    case 'entry':
      return (
        <StepPage
          name="competition"
          title="Are you entering competition?"
          intro={`Routines of ${event.name} ${event_city.name} are entered in this step. You can come back and change your mind until you submit.`}
          blocked={registration.is_competing === null ? 'Choose whether to enter competition.' : null}
        >
          <CompetitionEntry acts={acts} go={go} />
        </StepPage>
      )
    case 'list':
      return (
        <StepPage name="competition" title={routineListTitle(facts)}>
          <RoutineList
            registration={registration}
            facts={facts}
            roster={roster}
            total={total}
            acts={acts}
            go={go}
            copy={
              isCompetitionOpen(facts) && (
                <CopyButton registration={registration} facts={facts} roster={roster} acts={acts} go={go} />
              )
            }
            line={
              <Suspense>
                <WaitingLine
                  registration_id={registration.id}
                  routines={registration.waiting_list_routines}
                  zone={facts.tour_date.time_zone}
                  completed={registration.completed}
                  onChanged={() => void store.reload()}
                />
              </Suspense>
            }
          />
          {facts.by_office && (
            <div className={styles['apart']}>
              <Suspense>
                <EditedMusic />
              </Suspense>
            </div>
          )}
        </StepPage>
      )
  }
}

/** The music of the routines in the office's edit; the studio's own stays until the edit is submitted. OFF-020. */
function EditedMusic() {
  const store = useStore()
  const queries = useQueryClient()
  const { id: registration_id } = store
  const visit = useMemo(() => ({ registration_id, by_office: true }), [registration_id])
  const reload = useCallback(() => void store.reload(), [store])
  // Routines that came or went while the step is open.
  const version = useWizard(({ registration }) => registration.version)
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['GET /v1/mybtf/registration/{id}/music', registration_id] })
  }, [queries, registration_id, version])
  return <MusicBoard visit={visit} onChanged={reload} />
}
