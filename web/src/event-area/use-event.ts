import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { eventAreaReading, registrationReading } from './readings.ts'

/** The completed registration whose event area this is, and what is said of it beside. */
export function useEvent() {
  const { id: text } = useParams({ strict: false })
  const id = Number(text)
  const { data: record } = useSuspenseQuery(registrationReading(id))
  const { data: area } = useSuspenseQuery(eventAreaReading(id))
  return { id, record, area }
}
