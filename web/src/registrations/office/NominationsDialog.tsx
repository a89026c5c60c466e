import { useAct } from '../../api/use-call.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { awardSteps, nominationsRoute, type NominationsReply } from './record.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from '../../ui/Office.module.css'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type Nomination = NominationsReply['nomination_routines'][number]
type Type = NominationsReply['types'][number]
type NominationsDialogProps = { id: number; before: NominationsReply; onClose: () => void }

/** Records nominations that a studio requested by mail. Whether it is whole is told when it is saved. OFF-014. */
export default function NominationsDialog({ id, before, onClose }: NominationsDialogProps) {
  const formDraft = useDraft('registrations/office-nominations', id)
  const [has_soty, setEntered] = useDraftState(formDraft, 'has_soty', before.has_soty)
  const [nominations, setNominations] = useDraftState(formDraft, 'nominations', before.nomination_routines)
  const [reason, setReason] = useDraftState(formDraft, 'reason', '')
  const { mutate, isPending, error } = useAct('PUT /v1/office/registrations/{id}/nominations', {
    refreshes: [nominationsRoute, 'GET /v1/office/registrations/{id}', 'GET /v1/office/tour-dates/{id}/nominations'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Nominations changed')
      onClose()
    },
  })
  const put = (type: Type, next: Nomination | undefined) =>
    setNominations([...nominations.filter((one) => one.nomination_type_id !== type.id), ...(next ? [next] : [])])
  const visibleSteps = awardSteps.filter(([step]) => step !== 'soty' || before.soty_here)
  return (
    <FormDialog
      draft={formDraft}
      title="Change nominations"
      width={690}
      submit="Save the nominations"
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={() => {
        const body = { has_soty, nomination_routines: [...nominations], reason, version: before.version }
        mutate({ params: { id }, body })
      }}
    >
      {visibleSteps.map(([step, title]) => {
        const types = before.types.filter((type) => type.step === step)
        if (types.length === 0) return null
        return (
          <section key={step} className={styles['stack']} aria-label={title}>
            <h3 style={{ margin: 0 }}>{title}</h3>
            {step === 'soty' && (
              <Checkbox
                label="Entered into the Studio of the Year"
                checked={has_soty}
                onChange={({ currentTarget }) => setEntered(currentTarget.checked)}
              />
            )}
            {(step !== 'soty' || has_soty) &&
              types.map((type) => (
                <NominationField
                  key={type.id}
                  type={type}
                  nomination={nominations.find((one) => one.nomination_type_id === type.id)}
                  onChange={(next) => put(type, next)}
                />
              ))}
          </section>
        )
      })}
      <TextField
        label="Reason for the change"
        name="reason"
        help="Kept in the office history."
        value={reason}
        onChange={setReason}
        error={reason.trim() ? undefined : 'Please enter a reason for the change.'}
        maxLength={300}
      />
    </FormDialog>
  )
}

type ChosenProps = { type: Type; nomination: Nomination | undefined; onChange: (next: Nomination | undefined) => void }

const detailLabels = { choreographer: 'Choreographer', 'costume designer': 'Costume designer' } as const

function NominationField({ type, nomination, onChange }: ChosenProps) {
  const { id: nomination_type_id, step, title, asks_for, routines } = type
  const details = nomination?.details ?? { outside: false, name: null }
  const routine = nomination?.registrations_routine_id ?? null
  const routineOptions = routines.map(({ id, name }) => ({ value: id, label: name }))
  const isIneligible = routine !== null && !routines.some(({ id }) => id === routine)
  return (
    <div className={styles['stack']} style={{ gap: 8 }}>
      <SelectField
        label={title}
        value={routine}
        options={
          isIneligible
            ? [...routineOptions, { value: routine, label: 'A routine that is no longer eligible' }]
            : routineOptions
        }
        any={routines.length === 0 ? 'No routine fits' : 'None'}
        error={undefined}
        onChange={(id) =>
          onChange(id === null ? undefined : { nomination_type_id, registrations_routine_id: id, details })
        }
      />
      {nomination && step === 'soty' && (
        <Checkbox
          label="Outside choreographer"
          aria-label={`${title}: outside choreographer`}
          checked={details.outside}
          onChange={({ currentTarget }) =>
            onChange({ ...nomination, details: { ...details, outside: currentTarget.checked } })
          }
        />
      )}
      {nomination && step !== 'soty' && asks_for !== null && (
        <TextField
          label={`${detailLabels[asks_for]}, ${title}`}
          value={details.name ?? ''}
          onChange={(name) => onChange({ ...nomination, details: { ...details, name } })}
          error={details.name?.trim() ? undefined : `Please name the ${asks_for}.`}
          maxLength={120}
        />
      )}
    </div>
  )
}
