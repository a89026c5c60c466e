import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../api/call.ts'
import type { ReplyError } from '../api/reply-error.ts'

export type MusicOf = Reply<'GET /v1/mybtf/registration/{id}/music'>
export type RoutineMusic = MusicOf['routines'][number]

/** Whose music, and by which link; none: as its owner. */
export type Visit = { registration_id: number; share?: string | undefined }

export const bySharing = ({ share }: Visit) => (share ? { share } : {})

/** The routines of a registration with their music. */
export const musicReading = (visit: Visit) =>
  queryOptions<MusicOf, ReplyError>({
    queryKey: ['GET /v1/mybtf/registration/{id}/music', visit.registration_id, visit.share ?? ''],
    queryFn: ({ signal }) =>
      call(
        'GET /v1/mybtf/registration/{id}/music',
        { params: { id: visit.registration_id } },
        { signal, ...bySharing(visit) },
      ),
    retry: false,
  })
