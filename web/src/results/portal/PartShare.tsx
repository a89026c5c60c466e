import { call } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { confirm } from '../../ui/dialogs.ts'
import { SharePopover } from '../../ui/SharePopover.tsx'
import { toast } from '../../ui/toasts.ts'

type PartShareProps = { path: 'results' | 'data'; registration_id: number; coda: boolean }

/** Makes a link to a whole part of the results. */
export function PartShare({ path, registration_id, coda }: PartShareProps) {
  async function make() {
    try {
      return (await call('POST /v1/dance360/share-links', { body: { path, registration_id, coda } })).url
    } catch (error) {
      await showFailure(error, () => {})
      return undefined
    }
  }
  async function withdraw() {
    const isConfirmed = await confirm({
      title: 'Turn off all shared links?',
      message: 'All links to this page will stop working.',
      yes: 'Yes, turn them off',
      no: 'No, keep them',
      consequence: 'loss',
      act: () => call('DELETE /v1/dance360/share-links', { query: { path, registration_id } }),
    })
    if (isConfirmed) toast('The shared links are off')
  }
  return (
    <SharePopover onMake={make} onWithdraw={withdraw}>
      Anyone with the link sees this page, with the names of dancers and routines.
    </SharePopover>
  )
}
