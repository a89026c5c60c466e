import { Button } from '@mantine/core'
import { call } from '../api/call.ts'
import { confirm } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'

type DiscardButtonProps = { title: string; message: string; discard: () => Promise<unknown>; onDiscarded: () => void }

/** Throws an edit away, after asking. */
export function DiscardButton({ title, message, discard, onDiscarded }: DiscardButtonProps) {
  const ask = () =>
    confirm({
      ...{ title, message, consequence: 'loss', act: discard },
      yes: 'Yes, discard it',
      no: 'No, keep editing',
    }).then((isConfirmed) => {
      if (!isConfirmed) return
      toast('Edit discarded')
      onDiscarded()
    })
  return (
    <Button variant="default" size="sm" onClick={() => void ask()}>
      Discard edit
    </Button>
  )
}

/** Throws the edit of a completed registration away, after asking. EDIT-003. */
export const DiscardEdit = ({ id, onDiscarded }: { id: number; onDiscarded: () => void }) => (
  <DiscardButton
    title="Discard your edit?"
    message="Everything you changed since you began editing is lost. Your registration stays as it was, and the waiting list as it is now: what you put on it still waits."
    discard={() => call('DELETE /v1/dance360/registrations/{id}/edit', { params: { id } })}
    onDiscarded={onDiscarded}
  />
)
