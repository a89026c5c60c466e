import { useQuery } from '@tanstack/react-query'
import { call, type CallInput, type Reply, type Route } from '../api/call.ts'
import type { ReplyError } from '../api/reply-error.ts'

/** The registration whose survey is answered, and the token of the link that opened it. */
export type SurveyAccess = { registration_id: number; share?: string }

export const statusRoute = 'GET /v1/dance360/survey/status'
export const questionsRoute = 'GET /v1/dance360/survey/questions'

export type SurveyStatus = Reply<typeof statusRoute>

/** Reads one of the survey's lists, by the session or by the link. */
export function useSurveyRead<R extends Route>(route: R, { registration_id, share }: SurveyAccess, enabled = true) {
  const query = { registration_id }
  return useQuery<Reply<R>, ReplyError>({
    queryKey: [route, query, share ?? null],
    // The cast: each route of the survey takes this query.
    queryFn: ({ signal }) => call(route, { query } as unknown as CallInput<R>, { signal, ...(share && { share }) }),
    enabled,
    retry: false,
    refetchOnWindowFocus: false,
  })
}
