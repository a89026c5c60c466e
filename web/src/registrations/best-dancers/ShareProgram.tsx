import { programPath } from '@callboard/domain/share-links/share-link.ts'
import { call } from '../../api/call.ts'
import { makeShareLink } from '../../api/failure.ts'
import { confirm } from '../../ui/dialogs.ts'
import { SharePopover } from '../../ui/SharePopover.tsx'
import { toast } from '../../ui/toasts.ts'

type ShareProgramProps = { registration_id: number; route: string }

/** A link by which parents give photo and size without an account; it can be withdrawn. PROG-020. */
export function ShareProgram({ registration_id, route }: ShareProgramProps) {
  const path = programPath(route)

  async function withdraw() {
    const isConfirmed = await confirm({
      title: 'Turn off all shared links?',
      message: 'All links to this page that you shared will stop working.',
      yes: 'Yes, turn them off',
      no: 'No, keep them',
      consequence: 'loss',
      act: () => call('DELETE /v1/dance360/share-links', { query: { path, registration_id } }),
    })
    if (isConfirmed) toast('The shared links are off')
  }

  return (
    <SharePopover label="Link for parents" onMake={() => makeShareLink(path, registration_id)} onWithdraw={withdraw}>
      Anyone with the link can see the dancers listed here and add their photos and sizes. It shows no prices, addresses
      or phone numbers.
    </SharePopover>
  )
}
