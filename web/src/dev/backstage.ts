import type { moveClock, readBackstage, readMailbox } from '@callboard/contract/dev.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { send } from '../api/call.ts'
import { sayFailure } from '../api/failure.ts'
import { ReplyError } from '../api/reply-error.ts'

// These calls are not in the contract table, so the typed client does not know them. The casts hold: the server
// answers by the same declarations.

export type Backstage = z.output<typeof readBackstage.reply>
export type Mails = z.output<typeof readMailbox.reply>['mails']
export type Moved = z.output<typeof moveClock.reply>

function useDev<Answer>(path: string, refetchInterval: number | false = false): Answer | undefined {
  const { data, error } = useQuery<Answer, ReplyError>({
    queryKey: [path],
    queryFn: async () => (await send('GET', path, {})) as Answer,
    retry: false,
    refetchInterval,
  })
  // Where the server is not a development one, these screens do not exist either.
  if (error?.status === 404) throw notFound()
  return data
}

// The codes of the second step are other ones every half minute.
export const useBackstage = () => useDev<Backstage>('/v1/dev/backstage', 10_000)
export const useMails = () => useDev<{ mails: Mails }>('/v1/dev/mailbox')?.mails

/** Does one of the things a developer may, and reads everything anew: nothing that was shown need still be so. */
export function useBackstageAct() {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  async function act(path: string, body: object, then: () => void = () => {}) {
    setPending(true)
    try {
      await send('POST', path, { body })
      await queries.invalidateQueries()
      then()
    } catch (error) {
      if (!(error instanceof ReplyError)) throw error
      await sayFailure(error, () => {})
    } finally {
      setPending(false)
    }
  }
  return { act, pending }
}
