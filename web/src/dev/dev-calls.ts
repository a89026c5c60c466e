import type { readBackstage, readMailbox } from '@callboard/contract/dev.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { notFoundError } from '../ui/router/route.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { send } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'
import { ReplyError } from '../api/reply-error.ts'

// These calls are not in the contract table, so the typed client does not know them. The casts hold: the server
// answers by the same declarations.

type DevState = z.output<typeof readBackstage.reply>
export type Mails = z.output<typeof readMailbox.reply>['mails']

function useDev<Answer>(path: string, refetchInterval: number | false = false): Answer | undefined {
  const { data, error } = useQuery<Answer, ReplyError>({
    queryKey: [path],
    queryFn: async () => (await send('GET', path, {})) as Answer,
    retry: false,
    refetchInterval,
  })
  // These screens exist only on a development server.
  if (error?.status === 404) throw notFoundError()
  return data
}

// One-time codes change every 30 seconds.
export const useDevState = () => useDev<DevState>('/v1/dev/backstage', 10_000)
export const useMails = () => useDev<{ mails: Mails }>('/v1/dev/mailbox')?.mails

/** Sends a development command and invalidates every query: the command may change any data. */
export function useDevAction() {
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
      await showFailure(error, () => {})
    } finally {
      setPending(false)
    }
  }
  return { act, pending }
}
