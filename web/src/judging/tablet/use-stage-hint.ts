import { useEffect, useState } from 'react'
import type { Reply } from '../../api/call.ts'

/** How often the tablet asks for the stage while it is in front and has a network. */
const stageMilliseconds = 4_000

/** The entries that are on stage now, as far as this tablet has heard; null: it has not. Only a hint: it moves nothing. */
export function useStageHint(isOn: boolean): readonly number[] | null {
  const [entryIds, setEntryIds] = useState<readonly number[] | null>(null)
  useEffect(() => {
    if (!isOn) return
    const controller = new AbortController()
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const reply = await fetch('/v1/judging/stage', { signal: controller.signal })
        // The cast: the contract's shape wrote the answer.
        if (reply.ok) setEntryIds(((await reply.json()) as Reply<'GET /v1/judging/stage'>).entry_ids)
      } catch {
        // Without a network there is no hint; the heartbeat tells the judge.
        setEntryIds(null)
      }
    }
    void ask()
    const timer = setInterval(() => void ask(), stageMilliseconds)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [isOn])
  return isOn ? entryIds : null
}
