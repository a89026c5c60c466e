import type { Reply } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { NameField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { useRecordDialog } from './use-record-dialog.ts'

export type JudgeLine = Reply<'GET /v1/office/judges'>['judges'][number]

/** A new judge, or a change of one. */
export function JudgeDialog({ judge, onClose }: { judge: JudgeLine | null; onClose: () => void }) {
  const formDraft = useDraft('judging/judge', judge?.id ?? 'new')
  const [name, setName] = useDraftState(formDraft, 'name', judge?.name ?? '')
  const [bio, setBio] = useDraftState(formDraft, 'bio', judge?.bio ?? '')
  const [active, setActive] = useDraftState(formDraft, 'active', judge?.active ?? true)
  const { add, change, dialog } = useRecordDialog('POST /v1/office/judges', 'PUT /v1/office/judges/{id}', {
    draft: formDraft,
    refreshes: ['GET /v1/office/judges'],
    onClose,
  })
  const body = { name, bio, active }
  return (
    <FormDialog
      title={judge ? 'Change judge' : 'Add a judge'}
      {...dialog}
      onSubmit={() =>
        judge
          ? change.mutate({ params: { id: judge.id }, body: { ...body, version: judge.version } })
          : add.mutate({ body })
      }
    >
      <NameField value={name} onChange={setName} maxLength={80} />
      <LongTextField
        label="Bio"
        name="bio"
        value={bio}
        onChange={setBio}
        lines={4}
        maxLength={4_000}
        optional
        error={undefined}
      />
      <ToggleField label="Active" name="active" value={active} onChange={setActive} error={undefined} />
    </FormDialog>
  )
}
