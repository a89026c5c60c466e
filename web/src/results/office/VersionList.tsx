import { Button } from '@mantine/core'
import { askText, confirm } from '../../ui/dialogs.ts'
import { momentText } from '../../ui/Day.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './Release.module.css'
import type { OfficeRelease, Release } from './use-release.ts'

type Version = OfficeRelease['versions'][number]

/** `shownVersion`: the one that studios see now; it may be older than one that waits. */
function stateText(
  { id, withdrawn_at, embargo_until, embargo_block }: Version,
  shownVersion: Version | undefined,
  { now, time_zone, is_lacking }: OfficeRelease,
): string {
  if (withdrawn_at) return `Withdrawn ${momentText({ at: withdrawn_at, zone: time_zone })}`
  if (is_lacking) return 'Not shown while the city has no critiques'
  if (embargo_until === null) return `Shown after ${embargo_block?.name ?? 'the awards'}`
  if (embargo_until > now) return `Shown from ${momentText({ at: embargo_until, zone: time_zone })}`
  return id === shownVersion?.id ? 'Shown to studios' : 'Replaced'
}

/** The confirmed versions of a part, the newest first. */
export function VersionList({ data, release }: { data: OfficeRelease; release: Release }) {
  const { versions, now, time_zone } = data
  const { pending, runningAct } = release
  if (versions.length === 0) return null
  const newest = versions.find(({ withdrawn_at }) => withdrawn_at === null)
  const shownVersion = versions.find(
    ({ withdrawn_at, embargo_until }) => withdrawn_at === null && embargo_until !== null && embargo_until <= now,
  )

  async function releaseNow() {
    const isConfirmed = await confirm({
      title: 'End the embargo?',
      message: 'Studios see it right away and are emailed.',
      yes: 'Yes, show it now',
      no: 'No, wait',
      consequence: 'outgoing',
    })
    if (isConfirmed && (await release.releaseNow())) toast('It is shown now')
  }

  async function finishAwards(block: Version['embargo_block']) {
    if (!block) return
    const isConfirmed = await confirm({
      title: 'Are the awards done?',
      message: `Everything waiting for ${block.name} is shown to studios right away, and they are emailed.`,
      yes: 'Yes, show it now',
      no: 'No, wait',
      consequence: 'outgoing',
    })
    if (isConfirmed && (await release.finishAwards(block.id))) toast('It is shown now')
  }

  async function withdraw() {
    const isWithdrawn = await askText({
      title: 'Withdraw this release?',
      message: 'Studios see none of it until the next release.',
      label: 'Reason',
      yes: 'Withdraw',
      draft: ['withdraw-release', newest?.id ?? 0],
      act: release.withdraw,
    })
    if (isWithdrawn) toast('The release is withdrawn')
  }

  return (
    <Panel
      title="Versions"
      flush
      actions={
        newest && (
          <>
            {newest.embargo_until === null && newest.embargo_block && (
              <Button
                size="sm"
                loading={runningAct === 'finish awards'}
                disabled={pending}
                onClick={() => void finishAwards(newest.embargo_block)}
              >
                {newest.embargo_block.name} are done
              </Button>
            )}
            {!data.is_lacking && (newest.embargo_until === null || newest.embargo_until > now) && (
              <Button
                size="sm"
                variant="default"
                loading={runningAct === 'release now'}
                disabled={pending}
                onClick={() => void releaseNow()}
              >
                Release now
              </Button>
            )}
            <Button
              size="sm"
              variant="default"
              loading={runningAct === 'withdraw'}
              disabled={pending}
              onClick={() => void withdraw()}
            >
              Withdraw
            </Button>
          </>
        )
      }
    >
      {versions.map((version) => (
        <div key={version.id} className={styles['version']}>
          <b>Version {version.version}</b>: {stateText(version, shownVersion, data)}
          <p className={styles['second']}>
            {version.registrations} {version.registrations === 1 ? 'registration' : 'registrations'}. Proposed by{' '}
            {version.proposer}, confirmed by {version.confirmer}{' '}
            {momentText({ at: version.confirmed_at, zone: time_zone })}
            {version.one_person && ' (one person)'}.{version.reason && ` Reason: ${version.reason}`}
          </p>
        </div>
      ))}
    </Panel>
  )
}
