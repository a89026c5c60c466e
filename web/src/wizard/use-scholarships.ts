import { attendeesOf } from '@callboard/domain/registrations/registration.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../api/use-call.ts'
import { lookupOptions, useLookupQuestion } from '../api/use-lookup.ts'
import type { ScholarshipChoice } from '../registrations/attendees/saved-person.ts'
import { useStore, useWizard } from './wizard-context.tsx'

const noScholarships: readonly ScholarshipChoice[] = []

/** Returns the scholarships of the registered people; refetched after new people are saved. They lower the bill. ATT-031. */
export function useScholarships(): readonly ScholarshipChoice[] {
  const { id } = useStore()
  const newest = useWizard(({ registration }) => Math.max(0, ...attendeesOf(registration).map((one) => one.id ?? 0)))
  const query = callQuery('GET /v1/dance360/registrations/{id}/scholarships', { params: { id } })
  const queryKey = [...query.queryKey, newest]
  const read = useQuery({
    ...query,
    ...lookupOptions,
    queryKey,
    enabled: newest > 0,
    placeholderData: keepPreviousData,
  })
  return useLookupQuestion(JSON.stringify(queryKey), read)?.scholarships ?? noScholarships
}
