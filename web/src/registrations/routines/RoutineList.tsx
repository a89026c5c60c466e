import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { worded } from '@callboard/domain/kernel/wording.ts'
import type { RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { isCompetitionOpen } from '@callboard/domain/registrations/routines/competition-open.ts'
import { depositRoutines } from '@callboard/domain/registrations/routines/counts.ts'
import { routineWording } from '@callboard/domain/registrations/routines/refusals.ts'
import { draftOf, type RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { RowKey } from '../../ui/DataRow.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { confirm, notice } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { CategoryCounts } from './CategoryCounts.tsx'
import { removalWords, type CompetitionProps } from './competition.ts'
import { emptyRoutine, clearDraft, loadDraft } from './draft-storage.ts'
import { MediaPassPanel } from './MediaPassPanel.tsx'
import { ReplaceButton } from './ReplaceButton.tsx'
import styles from './RoutineList.module.css'
import { RoutineTable } from './RoutineTable.tsx'
import { showRefusal, showReplyError } from './show-refusal.ts'
import { soldOut } from './sold-out.ts'
import { useWithoutPlace } from './use-without-place.ts'

/** COMP-010. */
export const routineListTitle = (facts: CompetitionProps['facts']): string =>
  isCompetitionOpen(facts) ? 'ADD ROUTINES TO THE COMPETITION' : 'COMPETITION HAS BEEN CLOSED'

const DancerLoads = lazy(() => import('./DancerLoads.tsx').then((file) => ({ default: file.DancerLoads })))
const SelectedTools = lazy(() => import('./SeveralTools.tsx').then((file) => ({ default: file.SelectedTools })))
const RoutineSheet = lazy(() => import('./RoutineSheet.tsx').then((file) => ({ default: file.RoutineSheet })))

type RoutineListProps = CompetitionProps & {
  /** Total fees of the routines in cents, equal to the bill. */
  total: Cents
  /** Where routines are copied from other cities. */
  copy?: ReactNode
  /** Where the waiting routines stand in line. */
  line?: ReactNode
}

/** The routines of a registration, and everything done with them. COMP-010 to COMP-018. */
export function RoutineList(props: RoutineListProps) {
  const { registration, facts, roster, acts, go, total, copy, line } = props
  const [form, setForm] = useState<{ start: RoutineDraft; isUnsaved: boolean }>()
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<RowKey>>(new Set())
  const [loads, setLoads] = useState(false)
  const [storedDraft, setStoredDraft] = useState(() => loadDraft(registration.id))
  const { routines, waiting_list_routines: waiting, completed } = registration
  const open = isCompetitionOpen(facts)
  const email = facts.tour_date.event.support_email
  const previousRoutines = routines.filter(({ date_routine_id }) => date_routine_id !== null)
  const own = completed ? routines.filter(({ date_routine_id }) => date_routine_id === null) : routines

  const hasEnteredStep = useRef(false)
  useEffect(() => {
    if (hasEnteredStep.current) return
    hasEnteredStep.current = true
    // Not awaited: the next save brings it up to date as well.
    acts.enterStep(depositRoutines(registration)).catch(() => undefined)
  }, [acts, registration])

  const closedMessage = worded(routineWording, { code: 'competition.closed', email })

  /** Opens the form of another routine. One that is not saved yet is not lost by the way. */
  async function begin(start: RoutineDraft) {
    if (storedDraft) {
      const sure = await confirm({
        title: `${storedDraft.name.trim() || 'A routine'} is not saved yet`,
        message: 'You can continue it above the list. If you open another routine, it is discarded.',
        yes: 'Discard it',
        no: 'Keep it',
        consequence: 'loss',
      })
      if (!sure) return
      dropDraft()
    }
    setForm({ start, isUnsaved: false })
  }

  function dropDraft() {
    clearDraft(registration.id)
    setStoredDraft(null)
  }

  function add() {
    if (!open) {
      void showRefusal({ code: 'competition.closed', message: closedMessage }, go)
      return
    }
    const full = soldOut(registration, facts)
    if (!full) void begin(emptyRoutine())
    else if (full.mayWait) {
      void confirm({
        title: full.title,
        message: (
          <>
            {full.message} <span>You can also join the waiting list here.</span>
          </>
        ),
        yes: 'Join the waiting list',
        no: 'Not now',
        consequence: 'none',
      }).then((joins) => {
        if (joins) void begin({ ...emptyRoutine(), status: 'waiting' })
      })
    } else void notice(full)
  }

  const remove = (routine: RegistrationRoutine) =>
    confirm({
      title: 'Are you sure?',
      message: removalWords([routine], registration, facts),
      yes: 'Yes, remove it',
      no: 'No, I want to keep it',
      consequence: 'loss',
      act: () => acts.removeRoutine(routine),
    }).then((removed) => {
      if (removed) toast('Routine removed')
    })

  const skip = () =>
    acts.compete(false).then(
      () => go('next'),
      (error: unknown) => void showReplyError(error, go),
    )

  const wait = useCallback(
    (routine: RegistrationRoutine) =>
      acts.waitInstead(routine).then(
        () => toast(`${routine.routine.name} is on the waiting list`),
        (error: unknown) => showReplyError(error, go),
      ),
    [acts, go],
  )

  const { byId: withoutPlace, WithoutPlace } = useWithoutPlace(registration, facts)
  const mark = useMemo(
    () =>
      WithoutPlace && withoutPlace.size > 0
        ? (routine: RegistrationRoutine) => {
            const of = withoutPlace.get(routine.id)
            return of && <WithoutPlace of={of} wait={() => wait(routine)} />
          }
        : undefined,
    [WithoutPlace, withoutPlace, wait],
  )

  const parts = { registration, facts, roster, acts, go }
  const selectedTools = (selectedRoutines: readonly RegistrationRoutine[]) =>
    selectedRoutines.length > 0 && (
      <Suspense>
        <SelectedTools {...parts} routines={selectedRoutines} onDone={() => setSelectedKeys(new Set())} />
      </Suspense>
    )
  const selection = { selectedKeys, onChange: setSelectedKeys }
  const tables = { registration, facts, onEdit: (routine: RegistrationRoutine) => void begin(draftOf(routine)) }
  return (
    <>
      <div className={styles['parts']}>
        {storedDraft && (
          <UnsavedDraft
            draft={storedDraft}
            onContinue={() => {
              setStoredDraft(null)
              setForm({ start: storedDraft, isUnsaved: true })
            }}
            onDrop={dropDraft}
          />
        )}
        {!open && <StatusBadge state="stop">{closedMessage}</StatusBadge>}
        <CategoryCounts
          registration={registration}
          facts={facts}
          total={total}
          actions={
            <div className={styles['buttons']}>
              {copy}
              {routines.length + waiting.length === 0 && (
                <Button variant="default" onClick={() => void skip()}>
                  I AM NOT COMPETING
                </Button>
              )}
              <Button leftSection={<IconPlus className="icon" />} onClick={add}>
                ADD NEW ROUTINE
              </Button>
            </div>
          }
        />
        <RoutineTable
          {...tables}
          label={completed ? 'New routines' : 'Routines'}
          routines={own}
          mark={mark}
          selection={selection}
          tools={(selectedRoutines) => (
            <>
              {selectedTools(selectedRoutines)}
              <ReplaceButton {...parts} />
              {selectedRoutines.length === 0 && (
                <Button size="sm" variant="default" aria-haspopup="dialog" onClick={() => setLoads(true)}>
                  Who dances how much
                </Button>
              )}
            </>
          )}
          onRemove={(routine) => void remove(routine)}
          empty={
            <Panel flush>
              <Empty title={completed ? 'No new routines' : 'No routines yet'} level={2}>
                A routine needs a name, a performance division and its dancers. Its category, age division and fee
                depend on its dancers.
              </Empty>
            </Panel>
          }
        />
        {loads && (
          <Suspense fallback={null}>
            <DancerLoads registration={registration} settings={facts.settings} onClose={() => setLoads(false)} />
          </Suspense>
        )}
        {completed && previousRoutines.length > 0 && (
          <section className={styles['part']} aria-labelledby="known-routines">
            <h2 id="known-routines">Previously registered routines</h2>
            <RoutineTable
              {...tables}
              label="Previously registered routines"
              routines={previousRoutines}
              selection={selection}
              tools={selectedTools}
              onRemove={(routine) => void remove(routine)}
              empty={null}
            />
          </section>
        )}
        {waiting.length > 0 && (
          <section className={styles['part']} aria-labelledby="waiting-routines">
            <h2 id="waiting-routines">Waiting list</h2>
            <p>
              {facts.tour_date.waiting_list
                ? 'Not part of the bill. When a place opens up, we offer it to the next in line, here and by email. You pay for a routine once it is in.'
                : 'Not part of the bill. You pay for a routine once the office has approved it.'}
            </p>
            {line && <div className={styles['line']}>{line}</div>}
            <RoutineTable
              {...tables}
              label="Waiting list"
              routines={waiting}
              roster={roster}
              onRemove={(routine) => void remove(routine)}
              empty={null}
            />
          </section>
        )}
        {/* An accepted offer is listed as a routine and still has its deadline. */}
        {waiting.length === 0 && facts.tour_date.waiting_list && line && <div className={styles['line']}>{line}</div>}
        <MediaPassPanel
          registration={registration}
          facts={facts}
          onToggle={(person_id, media_pass) => void acts.setMediaPass(person_id, media_pass)}
        />
      </div>
      {form && (
        <Suspense fallback={null}>
          <RoutineSheet
            key={form.start.id ?? form.start._temp_id}
            start={form.start}
            isUnsaved={form.isUnsaved}
            {...parts}
            onClose={() => {
              setForm(undefined)
              setStoredDraft(loadDraft(registration.id))
            }}
          />
        </Suspense>
      )}
    </>
  )
}

type UnsavedDraftProps = { draft: RoutineDraft; onContinue: () => void; onDrop: () => void }

const UnsavedDraft = ({ draft, onContinue, onDrop }: UnsavedDraftProps) => (
  <div className={styles['kept']}>
    <StatusBadge state="standby">{draft.name.trim() || 'A routine'} is not saved yet</StatusBadge>
    <Button size="sm" variant="default" onClick={onContinue}>
      Continue
    </Button>
    <Button size="sm" variant="subtle" c="var(--quiet)" onClick={onDrop}>
      Discard
    </Button>
  </div>
)
