import type { Route } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import type { FormDraft } from '../../ui/use-draft.ts'

type RecordDialog = { draft: FormDraft; refreshes: readonly Route[]; onClose: () => void }

/** The two acts of a dialog that adds a record or changes one, and the dialog's props. A refusal is shown in the dialog. */
export function useRecordDialog<Add extends Route, Change extends Route>(
  addRoute: Add,
  changeRoute: Change,
  { draft, refreshes, onClose }: RecordDialog,
) {
  const onSuccess = () => {
    draft.clear()
    onClose()
  }
  const add = useAct(addRoute, { refreshes, failure: 'in place', onSuccess })
  const change = useAct(changeRoute, { refreshes, failure: 'in place', onSuccess })
  const pending = add.isPending || change.isPending
  return { add, change, dialog: { draft, error: add.error ?? change.error, pending, onClose } }
}
