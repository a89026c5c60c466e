import {
  deductionCodes,
  deductionLabels,
  highestTotal,
  parseDeduction,
  type DeductionCode,
} from '@callboard/domain/judging/deduction.ts'
import { pointsText } from '@callboard/domain/judging/points.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { formError } from '../../api/failure.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FieldRow, Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import type { FormError } from '../../ui/form-state.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { askIfLarge, type ScoreEntry, type ScorePanel, type Scores } from './use-scores.ts'

type DeductionFormProps = {
  entry: ScoreEntry
  panel: ScorePanel
  scores: Pick<Scores, 'change' | 'pending'>
  onClose: () => void
}

/** A deduction from the total of an entry, with its reason. */
export function DeductionForm({ entry, panel, scores, onClose }: DeductionFormProps) {
  const formDraft = useDraft('judging/deduction', entry.id)
  const [code, setCode] = useDraftState<DeductionCode>(formDraft, 'code', 'costume')
  const [text, setText] = useDraftState(formDraft, 'points', '')
  const [reason, setReason] = useDraftState(formDraft, 'reason', '')
  const [error, setError] = useState<FormError | null>(null)
  const highest = highestTotal({ counted: panel.counted, max_points: panel.scale.max_points })
  const points = parseDeduction(text, highest)

  async function save() {
    if (!points.ok || !(await askIfLarge(entry, points.value))) return
    setError(null)
    const body = { registration_routine_id: entry.id, code, points: points.value, reason }
    const isDone = await scores.change(() =>
      call('POST /v1/office/deductions', { body }).catch((failure: unknown) => {
        // Said beside its field, and not in a dialog.
        setError(formError(failure))
        return null
      }),
    )
    if (!isDone) return
    formDraft.clear()
    onClose()
  }

  return (
    <Form error={error} pending={scores.pending} draft={formDraft} onSubmit={() => void save()}>
      <FieldRow>
        <SelectField
          label="Deduction"
          name="code"
          value={code}
          options={deductionCodes.map((value) => ({ value, label: deductionLabels[value] }))}
          onChange={(next) => next && setCode(next)}
          error={undefined}
        />
        <TextField
          label="Points"
          name="points"
          inputMode="decimal"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened to type here, and its button is gone
          autoFocus
          value={text}
          onChange={setText}
          help={`Up to ${pointsText(highest)}, off the total after marks are dropped.`}
          error={points.ok ? undefined : text.trim() === '' ? 'Required' : explain(points.refusal)}
        />
      </FieldRow>
      <TextField
        label="Reason"
        name="reason"
        maxLength={400}
        value={reason}
        onChange={setReason}
        error={reason.trim() ? undefined : 'Required'}
      />
      <DialogSubmit pending={scores.pending} draft={formDraft} onClose={onClose}>
        Deduct
      </DialogSubmit>
    </Form>
  )
}
