import { instantAt } from '@callboard/domain/kernel/zoned-time.ts'
import { Button, TextInput } from '@mantine/core'
import { confirm } from '../../ui/dialogs.ts'
import { momentText } from '../../ui/Day.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { RestoredNotice } from '../../ui/RestoredNotice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import styles from './Release.module.css'
import type { OfficeRelease, Release } from './use-release.ts'

/** At once, from a time, or when the awards of a block are done. */
type EmbargoChoice = 'now' | 'time' | number
const embargoOptions: readonly { value: EmbargoChoice; label: string }[] = [
  { value: 'now', label: 'At once' },
  { value: 'time', label: 'From a time' },
]

const atOnce: { choice: EmbargoChoice | null; local: string } = { choice: null, local: '' }

type ProposalPanelProps = { data: OfficeRelease; release: Release }

/** The open proposal: what moved since, and the second person's confirmation with its embargo. */
export function ProposalPanel({ data, release }: ProposalPanelProps) {
  const { proposal, time_zone, blocks, is_lacking } = data
  const formDraft = useDraft('release-embargo', proposal?.id ?? 0)
  const [embargo, setEmbargo] = useDraftState(formDraft, 'embargo', atOnce)
  // A block that is gone since it was chosen is no choice.
  const choice =
    embargo.choice === 'time' || blocks.some(({ id }) => id === embargo.choice) ? (embargo.choice ?? 'now') : 'now'
  const { local } = embargo
  const { pending, runningAct } = release
  if (!proposal) return null
  const { id, proposer, proposed_at, reason, accepted, is_own, moved } = proposal

  async function confirmRelease() {
    const embargo_until = choice === 'time' && local ? instantAt(time_zone, local.slice(0, 16)) : null
    const block = blocks.find((one) => one.id === choice)
    const isConfirmed = await confirm({
      title: 'Confirm this release?',
      message: embargo_until
        ? `Studios see it and are emailed from ${momentText({ at: embargo_until, zone: time_zone })} on.`
        : block
          ? `Studios see it and are emailed when you confirm that ${block.name} are done.`
          : 'Studios see it right away and are emailed.',
      yes: 'Yes, confirm',
      no: 'No, go back',
      consequence: 'outgoing',
    })
    if (isConfirmed && (await release.confirm(id, { embargo_until, embargo_block_id: block?.id ?? null }))) {
      formDraft.clear()
      toast('The release is confirmed')
    }
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
            <b>Something has changed since. Propose it again.</b>
          </p>
          <ul>
            {moved.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {is_own && !is_lacking && <p className={styles['second']}>You proposed it, so another person must confirm it.</p>}
      <RestoredNotice draft={formDraft} />
      <div className={styles['actions']}>
        {!is_own && !is_lacking && (
          <>
            <SelectField
              label="Show to studios"
              name="shown"
              value={choice}
              options={[...embargoOptions, ...blocks.map(({ id: value, name }) => ({ value, label: `After ${name}` }))]}
              onChange={(next) => setEmbargo({ ...embargo, choice: next })}
              error={undefined}
            />
            {choice === 'time' && (
              <TextInput
                type="datetime-local"
                label="Show from, city time"
                value={local}
                onChange={({ currentTarget }) => setEmbargo({ ...embargo, local: currentTarget.value })}
              />
            )}
            <Button
              loading={runningAct === 'confirm'}
              disabled={pending || moved.length > 0 || (choice === 'time' && !local)}
              onClick={() => void confirmRelease()}
            >
              Confirm release
            </Button>
          </>
        )}
        <Button
          variant="default"
          loading={runningAct === 'take back'}
          disabled={pending}
          onClick={() => void release.takeBack()}
        >
          Withdraw proposal
        </Button>
        {!is_own && choice === 'time' && !local && <output className={styles['hint']}>Enter the time first.</output>}
      </div>
    </Panel>
  )
}
