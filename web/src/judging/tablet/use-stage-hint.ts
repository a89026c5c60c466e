import { useEffect, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { watchStage, type StageNow } from '../../running-order/watch-stage.ts'

/** The entries that are on stage now, as far as this tablet has heard; null: it has not. Only a hint: it moves nothing. */
export function useStageHint(isOn: boolean): readonly number[] | null {
  const [entryIds, setEntryIds] = useState<readonly number[] | null>(null)
  useEffect(() => {
    if (!isOn) return
    const controller = new AbortController()
    let events = 0
    const poll = async () => {
      const before = events
      try {
        const reply = await fetch('/v1/judging/stage', { signal: controller.signal })
        if (!reply.ok) return
        // The cast: the contract's shape wrote the answer.
        const { entry_ids } = (await reply.json()) as Reply<'GET /v1/judging/stage'>
        // An event that came meanwhile is newer.
        if (events === before) setEntryIds(entry_ids)
      } catch {
        // Without a network there is no hint; the heartbeat tells the judge.
        if (!controller.signal.aborted) setEntryIds(null)
      }
    }
    const onStage = ({ entry_ids }: StageNow) => {
      events += 1
      setEntryIds(entry_ids)
    }
    const end = watchStage({ address: '/v1/judging/stage/events', onStage, poll })
    return () => {
      controller.abort()
      end()
    }
  }, [isOn])
  return isOn ? entryIds : null
}
