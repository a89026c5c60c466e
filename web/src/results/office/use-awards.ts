import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput, Reply } from '../../api/call.ts'
import { formError } from '../../api/failure.ts'
import type { FormError } from '../../ui/form-state.ts'
import { callQuery, useRead } from '../../api/use-call.ts'

const route = 'GET /v1/office/awards'
export type OfficeAwards = Reply<typeof route>
export type OfficeAward = OfficeAwards['awards'][number]
export type AwardBody = CallInput<'POST /v1/office/awards'>['body']
export type PickBody = CallInput<'PUT /v1/office/picks'>['body']

/** The awards of a city and their changes; each answers all of them. */
export function useAwards(tour_date_id: number) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<FormError | null>(null)
  const input = { query: { tour_date_id } }
  const { data, error, refetch } = useRead(route, input)

  /** Returns whether it was done; a refusal stays beside the form, and the awards are read again. */
  async function save(act: () => Promise<OfficeAwards>): Promise<boolean> {
    setPending(true)
    setFailure(null)
    try {
      queries.setQueryData(callQuery(route, input).queryKey, await act())
      return true
    } catch (thrown) {
      await refetch()
      setFailure(formError(thrown))
      return false
    } finally {
      setPending(false)
    }
  }
  return { data, error, refetch, pending, failure, save, clearFailure: () => setFailure(null) }
}

export type Awards = ReturnType<typeof useAwards>
