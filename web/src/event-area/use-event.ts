import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { reading } from '../api/use-call.ts'

export const registrationReading = (id: number) => reading('GET /v1/dance360/registrations/{id}', { params: { id } })
export const eventAreaReading = (id: number) =>
  reading('GET /v1/dance360/registrations/{id}/event-area', { params: { id } })

/** The completed registration whose event area this is, and what is said of it beside. */
export function useEvent() {
  const { id: text } = useParams({ strict: false })
  const id = Number(text)
  const { data: record } = useSuspenseQuery(registrationReading(id))
  const { data: area } = useSuspenseQuery(eventAreaReading(id))
  return { id, record, area }
}
