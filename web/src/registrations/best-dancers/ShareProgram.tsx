import { programPath } from '@callboard/domain/share-links/share-link.ts'
import { makeShareLink, turnOffShareLinks } from '../../api/failure.ts'
import { SharePopover } from '../../ui/SharePopover.tsx'

type ShareProgramProps = { registration_id: number; route: string }

/** A link by which parents give photo and size without an account; it can be withdrawn. PROG-020. */
export function ShareProgram({ registration_id, route }: ShareProgramProps) {
  const path = programPath(route)

  const withdraw = () =>
    turnOffShareLinks(path, registration_id, 'All links to this page that you shared will stop working.')

  return (
    <SharePopover label="Link for parents" onMake={() => makeShareLink(path, registration_id)} onWithdraw={withdraw}>
      Anyone with the link can see the dancers listed here and add their photos and sizes. It shows no prices, addresses
      or phone numbers.
    </SharePopover>
  )
}
