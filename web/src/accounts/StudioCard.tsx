import type { Address } from '@callboard/contract/roster/people.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useAct, useRead } from '../api/use-call.ts'
import { LoadError } from '../shell/ErrorPage.tsx'
import { sessionQuery } from '../shell/session.ts'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toasts.ts'
import { StudioRecord } from './StudioRecord.tsx'

type States = readonly { id: number; abbreviation: string }[]

/** '18 Mercer Street, Portland, OR 97209', as far as it is known. */
export function addressLines(address: Address | null, states: States = []): string {
  if (!address) return ''
  const state = states.find(({ id }) => id === address.state_id)?.abbreviation
  const region = [state, address.zip].filter(Boolean).join(' ')
  return [address.address, address.city, region].filter(Boolean).join(', ')
}

/** A studio's information, to read, and to edit by its own account. ACC-043, ACC-057. */
export function StudioCard({ studio_id }: { studio_id: number }) {
  const queries = useQueryClient()
  const { data: studio, error, refetch } = useRead('GET /v1/mybtf/studios/{id}/profile', { params: { id: studio_id } })
  const save = useAct('PUT /v1/mybtf/studios/{id}', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/studios/{id}/profile'],
    onSuccess: () => {
      void queries.refetchQueries({ queryKey: sessionQuery.queryKey })
      toast('Your studio information is saved.')
    },
  })
  if (error && !studio) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!studio) return <FormSkeleton />
  return (
    <StudioRecord
      studio={studio}
      title="Studio"
      edit="Edit studio"
      error={save.error}
      pending={save.isPending}
      onSave={(body, onSuccess) => save.mutate({ params: { id: studio_id }, body }, { onSuccess })}
    />
  )
}
