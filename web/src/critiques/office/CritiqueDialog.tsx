import { namesOfItem } from '@callboard/domain/critiques/critique.ts'
import { Text } from '@mantine/core'
import { useAct } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { PickList } from '../../ui/PickList.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { Reply } from '../../api/call.ts'

export type SheetCritique = Reply<'GET /v1/office/critiques'>['entries'][number]['sheets'][number]

type CritiqueDialogProps = { title: string; sheet: SheetCritique; isReleased: boolean; onClose: () => void }

/** Text, note, good and bad items of one judge's sheet. OFF-031. */
export function CritiqueDialog({ title, sheet, isReleased, onClose }: CritiqueDialogProps) {
  const items = useLookup('GET /v1/office/critique-items', {})?.rows ?? []
  const { client_id } = sheet
  const formDraft = useDraft('critiques/sheet', client_id)
  const [critique, setCritique, baseCritique] = useDraftState(formDraft, 'critique', sheet.critique)
  const [note, setNote, baseNote] = useDraftState(formDraft, 'note', sheet.note)
  const [good, setGood, baseGood] = useDraftState<readonly number[]>(formDraft, 'good', sheet.good)
  const [bad, setBad, baseBad] = useDraftState<readonly number[]>(formDraft, 'bad', sheet.bad)
  const { mutate, isPending, error } = useAct('PUT /v1/office/critiques/{client_id}', {
    refreshes: ['GET /v1/office/critiques'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Critique saved')
      onClose()
    },
  })
  const base = { critique: baseCritique, note: baseNote, good: baseGood, bad: baseBad }
  const byId = new Map(items.map((item) => [item.id, item]))
  const options = (otherIds: readonly number[], own: readonly number[]) =>
    items
      .filter(({ id, active }) => (active || own.includes(id)) && !otherIds.includes(id))
      .map(({ id }) => ({ value: id, label: namesOfItem(id, byId).join(', ') }))
  return (
    <FormDialog
      title={title}
      draft={formDraft}
      error={error}
      pending={isPending}
      onSubmit={() => mutate({ params: { client_id }, body: { critique, note, good, bad, base } })}
      onClose={onClose}
    >
      {isReleased && (
        <Text size="sm">Critiques are released: the studio reads this once a correction is released.</Text>
      )}
      <LongTextField
        label="Critique"
        name="critique"
        value={critique}
        lines={4}
        mostLines={14}
        maxLength={4_000}
        error={undefined}
        onChange={setCritique}
      />
      <LongTextField
        label="Note"
        name="note"
        optional
        value={note}
        lines={2}
        mostLines={8}
        maxLength={4_000}
        error={undefined}
        onChange={setNote}
      />
      <PickList label="Good" options={options(bad, good)} value={good} onChange={setGood} />
      <PickList label="Bad" options={options(good, bad)} value={bad} onChange={setBad} />
    </FormDialog>
  )
}
