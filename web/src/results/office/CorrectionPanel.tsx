import { Button } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../ui/Panel.tsx'
import styles from './Release.module.css'
import type { OfficeRelease } from './use-release.ts'

const fewChanges = 12

/** The changes that studios will read, for both who propose and who confirm a correction. */
export function CorrectionPanel({ data: { correction } }: { data: OfficeRelease }) {
  const [isWhole, setIsWhole] = useState(false)
  if (!correction) return null
  const { version, registrations, changes } = correction
  const shownChanges = isWhole ? changes : changes.slice(0, fewChanges)
  return (
    <Panel title="What changes for studios">
      <p className={styles['second']}>
        Compared with version {version}, which they see now.{' '}
        {registrations === 0
          ? 'Nothing that anyone is emailed about.'
          : `${registrations} ${registrations === 1 ? 'registration is' : 'registrations are'} emailed.`}
      </p>
      {changes.length > 0 && (
        <ul className={styles['changes']}>
          {shownChanges.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {shownChanges.length < changes.length && (
        <Button variant="default" onClick={() => setIsWhole(true)}>
          Show all {changes.length} changes
        </Button>
      )}
    </Panel>
  )
}
