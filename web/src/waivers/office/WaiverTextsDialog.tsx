import { useRead } from '../../api/use-call.ts'
import { momentText } from '../../ui/Day.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import type { WaiverType } from './WaiverTypeDialog.tsx'

const signedCountText = (count: number) =>
  count === 1 ? 'one person signed it' : `${count.toLocaleString('en-US')} signed it`

/** Every version of a waiver's words, the newest open. */
export function WaiverTextsDialog({ type, onClose }: { type: WaiverType; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /v1/office/waiver-types/{id}/texts', { params: { id: type.id } })
  return (
    <Dialog opened title={`Text of ${type.name}`} onCancel={onClose} width={690}>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <FormSkeleton fields={4} />}
      <div className={styles['stack']}>
        {data?.rows.map(({ version, text, created, by, signed: count }, at) => (
          <details key={version} open={at === 0}>
            <summary>
              Version {version}, {momentText({ at: created, zone: 'UTC' })}
              {by && `, ${by}`}: {count === 0 ? 'not signed yet' : signedCountText(count)}
            </summary>
            <p style={{ whiteSpace: 'pre-line' }}>{text}</p>
          </details>
        ))}
      </div>
    </Dialog>
  )
}
