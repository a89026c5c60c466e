import { tryReplacement } from '@callboard/domain/registrations/routines/replace-dancer.ts'
import { useMemo } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { RestoredNotice } from '../../ui/RestoredNotice.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { CompetitionProps } from './competition.ts'
import { listDancerCandidates } from './dancer-candidates.ts'
import styles from './Several.module.css'
import { SeveralFoot } from './SeveralFoot.tsx'
import { StepRows } from './StepRows.tsx'
import { routinesText, fitting, useOneCall, useTotals } from './use-several.ts'

type ReplaceDancerProps = CompetitionProps & { onClose: () => void }

const nobody: readonly number[] = []

/** One dancer in the place of another, in all their routines or in some, seen before it is done. */
export function ReplaceDancer({ registration, facts, acts, go, onClose }: ReplaceDancerProps) {
  const formDraft = useDraft('replace-dancer', registration.id)
  const [out, setOut] = useDraftState<number | null>(formDraft, 'person_id', null)
  const [into, setInto] = useDraftState<number | null>(formDraft, 'replacement_id', null)
  const [left, setLeft] = useDraftState(formDraft, 'left_out', nobody)
  const { pending, send } = useOneCall(go, formDraft, onClose)

  const all = useMemo(
    () => [...registration.routines, ...registration.waiting_list_routines],
    [registration.routines, registration.waiting_list_routines],
  )
  const people = useMemo(() => listDancerCandidates(registration, [], facts), [registration, facts])
  const dancing = useMemo(() => new Set(all.flatMap((one) => one.attendees.map(({ person_id }) => person_id))), [all])
  const theirs = useMemo(
    () => all.filter(({ id, attendees }) => id !== null && attendees.some(({ person_id }) => person_id === out)),
    [all, out],
  )
  const ids = useMemo(() => theirs.flatMap(({ id }) => (id !== null && !left.includes(id) ? [id] : [])), [theirs, left])
  const dryRun = useMemo(() => {
    const routine_ids = out === null || into === null ? nobody : ids
    return tryReplacement(registration, { person_id: out ?? 0, replacement_id: into ?? 0, routine_ids }, facts)
  }, [registration, facts, out, into, ids])
  const fit = fitting(dryRun)
  const total = useTotals(registration, dryRun.after, facts)
  const nameOf = (id: number | null) => people.find(({ person_id }) => person_id === id)?.name ?? ''

  function replace() {
    if (out === null || into === null) return
    const replacement = { person_id: out, replacement_id: into, routine_ids: fit }
    void send(() => acts.replaceDancer(replacement), `${nameOf(into)} replaces ${nameOf(out)}`)
  }

  return (
    <Dialog opened title="Replace a dancer" onCancel={onClose} width={720}>
      <div className={styles['dialog']}>
        <RestoredNotice draft={formDraft} />
        <div className={styles['pair']}>
          <SelectField
            label="Dancer to replace"
            name="person_id"
            options={people
              .filter(({ person_id }) => dancing.has(person_id))
              .map(({ person_id, name }) => ({ value: person_id, label: name }))}
            value={out}
            onChange={(person_id) => {
              setOut(person_id)
              setLeft(nobody)
              if (person_id === into) setInto(null)
            }}
            error={undefined}
          />
          <SelectField
            label="New dancer"
            name="replacement_id"
            options={people
              .filter(({ person_id, refusal }) => person_id !== out && refusal === null)
              .map(({ person_id, name, age }) => ({
                value: person_id,
                label: age === null ? name : `${name}, ${age}`,
              }))}
            value={into}
            onChange={setInto}
            error={undefined}
            help="Everyone in this registration who can dance."
          />
        </div>
        {theirs.length > 0 && (
          <fieldset className={styles['ticks']}>
            <legend>In these routines</legend>
            {theirs.map(({ id, routine }) => (
              <label key={id} className={styles['tick']}>
                <input
                  type="checkbox"
                  checked={id !== null && !left.includes(id)}
                  onChange={() => {
                    if (id === null) return
                    setLeft(left.includes(id) ? left.filter((other) => other !== id) : [...left, id])
                  }}
                />
                {routine.name}
              </label>
            ))}
          </fieldset>
        )}
        {dryRun.steps.length > 0 && <StepRows label="What changes" steps={dryRun.steps} facts={facts} />}
        {fit.length < dryRun.steps.length && (
          <p className={styles['note']}>
            A routine that cannot change stays as it is; the others are changed together.
          </p>
        )}
        <SeveralFoot
          label={fit.length === 0 ? 'Replace' : `Replace in ${routinesText(fit.length)}`}
          total={dryRun.steps.length > 0 ? total : undefined}
          pending={pending}
          disabled={fit.length === 0}
          onClose={() => {
            formDraft.discard()
            onClose()
          }}
          act={replace}
        />
      </div>
    </Dialog>
  )
}
