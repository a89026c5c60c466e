import { instantAt } from '@callboard/domain/kernel/zoned-time.ts'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../ui/dialogs.ts'
import { momentText } from '../../ui/Day.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './Release.module.css'
import type { OfficeRelease, Release } from './use-release.ts'

type ProposalPanelProps = { data: OfficeRelease; release: Release }

/** The open proposal: what moved since, and the second person's confirmation with its embargo. */
export function ProposalPanel({ data, release }: ProposalPanelProps) {
  const { proposal, time_zone } = data
  const [local, setLocal] = useState('')
  if (!proposal) return null
  const { id, proposer, proposed_at, reason, accepted, is_own, moved } = proposal

  async function confirmRelease() {
    const embargo_until = local ? instantAt(time_zone, local.slice(0, 16)) : null
    const isConfirmed = await confirm({
      title: 'Confirm this release?',
      message: embargo_until
        ? `Studios see it and are mailed from ${momentText({ at: embargo_until, zone: time_zone })} on.`
        : 'Studios see it at once, and are mailed.',
      yes: 'Yes, confirm',
      no: 'No, go back',
    })
    if (isConfirmed && (await release.confirm(id, embargo_until))) toast('The release is confirmed')
  }

  return (
    <Panel title="Proposed">
      <p>
        {proposer} proposed this {momentText({ at: proposed_at, zone: time_zone })}
        {accepted > 0 && `, accepting ${accepted} ${accepted === 1 ? 'warning' : 'warnings'}`}.
        {reason && ` Reason: ${reason}`}
      </p>
      {moved.length > 0 && (
        <>
          <p>
            <b>Something changed since. Propose it again.</b>
          </p>
          <ul>
            {moved.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {is_own && <p className={styles['second']}>You proposed it, so another person confirms it.</p>}
      <div className={styles['actions']}>
        <TextInput
          type="datetime-local"
          label="Show from"
          description="On the clocks of the city. Empty: at once."
          value={local}
          onChange={({ currentTarget }) => setLocal(currentTarget.value)}
        />
        <Button loading={release.pending} disabled={moved.length > 0} onClick={() => void confirmRelease()}>
          Confirm release
        </Button>
        <Button variant="default" disabled={release.pending} onClick={() => void release.takeBack()}>
          Take proposal back
        </Button>
      </div>
    </Panel>
  )
}
