import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import type { ReplyError } from '../../api/reply-error.ts'

export type RegistrationProgram = Reply<'GET /v1/tda/best-dancers'>
export type ProgramDancer = RegistrationProgram['dancers'][number]
export type JacketSize = RegistrationProgram['sizes'][number]

/** The registration whose program is shown; `share` is the token of a shared link, absent for the owner. */
export type ProgramVisit = { registration_id: number; share?: string | undefined }

export const shareOptions = ({ share }: Pick<ProgramVisit, 'share'>) => (share ? { share } : {})

/** Those who take part, with what each has given. The addresses of their photos hold for an hour. */
export const programQuery = (visit: ProgramVisit) =>
  queryOptions<RegistrationProgram, ReplyError>({
    queryKey: ['GET /v1/tda/best-dancers', visit.registration_id, visit.share ?? ''],
    queryFn: ({ signal }) =>
      call(
        'GET /v1/tda/best-dancers',
        { query: { registration_id: visit.registration_id } },
        { signal, ...shareOptions(visit) },
      ),
    retry: false,
  })
