import { gapBound } from '@callboard/domain/running-order/suggested-moves.ts'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { countConflicts, orderOf, type ConflictCounts } from './improve-order.ts'
import { search, type SearchProgress } from './order-worker.ts'
import styles from './RunningOrder.module.css'
import type { OfficeOrder, RunningOrder } from './use-running-order.ts'

/** A search this long finds most of what there is to find; it can be stopped before. */
const searchSeconds = 10

/** Searches in a worker until it is closed or its time is over; returns the best order so far. */
function useOrderSearch(data: OfficeOrder): SearchProgress | null {
  const [progress, setProgress] = useState<SearchProgress | null>(null)
  useEffect(() => {
    const request = { order: orderOf(data), settings: data.settings, milliseconds: 1_000 * searchSeconds }
    // Tests have no workers: there it is a short search on this thread.
    if (typeof Worker === 'undefined') {
      const timer = setTimeout(() => search({ ...request, milliseconds: 100 }, setProgress))
      return () => clearTimeout(timer)
    }
    const worker = new Worker(new URL('./order-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data: next }: MessageEvent<SearchProgress>) => setProgress(next))
    worker.postMessage(request)
    return () => worker.terminate()
  }, [data])
  return progress
}

type ImproveDialogProps = { order: RunningOrder; data: OfficeOrder; onClose: () => void }

/** Looks for an order with fewer conflicts, shows what it would bring, and uses it when the office says so. */
export function ImproveDialog({ order, data, onClose }: ImproveDialogProps) {
  const [start] = useState(data)
  const progress = useOrderSearch(start)
  const seconds = useSecondsUntil(progress?.isDone ?? false)
  const before = countConflicts(orderOf(start), start.settings)
  const moves = progress?.moves ?? []

  async function apply() {
    if (await order.move(moves, 'Use this order')) onClose()
  }

  return (
    <Dialog opened title="Improve the order" onCancel={onClose}>
      <Stack gap="md">
        <Text>
          Moves routines so that dancers have time between their entries, divisions stay together, the youngest dance
          early and studios’ requests are considered. Pinned, numbered and started entries stay where they are. Nothing
          changes until you use it.
        </Text>
        <Progress
          aria-label="Search"
          value={progress?.isDone ? 100 : Math.min(99, (100 * seconds) / searchSeconds)}
          animated={!progress?.isDone}
        />
        <ConflictTable before={before} after={progress?.counts ?? before} />
        <Bound data={start} />
        {progress?.isDone && moves.length === 0 && (
          <StatusBadge state="done">This order is as good as we can make it.</StatusBadge>
        )}
        <Group gap="xs">
          <Button disabled={moves.length === 0} loading={order.pending} onClick={() => void apply()}>
            {progress?.isDone ? 'Use this order' : 'Stop and use this order'}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function useSecondsUntil(isDone: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (isDone) return undefined
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [isDone])
  return seconds
}

const countRows = [
  ['hard', 'Hard'],
  ['gap_short', 'Too little time between two entries'],
  ['request_unmet', 'Request of a studio not met'],
  ['studio_day', 'Studio comes for one or two entries'],
  ['studio_run', 'Studio too often in a row'],
] as const satisfies readonly (readonly [keyof ConflictCounts, string])[]

const ConflictTable = ({ before, after }: { before: ConflictCounts; after: ConflictCounts }) => (
  <table className={styles['counts']}>
    <thead>
      <tr>
        <th scope="col">Conflicts</th>
        <th scope="col">Now</th>
        <th scope="col">Then</th>
      </tr>
    </thead>
    <tbody>
      {countRows.map(([name, label]) => (
        <tr key={name}>
          <th scope="row">{label}</th>
          <td>{before[name]}</td>
          <td>{after[name]}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The bound of every order, so that the office does not look for a better one by hand. */
function Bound({ data }: { data: OfficeOrder }) {
  const bound = gapBound(orderOf(data))
  if (!bound) return null
  const dancers = data.entries.flatMap((entry) => entry.dancers)
  const name = dancers.find(({ person_id }) => person_id === bound.person_id)?.name ?? 'One dancer'
  return (
    <Text size="sm" c="dimmed">
      {name} dances {bound.count} of {bound.total} entries: no order can keep more than {bound.most}{' '}
      {bound.most === 1 ? 'entry' : 'entries'} between two of them.
    </Text>
  )
}
