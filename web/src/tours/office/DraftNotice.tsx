import { Button } from '@mantine/core'
import { Panel } from '../../ui/Panel.tsx'
import styles from '../../ui/Office.module.css'

type DraftNoticeProps = {
  kind: 'city' | 'event'
  /** Sentences: what must be set first. */
  missing: readonly string[]
  readOnly: boolean
  pending: boolean
  onPublish: () => void
}

/** Says that only the office sees a city or an event, what it lacks, and publishes it. */
export const DraftNotice = ({ kind, missing, readOnly, pending, onPublish }: DraftNoticeProps) => (
  <Panel
    title="Draft"
    actions={
      !readOnly && (
        <Button loading={pending} disabled={missing.length > 0} onClick={onPublish}>
          {`Publish ${kind}`}
        </Button>
      )
    }
  >
    <p className={styles['plain']}>Only the office sees this {kind}. Studios see it once it is published.</p>
    {missing.length > 0 && (
      <>
        <p className={styles['plain']}>Before it can be published:</p>
        <ul className={styles['plain']}>
          {missing.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </>
    )}
  </Panel>
)
