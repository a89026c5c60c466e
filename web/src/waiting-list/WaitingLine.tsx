import type { WaitingPanel } from './WaitingPanel.tsx'
import type { ComponentProps } from 'react'
import { looseOf } from './WaitingPanel.tsx'
import { useWaiting } from './use-waiting.ts'
import { WaitingEntries } from './WaitingEntries.tsx'

/** The same in the competition step, above the waiting routines; there several may be put together. */
export function WaitingLine({
  registration_id,
  routines,
  zone,
  completed,
  onChanged,
}: ComponentProps<typeof WaitingPanel>) {
  const waiting = useWaiting(registration_id, onChanged)
  const loose = looseOf(routines, waiting.list)
  return <WaitingEntries waiting={waiting} zone={zone} completed={completed} loose={loose} bundles only="routines" />
}
