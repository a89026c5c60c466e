import { Button } from '@mantine/core'
import { confirm } from '../ui/dialogs.ts'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import { DateTime } from '../ui/Day.tsx'
import { DevFrame } from './DevFrame.tsx'
import { useDevState, useDevAction } from './dev-calls.ts'
import styles from './Dev.module.css'

/** The worlds that can be loaded, and what time it is in this one. */
export function DevPage() {
  const devState = useDevState()
  const { act, pending } = useDevAction()

  async function load(name: string) {
    const yes = await confirm({
      title: 'Load this world?',
      message: `Everything in this database is thrown away and “${name}” takes its place.`,
      yes: 'Yes, throw it away',
      no: 'No, keep what is here',
      consequence: 'loss',
    })
    if (yes) await act('/v1/dev/scenarios', { name }, () => toast(`Loaded: ${name}`))
  }

  return (
    <DevFrame title="Backstage">
      <p>
        {devState && (
          <>
            In this world it is <DateTime at={devState.now} zone="America/Los_Angeles" />. You are not signed in as
            anybody until you choose to be.
          </>
        )}
      </p>
      <Panel title="Worlds" flush>
        <ul className={styles['rows']}>
          {devState?.scenarios.map(({ name, about }) => (
            <li key={name} className={styles['row']}>
              <span>
                <strong>{name}</strong>
                <span className={styles['quiet']}>{about}</span>
              </span>
              <Button variant="default" size="sm" disabled={pending} onClick={() => void load(name)}>
                Load {name}
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
    </DevFrame>
  )
}
