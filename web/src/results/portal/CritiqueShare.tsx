import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureSentence } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { CritiqueList, type Critiques } from './CritiqueList.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import styles from './Portal.module.css'

/** How long a new selection is said to make a new link, at least. RES-030. */
const leastBusyMs = 300

type ShareLink = { state: 'pending' } | { state: 'ready'; url: string } | { state: 'failed'; message: string }

/**
 * Makes a new link whenever the selection changes: links given out before keep their own routines. TOK-011. `withdrawals`
 * counts how often all links were turned off: none made before is shown after it.
 */
function useCritiqueLink(
  registration_id: number,
  routine_ids: readonly number[],
  { coda, withdrawals }: { coda: boolean; withdrawals: number },
): ShareLink {
  const [answer, setAnswer] = useState<{ selection: string; withdrawals: number; link: ShareLink }>()
  const selection = routine_ids.join()
  useEffect(() => {
    if (selection === '') return undefined
    let isCurrent = true
    const show = (link: ShareLink) => isCurrent && setAnswer({ selection, withdrawals, link })
    const least = new Promise((resolve) => setTimeout(resolve, leastBusyMs))
    const body = { path: 'critiques', registration_id, coda, routine_ids: selection.split(',').map(Number) } as const
    Promise.all([call('POST /v1/dance360/share-links', { body }), least]).then(
      ([{ url }]) => show({ state: 'ready', url }),
      (error: unknown) => {
        const message = error instanceof ReplyError ? failureSentence(error) : undefined
        show({ state: 'failed', message: message ?? 'The link could not be created. Try again.' })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [selection, registration_id, coda, withdrawals])
  const isCurrent = answer?.selection === selection && answer.withdrawals === withdrawals
  return isCurrent ? answer.link : { state: 'pending' }
}

/** The critiques with a share mode: chosen routines make a public link. RES-030, RES-031. */
export function CritiqueShare({ critiques, coda }: { critiques: Critiques; coda: boolean }) {
  const { registration_id, routines } = critiques
  const [sharing, setSharing] = useState(false)
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set(routines.map(({ routine_id }) => routine_id)))
  const chosenIds = routines.map(({ routine_id }) => routine_id).filter((id) => ids.has(id))
  const [withdrawals, setWithdrawals] = useState(0)
  const link = useCritiqueLink(registration_id, sharing ? chosenIds : [], { coda, withdrawals })
  const onToggle = (id: number) =>
    setIds((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]))
  async function withdraw() {
    const isConfirmed = await confirm({
      title: 'Turn off all shared links?',
      message: 'All links to these critiques will stop working.',
      yes: 'Yes, turn them off',
      no: 'No, keep them',
      consequence: 'loss',
      act: () => call('DELETE /v1/dance360/share-links', { query: { path: 'critiques', registration_id } }),
    })
    if (!isConfirmed) return
    // The link that stands here is off as well; the switch makes a new one.
    setSharing(false)
    setWithdrawals(withdrawals + 1)
    toast('The shared links are off')
  }
  return (
    <>
      <Panel>
        <Switch
          label="Share critiques"
          checked={sharing}
          onChange={({ currentTarget }) => setSharing(currentTarget.checked)}
        />
        {sharing && (
          <div aria-live="polite">
            <p className={styles['second']}>
              Choose routines below. Anyone with the link sees them, with the names of their dancers.
            </p>
            <Group gap="xs">
              <Button variant="default" onClick={() => setIds(new Set(routines.map(({ routine_id }) => routine_id)))}>
                Select all
              </Button>
              <Button variant="default" onClick={() => setIds(new Set())}>
                Select none
              </Button>
              <Button variant="subtle" onClick={() => void withdraw()}>
                Turn off all shared links
              </Button>
            </Group>
            {chosenIds.length === 0 && <p className={styles['pending']}>Choose at least one routine.</p>}
            {chosenIds.length > 0 && link.state === 'pending' && (
              <p className={styles['pending']}>Generating New Link...</p>
            )}
            {chosenIds.length > 0 && link.state === 'failed' && <p role="alert">{link.message}</p>}
            {chosenIds.length > 0 && link.state === 'ready' && (
              <CopyLink label="Link to these critiques" url={link.url} />
            )}
          </div>
        )}
      </Panel>
      <CritiqueList critiques={critiques} selection={sharing ? { ids, onToggle } : undefined} />
    </>
  )
}
