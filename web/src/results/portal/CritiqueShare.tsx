import { Button, Group, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureSentence, turnOffShareLinks } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { callQuery } from '../../api/use-call.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CritiqueList, type Critiques } from './CritiqueList.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import styles from './Portal.module.css'

/** How long a new selection is said to make a new link, at least. RES-030. */
const leastBusyMs = 300

type MadeLink = { url: string } | { message: string }
type LinkProps = {
  registration_id: number
  coda: boolean
  /** Ids of the chosen routines, joined by commas. */
  selection: string
  onMade: () => void
}

/** A new link whenever the selection changes: links given out before keep their own routines. TOK-011. */
function SelectionLink({ registration_id, coda, selection, onMade }: LinkProps) {
  const tellMade = useEffectEvent(onMade)
  const [answer, setAnswer] = useState<{ selection: string; link: MadeLink }>()
  useEffect(() => {
    let isCurrent = true
    const show = (link: MadeLink) => isCurrent && setAnswer({ selection, link })
    const least = new Promise((resolve) => setTimeout(resolve, leastBusyMs))
    const body = { path: 'critiques', registration_id, coda, routine_ids: selection.split(',').map(Number) } as const
    Promise.all([call('POST /v1/dance360/share-links', { body }), least]).then(
      ([{ url }]) => {
        tellMade()
        show({ url })
      },
      (error: unknown) => {
        const message = error instanceof ReplyError ? failureSentence(error) : undefined
        show({ message: message ?? 'The link could not be created. Try again.' })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [selection, registration_id, coda])
  if (answer?.selection !== selection) return <p className={styles['pending']}>Generating New Link...</p>
  const { link } = answer
  return 'url' in link ? (
    <CopyLink label="Link to these critiques" url={link.url} />
  ) : (
    <p role="alert">{link.message}</p>
  )
}

/** The critiques with a share mode: chosen routines make a public link. RES-030, RES-031. */
export function CritiqueShare({ critiques, coda }: { critiques: Critiques; coda: boolean }) {
  const { registration_id, routines } = critiques
  const [sharing, setSharing] = useState(false)
  const query = { registration_id, path: 'critiques' } as const
  const queries = useQueryClient()
  const liveQuery = callQuery('GET /v1/dance360/share-links', { query })
  const live = useQuery(liveQuery)
  const links = live.data?.links ?? 0
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set(routines.map(({ routine_id }) => routine_id)))
  const chosenIds = routines.map(({ routine_id }) => routine_id).filter((id) => ids.has(id))
  const onToggle = (id: number) =>
    setIds((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]))
  async function withdraw() {
    const message = 'All links to these critiques will stop working.'
    // The link that stands here is off as well; the switch makes a new one.
    if (!(await turnOffShareLinks('critiques', registration_id, message))) return
    setSharing(false)
    queries.setQueryData(liveQuery.queryKey, { links: 0 })
  }
  return (
    <>
      <div className="no-print">
        <Panel>
          {live.error && !live.data && <LoadError error={live.error} onRetry={() => void live.refetch()} />}
          <Switch
            label="Share critiques"
            // On as long as a link is open, also one of an earlier visit.
            checked={sharing || links > 0}
            onChange={({ currentTarget }) => {
              if (currentTarget.checked) setSharing(true)
              else if (links > 0) void withdraw()
              else setSharing(false)
            }}
          />
          {!sharing && links > 0 && (
            <Stack gap="sm" mt="xs">
              <p className={styles['second']}>
                {links === 1 ? 'One link made before opens' : `${links} links made before open`} critiques of this
                registration to anyone who has {links === 1 ? 'it' : 'them'}.
              </p>
              <Group gap="xs">
                <Button variant="default" onClick={() => setSharing(true)}>
                  Make another link
                </Button>
                <Button variant="subtle" onClick={() => void withdraw()}>
                  Turn off all shared links
                </Button>
              </Group>
            </Stack>
          )}
          {sharing && (
            <Stack gap="sm" mt="xs" aria-live="polite">
              <p className={styles['second']}>
                The link shows the routines that are chosen below, with the names of their dancers, to anyone who has
                it.
              </p>
              <Group gap="xs">
                <Button variant="default" onClick={() => setIds(new Set(routines.map(({ routine_id }) => routine_id)))}>
                  Select all
                </Button>
                <Button variant="default" onClick={() => setIds(new Set())}>
                  Select none
                </Button>
                {links > 0 && (
                  <Button variant="subtle" onClick={() => void withdraw()}>
                    Turn off all shared links
                  </Button>
                )}
              </Group>
              {chosenIds.length === 0 ? (
                <p className={styles['pending']}>Choose at least one routine.</p>
              ) : (
                <SelectionLink
                  registration_id={registration_id}
                  coda={coda}
                  selection={chosenIds.join()}
                  onMade={() => void live.refetch()}
                />
              )}
            </Stack>
          )}
        </Panel>
      </div>
      <CritiqueList critiques={critiques} selection={sharing ? { ids, onToggle } : undefined} />
    </>
  )
}
