import { useMemo } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import { makeOnce, writtenText } from '../../ui/text-formats.ts'
import { foldName, foldWords } from '@callboard/domain/kernel/fold-text.ts'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Reply } from '../../api/call.ts'

export type Schedule = Reply<'GET /v1/mybtf/call-board'>
export type ScheduleCity = Schedule['cities'][number]
export type DueCity = Reply<'GET /v1/mybtf/due'>[number]

/** Returns the upcoming cities whose city, state or tour contains, for each search word, a word that begins with it. */
export function findCities(schedule: Schedule, searchText: string): ScheduleCity[] {
  const brands = new Map(schedule.events.map(({ id, name }) => [id, name]))
  const searchWords = foldWords(searchText)
  return schedule.cities.filter((city) => {
    if (city.status === 'Passed') return false
    const words = foldName(`${city.city} ${city.state} ${brands.get(city.event_id) ?? ''}`)
    return searchWords.every((word) => ` ${words}`.includes(` ${word}`))
  })
}

const monthFormat = makeOnce(
  () => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** Groups cities by the month of their start date; order is preserved. */
export function byMonth(cities: readonly ScheduleCity[]): { month: string; cities: ScheduleCity[] }[] {
  const months: { month: string; cities: ScheduleCity[] }[] = []
  for (const city of cities) {
    const month = writtenText(`month ${city.start_date.slice(0, 7)}`, () =>
      monthFormat().format(Date.parse(city.start_date)),
    )
    const last = months.at(-1)
    if (last?.month === month) last.cities.push(city)
    else months.push({ month, cities: [city] })
  }
  return months
}

const dayFormat = makeOnce(() => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }))

/** 'Nov 15–17' */
export const shortDays = (from: CalendarDate, to: CalendarDate): string =>
  writtenText(`days ${from} ${to}`, () =>
    dayFormat()
      .formatRange(Date.parse(from), Date.parse(to))
      .replace(/\s*–\s*/, '–'),
  )

export const placeOf = ({ city, state }: { city: string; state: string }) => (state ? `${city}, ${state}` : city)

const unfinishedOf = ({ next, tour_date_id, registration_id }: DueCity) =>
  next === 'finish' ? [[tour_date_id, registration_id] as const] : []

/** Unfinished registrations of the signed-in account, by tour date: registering there continues them. */
export function useDrafts(): ReadonlyMap<number, number> {
  const user = useSession()
  const due = useRead('GET /v1/mybtf/due', {}, { enabled: Boolean(user) }).data
  return useMemo(() => new Map((user && due ? due : []).flatMap(unfinishedOf)), [user, due])
}
