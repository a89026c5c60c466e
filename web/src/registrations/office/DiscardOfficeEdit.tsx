import { Button } from '@mantine/core'
import { useAct } from '../../api/use-call.ts'
import { confirm } from '../../ui/dialogs.ts'
import { toast } from '../../ui/toasts.ts'
import { refreshed } from './record.ts'

/** Throws the office's edit of a registration away, after asking. OFF-020. */
export function DiscardOfficeEdit({ id, onDiscarded }: { id: number; onDiscarded: () => void }) {
  const { mutateAsync: discard } = useAct('DELETE /v1/office/registrations/{id}/edit', { refreshes: refreshed })
  const ask = () =>
    confirm({
      title: 'Discard this edit?',
      message: 'Everything changed in it is lost. The registration stays as it was.',
      yes: 'Yes, discard it',
      no: 'No, keep editing',
      grave: true,
      act: () => discard({ params: { id } }),
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
