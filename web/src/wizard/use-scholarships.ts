import { attendeesOf } from '@callboard/domain/registrations/registration.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../api/use-call.ts'
import type { ScholarshipChoice } from '../registrations/attendees/saved-person.ts'
import { useStore, useWizard } from './wizard-context.tsx'

const noScholarships: readonly ScholarshipChoice[] = []

/** Returns the scholarships of the registered people; refetched after new people are saved. ATT-031. */
export function useScholarships(): readonly ScholarshipChoice[] {
  const { id } = useStore()
  const newest = useWizard(({ registration }) => Math.max(0, ...attendeesOf(registration).map((one) => one.id ?? 0)))
  const query = callQuery('GET /v1/dance360/registrations/{id}/scholarships', { params: { id } })
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, newest],
    enabled: newest > 0,
    placeholderData: keepPreviousData,
  })
  return data?.scholarships ?? noScholarships
}
