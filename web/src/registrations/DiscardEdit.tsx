import { Button } from '@mantine/core'
import { call } from '../api/call.ts'
import { confirm } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'

/** Throws the edit of a completed registration away, after asking. EDIT-003. */
export function DiscardEdit({ id, onDiscarded }: { id: number; onDiscarded: () => void }) {
  const ask = () =>
    confirm({
      title: 'Discard your edit?',
      message: 'Everything you changed since you began editing is lost. Your registration stays as it was.',
      yes: 'Yes, discard it',
      no: 'No, keep editing',
      grave: true,
      act: () => call('DELETE /v1/dance360/registrations/{id}/edit', { params: { id } }),
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
