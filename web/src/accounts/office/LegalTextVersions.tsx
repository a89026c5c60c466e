import { legalTextTitles, passagesOf } from '@callboard/domain/accounts/legal-text.ts'
import { useRead } from '../../api/use-call.ts'
import { dayText } from '../../ui/Day.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextBlocks } from '../site/LegalTextPage.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import styles from '../../ui/Office.module.css'
import type { LegalText } from './LegalTextForm.tsx'
import { LoadError } from '../../shell/ErrorPage.tsx'

const agreedTo = (count: number) =>
  count === 0 ? '' : `: agreed to ${count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`}`

/** Every version of a text, the newest open. */
export default function LegalTextVersions({ name, onClose }: { name: LegalText['name']; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /v1/office/legal-texts/{name}/versions', { params: { name } })
  return (
    <Dialog opened title={legalTextTitles[name]} onCancel={onClose} width={690}>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <FormSkeleton fields={4} />}
      <div className={styles['stack']}>
        {data?.rows.map(({ version, text, since, by, agreed }, at) => (
          <details key={version} open={at === 0}>
            <summary>
              Version {version}, {dayText(since)}
              {by && `, ${by}`}
              {agreedTo(agreed)}
            </summary>
            <div style={{ marginTop: 12 }}>
              <TextBlocks blocks={passagesOf(text)} />
            </div>
          </details>
        ))}
      </div>
    </Dialog>
  )
}
