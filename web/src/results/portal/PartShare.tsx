import { call } from '../../api/call.ts'
import { showFailure, turnOffShareLinks } from '../../api/failure.ts'
import { SharePopover } from '../../ui/SharePopover.tsx'

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
  const withdraw = () => turnOffShareLinks(path, registration_id, 'All links to this page will stop working.')
  return (
    <SharePopover onMake={make} onWithdraw={withdraw}>
      Anyone with the link sees this page, with the names of dancers and routines.
    </SharePopover>
  )
}
