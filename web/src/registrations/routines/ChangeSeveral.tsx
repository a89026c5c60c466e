import { tryChange, type RoutineChange } from '@callboard/domain/registrations/routines/replace-dancer.ts'
import { useMemo } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { RestoredNotice } from '../../ui/RestoredNotice.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { CompetitionProps } from './competition.ts'
import styles from './Several.module.css'
import { SeveralFoot } from './SeveralFoot.tsx'
import { StepRows } from './StepRows.tsx'
import { routinesText, fitting, useOneCall, useTotals } from './use-several.ts'

type ChangeSeveralProps = CompetitionProps & { ids: readonly number[]; onClose: () => void; onDone: () => void }

const stays = 'Stays as it is'

/** Options of several routines at once: what is not chosen stays as it is in each. */
export function ChangeSeveral({ registration, facts, acts, go, ids, onClose, onDone }: ChangeSeveralProps) {
  const formDraft = useDraft('change-routines', registration.id)
  const [performance_division_id, setDivision] = useDraftState<number | null>(formDraft, 'division', null)
  const [extra_time, setExtraTime] = useDraftState<number | null>(formDraft, 'extra_time', null)
  const [aged, setAged] = useDraftState<'up' | 'own' | null>(formDraft, 'age_up', null)
  const { pending, send } = useOneCall(go, formDraft, onDone)

  const change = useMemo<RoutineChange>(
    () => ({
      ...(performance_division_id !== null && { performance_division_id }),
      ...(extra_time !== null && { extra_time }),
      ...(aged !== null && { age_up: aged === 'up' }),
    }),
    [performance_division_id, extra_time, aged],
  )
  const nothing = Object.keys(change).length === 0
  const dryRun = useMemo(
    () => tryChange(registration, { routine_ids: nothing ? [] : ids, change }, facts),
    [registration, facts, ids, change, nothing],
  )
  const fit = fitting(dryRun)
  const total = useTotals(registration, dryRun.after, facts)
  const minutes = Array.from({ length: facts.settings.extra_time_max + 1 }, (_, value) => value)

  return (
    <Dialog opened title={`Change ${routinesText(ids.length)}`} onCancel={onClose} width={720}>
      <div className={styles['dialog']}>
        <RestoredNotice draft={formDraft} />
        <div className={styles['three']}>
          <SelectField
            label="Performance division"
            name="performance_division_id"
            options={facts.performance_divisions
              .filter(({ offered }) => offered)
              .map(({ id, name }) => ({ value: id, label: name }))}
            value={performance_division_id}
            onChange={setDivision}
            error={undefined}
            placeholder={stays}
            optional
          />
          <SelectField
            label="Extra time"
            name="extra_time"
            options={minutes.map((value) => ({
              value,
              label: value === 0 ? 'None' : value === 1 ? '1 minute' : `${value} minutes`,
            }))}
            value={extra_time}
            onChange={setExtraTime}
            error={undefined}
            placeholder={stays}
            optional
          />
          <SelectField
            label="Age up"
            name="age_up"
            options={[
              { value: 'up', label: 'One division higher' },
              { value: 'own', label: 'Own division' },
            ]}
            value={aged}
            onChange={setAged}
            error={undefined}
            placeholder={stays}
            optional
          />
        </div>
        {dryRun.steps.length > 0 && <StepRows label="What changes" steps={dryRun.steps} facts={facts} />}
        {fit.length < dryRun.steps.length && (
          <p className={styles['note']}>
            A routine that cannot change stays as it is; the others are changed together.
          </p>
        )}
        <SeveralFoot
          label={`Change ${routinesText(nothing ? ids.length : fit.length)}`}
          total={nothing ? undefined : total}
          pending={pending}
          disabled={fit.length === 0}
          onClose={() => {
            formDraft.discard()
            onClose()
          }}
          act={() => void send(() => acts.changeRoutines(fit, change), `${routinesText(fit.length)} changed`)}
        />
      </div>
    </Dialog>
  )
}
