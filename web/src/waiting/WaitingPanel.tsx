import { Panel } from '../ui/Panel.tsx'
import { useWaiting } from './use-waiting.ts'
import { WaitingEntries } from './WaitingEntries.tsx'

type WaitingPanelProps = {
  registration_id: number
  /** Its routines on the waiting list. */
  routines: readonly { id: number | null; routine: { name: string } }[]
  zone: string
  completed: boolean
  onChanged: () => void
}

/** The waiting list in the event area: places in line and offers. Nothing when nothing waits. A18, COMP-071. */
export function WaitingPanel({ registration_id, routines, zone, completed, onChanged }: WaitingPanelProps) {
  const waiting = useWaiting(registration_id, onChanged)
  const loose = looseOf(routines, waiting.list)
  if (!waiting.list || waiting.list.entries.length + loose.length === 0) return null
  return (
    <Panel title="Waiting list">
      <WaitingEntries waiting={waiting} zone={zone} completed={completed} loose={loose} />
    </Panel>
  )
}

type List = ReturnType<typeof useWaiting>['list']

/** Waiting routines that stand in no line. */
export function looseOf(routines: WaitingPanelProps['routines'], list: List) {
  const inLine = new Set(list?.entries.flatMap((entry) => entry.routines.map(({ id }) => id)))
  return routines.flatMap(({ id, routine }) => (id !== null && !inLine.has(id) ? [{ id, name: routine.name }] : []))
}
