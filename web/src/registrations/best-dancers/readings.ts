import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import type { ReplyError } from '../../api/reply-error.ts'

export type ProgrammeOf = Reply<'GET /v1/tda/best-dancers'>
export type Dancer = ProgrammeOf['dancers'][number]
export type Size = ProgrammeOf['sizes'][number]

/** The registration whose programme is shown; `share` is the token of a shared link, absent for the owner. */
export type ProgrammeVisit = { registration_id: number; share?: string | undefined }

export const bySharing = ({ share }: Pick<ProgrammeVisit, 'share'>) => (share ? { share } : {})

/** Those who take part, with what each has given. The addresses of their photos hold for an hour. */
export const programmeReading = (visit: ProgrammeVisit) =>
  queryOptions<ProgrammeOf, ReplyError>({
    queryKey: ['GET /v1/tda/best-dancers', visit.registration_id, visit.share ?? ''],
    queryFn: ({ signal }) =>
      call(
        'GET /v1/tda/best-dancers',
        { query: { registration_id: visit.registration_id } },
        { signal, ...bySharing(visit) },
      ),
    retry: false,
  })
