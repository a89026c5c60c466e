import type { Reply } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PickList } from '../../ui/PickList.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { LibraryVideo } from './HomeworkDialog.tsx'

export type HomeworkRoutine = Reply<'GET /v1/office/critiques'>['entries'][number]

type RoutineHomeworkDialogProps = {
  routine: HomeworkRoutine
  library: readonly LibraryVideo[]
  onClose: () => void
}

/** The videos that the office chooses for a routine; none: its marks suggest them. RES-009. */
export function RoutineHomeworkDialog({ routine, library, onClose }: RoutineHomeworkDialogProps) {
  const { id, label, name, homework_ids } = routine
  const formDraft = useDraft('homework/routine', id)
  const [chosenIds, setChosenIds, baseIds] = useDraftState<readonly number[]>(formDraft, 'homework_ids', homework_ids)
  const { mutate, isPending, error } = useAct('PUT /v1/office/routines/{id}/homework', {
    refreshes: ['GET /v1/office/critiques'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Homework saved')
      onClose()
    },
  })
  const options = library
    .filter((video) => video.active || chosenIds.includes(video.id))
    .map((video) => ({ value: video.id, label: `${video.name}, ${video.group}` }))
  return (
    <FormDialog
      title={`Homework for ${label} ${name}`}
      draft={formDraft}
      error={error}
      pending={isPending}
      onSubmit={() =>
        mutate({ params: { id }, body: { homework_ids: [...chosenIds], base: { homework_ids: baseIds } } })
      }
      onClose={onClose}
    >
      <PickList
        label="Videos"
        help="Up to ten. Choose none to suggest videos from its marks."
        options={options}
        value={chosenIds}
        onChange={setChosenIds}
      />
    </FormDialog>
  )
}
