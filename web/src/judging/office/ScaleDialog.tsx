import { pointsText } from '@callboard/domain/judging/points.ts'
import type { Reply } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { NameField, TextField } from '../../ui/fields.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { useRecordDialog } from './use-record-dialog.ts'
import { readMark } from './use-scores.ts'

export type ScoreScale = Reply<'GET /v1/office/scales'>['scales'][number]

/** Reads a limit of the scale itself, in hundredths. */
const limit = (text: string) => readMark(text, { max_points: 100_000, step: 1, soft_floor: 0, criteria: [] })
const errorOf = (text: string) => {
  const mark = limit(text)
  return 'error' in mark ? mark.error : undefined
}
const pointsOf = (text: string) => {
  const mark = limit(text)
  return 'points' in mark ? mark.points : 0
}

/** Reads parts of a mark, one a line: 'Technique 60'. */
function criteriaOf(text: string): { name: string; max_points: number }[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', points = ''] = /^\s*(.*?)\s+(\S+)\s*$/.exec(line) ?? []
    return name ? [{ name, max_points: pointsOf(points) }] : []
  })
}

/** A new scale of marks, or a change of one that has no scores yet. */
export function ScaleDialog({ scale, onClose }: { scale: ScoreScale | null; onClose: () => void }) {
  const formDraft = useDraft('judging/scale', scale?.id ?? 'new')
  const parts = scale?.criteria.map(({ name, max_points }) => `${name} ${pointsText(max_points)}`).join('\n') ?? ''
  const [name, setName] = useDraftState(formDraft, 'name', scale?.name ?? '')
  const [most, setMost] = useDraftState(formDraft, 'max_points', pointsText(scale?.max_points ?? 10_000))
  const [step, setStep] = useDraftState(formDraft, 'step', pointsText(scale?.step ?? 50))
  const [floor, setFloor] = useDraftState(formDraft, 'soft_floor', pointsText(scale?.soft_floor ?? 6_000))
  const [criteria, setCriteria] = useDraftState(formDraft, 'criteria', parts)
  const { add, change, dialog } = useRecordDialog('POST /v1/office/scales', 'PUT /v1/office/scales/{id}', {
    draft: formDraft,
    refreshes: ['GET /v1/office/scales'],
    onClose,
  })
  const body = {
    ...{ name, event_id: scale?.event_id ?? null, season_id: scale?.season_id ?? null },
    ...{ max_points: pointsOf(most), step: pointsOf(step), soft_floor: pointsOf(floor) },
    criteria: criteriaOf(criteria),
  }
  return (
    <FormDialog
      title={scale ? 'Change scale' : 'Add a scale'}
      {...dialog}
      onSubmit={() =>
        scale
          ? change.mutate({ params: { id: scale.id }, body: { ...body, version: scale.version } })
          : add.mutate({ body })
      }
    >
      <NameField value={name} onChange={setName} maxLength={80} />
      <TextField
        label="Highest mark"
        name="max_points"
        inputMode="decimal"
        value={most}
        onChange={setMost}
        error={errorOf(most)}
      />
      <TextField label="Step" name="step" inputMode="decimal" value={step} onChange={setStep} error={errorOf(step)} />
      <TextField
        label="Confirm below"
        name="soft_floor"
        help="Judges are asked to confirm a lower mark."
        inputMode="decimal"
        value={floor}
        onChange={setFloor}
        error={errorOf(floor)}
      />
      <LongTextField
        label="Parts"
        name="criteria"
        help="One per line, with its highest mark: Technique 60. They add up to the highest mark."
        value={criteria}
        onChange={setCriteria}
        lines={3}
        optional
        error={undefined}
      />
    </FormDialog>
  )
}
