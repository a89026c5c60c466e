import { draftOfVideo, homeworkGroups, playerAddress, type HomeworkDraft } from '@callboard/domain/homework/homework.ts'
import { namesOfItem } from '@callboard/domain/critiques/critique.ts'
import { useAct } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NameField, SelectField, TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { PickList } from '../../ui/PickList.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { Reply } from '../../api/call.ts'

export type LibraryVideo = Reply<'GET /v1/office/homework'>['rows'][number]

const blank: HomeworkDraft = {
  ...{ name: '', staff: '', group: 'Foundation', search_text: '', video: null, active: true },
  ...{ performance_division_ids: [], critique_item_ids: [] },
}

const groupOptions = homeworkGroups.map((value) => ({ value, label: value }))

type HomeworkDialogProps = {
  video: LibraryVideo | null
  divisions: readonly { id: number; name: string }[]
  onClose: () => void
}

/** A video of the library, new or changed. OFF-033. */
export function HomeworkDialog({ video, divisions, onClose }: HomeworkDialogProps) {
  const items = useLookup('GET /v1/office/critique-items', {})?.rows ?? []
  const formDraft = useDraft('homework/video', video?.id ?? 'new')
  const [draft, setDraft, base] = useDraftState<HomeworkDraft>(formDraft, 'video', video ? draftOfVideo(video) : blank)
  const set = (change: Partial<HomeworkDraft>) => setDraft({ ...draft, ...change })
  const options = {
    refreshes: ['GET /v1/office/homework'] as const,
    failure: 'in place' as const,
    onSuccess: () => {
      formDraft.clear()
      toast('Video saved')
      onClose()
    },
  }
  const adding = useAct('POST /v1/office/homework', options)
  const changing = useAct('PUT /v1/office/homework/{id}', options)
  const { isPending, error } = video ? changing : adding
  const body = { ...draft, video: draft.video || null }
  const byId = new Map(items.map((item) => [item.id, item]))

  return (
    <FormDialog
      title={video ? 'Change video' : 'Add video'}
      draft={formDraft}
      error={error}
      pending={isPending}
      onSubmit={() =>
        video ? changing.mutate({ params: { id: video.id }, body: { ...body, base } }) : adding.mutate({ body })
      }
      onClose={onClose}
    >
      <NameField value={draft.name} maxLength={160} onChange={(name) => set({ name })} />
      <TextField
        label="Staff"
        name="staff"
        optional
        value={draft.staff}
        maxLength={160}
        error={undefined}
        onChange={(staff) => set({ staff })}
      />
      <SelectField
        label="Group"
        name="group"
        value={draft.group}
        options={groupOptions}
        error={undefined}
        onChange={(group) => group && set({ group })}
      />
      <TextField
        label="Video address"
        name="video"
        optional
        help="On YouTube or Vimeo."
        value={draft.video ?? ''}
        maxLength={400}
        error={
          draft.video && !playerAddress(draft.video) ? 'Enter the address of a video on YouTube or Vimeo.' : undefined
        }
        onChange={(next) => set({ video: next })}
      />
      <PickList
        label="Performance divisions"
        help="Choose none for all of them."
        options={divisions.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.performance_division_ids}
        onChange={(performance_division_ids) => set({ performance_division_ids })}
      />
      <PickList
        label="Critique words"
        options={items.map(({ id }) => ({ value: id, label: namesOfItem(id, byId).join(', ') }))}
        value={draft.critique_item_ids}
        onChange={(critique_item_ids) => set({ critique_item_ids })}
      />
      <LongTextField
        label="Search words"
        name="search_text"
        optional
        value={draft.search_text}
        lines={2}
        maxLength={1_000}
        error={undefined}
        onChange={(search_text) => set({ search_text })}
      />
      <ToggleField
        label="Shown in the library"
        value={draft.active}
        error={undefined}
        onChange={(active) => set({ active })}
      />
    </FormDialog>
  )
}
