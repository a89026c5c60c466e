import { listed } from '@callboard/domain/kernel/wording.ts'
import { placeNames } from '@callboard/domain/registrations/places/place-key.ts'
import type { ReactNode } from 'react'
import { useRead } from '../api/use-call.ts'
import { Panel } from '../ui/Panel.tsx'
import { useWaiting } from './use-waiting.ts'
import { WaitingEntries } from './WaitingEntries.tsx'
import styles from './WaitingEntries.module.css'

type WaitingPanelProps = {
  registration_id: number
  /** Its routines on the waiting list. */
  routines: readonly { id: number | null; routine: { name: string } }[]
  zone: string
  completed: boolean
  onChanged: () => void
  /** How to ask for more; null: nothing is full. */
  join?: ReactNode
  /** Places of the city that are taken. */
  soldOutKeys?: readonly string[]
}

/** The waiting list in the event area: places in line, offers, and the way to join. Nothing when nothing waits or is full. A18, COMP-071. */
export function WaitingPanel(props: WaitingPanelProps) {
  const { registration_id, routines, zone, completed, onChanged, join, soldOutKeys = [] } = props
  const waiting = useWaiting(registration_id, onChanged)
  const routinesOutside = routinesInNoLine(routines, waiting.list)
  if (!waiting.list && !waiting.error) return null
  const none = waiting.list && waiting.list.entries.length + routinesOutside.length === 0
  if (none && !join) return null
  return (
    <Panel title="Waiting list" actions={join}>
      {none && (
        <p className={styles['none']}>
          <SoldOut keys={soldOutKeys} /> You can wait for a place: we email an offer to the first in line, and nothing
          is charged before you accept.
        </p>
      )}
      <WaitingEntries waiting={waiting} zone={zone} completed={completed} routinesOutside={routinesOutside} />
    </Panel>
  )
}

/** Names the places that are taken, once their names are here. */
function SoldOut({ keys }: { keys: readonly string[] }) {
  const { data } = useRead('GET /v1/mybtf/static-data-dynamic', {
    query: { tables: 'workshop_levels,routine_categories' },
  })
  const { workshop_levels = [], routine_categories = [] } = data ?? {}
  const names = placeNames(keys, { workshop_levels, routine_categories })
  return names.length > 0 ? `Sold out in this city: ${listed(names)}.` : 'Something in this city is sold out.'
}

type List = ReturnType<typeof useWaiting>['list']

/** Waiting routines that stand in no line. */
export function routinesInNoLine(routines: WaitingPanelProps['routines'], list: List) {
  const inLine = new Set(list?.entries.flatMap((entry) => entry.routines.map(({ id }) => id)))
  return routines.flatMap(({ id, routine }) => (id !== null && !inLine.has(id) ? [{ id, name: routine.name }] : []))
}
