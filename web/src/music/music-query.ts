import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../api/call.ts'
import type { ReplyError } from '../api/reply-error.ts'

export type RegistrationMusic = Reply<'GET /v1/mybtf/registration/{id}/music'>
export type RoutineMusic = RegistrationMusic['routines'][number]

/** The registration whose music is shown; `share` is the token of a shared link, absent for the owner. */
export type MusicVisit = {
  registration_id: number
  share?: string | undefined
  /** In the office's edit: links to the studio's upload are not part of it. */
  by_office?: boolean
}

export const shareOptions = ({ share }: MusicVisit) => (share ? { share } : {})

/** The routines of a registration with their music. */
export const musicQuery = (visit: MusicVisit) =>
  queryOptions<RegistrationMusic, ReplyError>({
    queryKey: ['GET /v1/mybtf/registration/{id}/music', visit.registration_id, visit.share ?? ''],
    queryFn: ({ signal }) =>
      call(
        'GET /v1/mybtf/registration/{id}/music',
        { params: { id: visit.registration_id } },
        { signal, ...shareOptions(visit) },
      ),
    retry: false,
  })
