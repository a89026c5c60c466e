import { noCritiques } from '@callboard/domain/results/refusals.ts'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { askText } from '../../ui/dialogs.ts'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from './Release.module.css'
import type { OfficeRelease, Release } from './use-release.ts'

/** Accepts each warning by name, then proposes what the preview shows. */
export function ProposePanel({ data, release }: { data: OfficeRelease; release: Release }) {
  const { warnings, versions, proposal, entries, awards, is_lacking, is_unchanged } = data
  const [acceptedKeys, setAcceptedKeys] = useState<ReadonlySet<string>>(new Set())
  const latest = versions.find(({ withdrawn_at }) => withdrawn_at === null)
  const isCorrection = latest !== undefined
  const hintId = useId()
  const openCount = warnings.filter(({ key }) => !acceptedKeys.has(key)).length
  const hint =
    entries.length + awards.length === 0
      ? 'You can propose once an entry has danced.'
      : openCount > 0
        ? `Accept ${openCount === 1 ? 'the last warning' : `${openCount} more warnings`} to propose.`
        : ''
  const toggle = (key: string) =>
    setAcceptedKeys(
      (before) => new Set(before.has(key) ? [...before].filter((other) => other !== key) : [...before, key]),
    )

  async function propose() {
    const send = (reason: string) => release.propose([...acceptedKeys], reason)
    const isProposed = isCorrection
      ? await askText({
          title: 'Propose a correction',
          message: 'Studios whose results changed read this reason.',
          label: 'Reason',
          yes: 'Propose',
          draft: ['propose-correction', latest.id],
          act: send,
        })
      : await send('')
    if (isProposed) toast('Proposed. Another person confirms it.')
  }

  if (is_lacking) {
    return (
      <Panel title="Nothing to propose">
        <p>
          {noCritiques}{' '}
          <Link to={paths.officeAt(`tour-dates/${data.tour_date_id}`)}>Change it in the city’s set-up</Link>
        </p>
      </Panel>
    )
  }
  if (latest && is_unchanged) {
    return (
      <Panel title="Nothing to propose">
        <p>Nothing has changed since version {latest.version}.</p>
      </Panel>
    )
  }
  return (
    <Panel title={warnings.length === 0 ? 'No warnings' : `Warnings: ${warnings.length}`}>
      {warnings.length > 0 && (
        <>
          <p className={styles['second']}>Read and accept each one before you propose.</p>
          <ul className={styles['list']}>
            {warnings.map(({ key, text }) => (
              <li key={key}>
                <Checkbox label={text} checked={acceptedKeys.has(key)} onChange={() => toggle(key)} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles['actions']}>
        <Button
          // Of a proposal that still holds, confirming is the next step.
          variant={proposal?.moved.length === 0 ? 'default' : 'filled'}
          loading={release.runningAct === 'propose'}
          disabled={hint !== '' || release.pending}
          aria-describedby={hintId}
          onClick={() => void propose()}
        >
          {isCorrection ? 'Propose a correction' : proposal ? 'Propose again' : 'Propose'}
        </Button>
        <output id={hintId} className={styles['hint']}>
          {hint}
        </output>
      </div>
    </Panel>
  )
}
