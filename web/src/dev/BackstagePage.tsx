import { Button } from '@mantine/core'
import { confirm } from '../ui/dialogs.ts'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import { DateTime } from '../ui/Day.tsx'
import { BackstageFrame } from './BackstageFrame.tsx'
import { useBackstage, useBackstageAct } from './backstage.ts'
import styles from './Backstage.module.css'

/** The worlds that can be loaded, and what time it is in this one. */
export function BackstagePage() {
  const backstage = useBackstage()
  const { act, pending } = useBackstageAct()

  async function load(name: string) {
    const yes = await confirm({
      title: 'Load this world?',
      message: `Everything in this database is thrown away and “${name}” takes its place.`,
      yes: 'Yes, throw it away',
      no: 'No, keep what is here',
      grave: true,
    })
    if (yes) await act('/v1/dev/scenarios', { name }, () => toast(`Loaded: ${name}`))
  }

  return (
    <BackstageFrame title="Backstage">
      <p>
        {backstage && (
          <>
            In this world it is <DateTime at={backstage.now} zone="America/Los_Angeles" />. You are not signed in as
            anybody until you choose to be.
          </>
        )}
      </p>
      <Panel title="Worlds" flush>
        <ul className={styles['rows']}>
          {backstage?.scenarios.map(({ name, about }) => (
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
    </BackstageFrame>
  )
}
