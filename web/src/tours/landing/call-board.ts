import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Reply } from '../../api/call.ts'

export type Board = Reply<'GET /v1/mybtf/call-board'>
export type City = Board['cities'][number]
export type Brand = Board['events'][number]
export type Due = Reply<'GET /v1/mybtf/due'>[number]

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Cities to come whose name, state or tour begins a word with each word that was typed. */
export function findCities(board: Board, typed: string): City[] {
  const brands = new Map(board.events.map(({ id, name }) => [id, name]))
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  return board.cities.filter((city) => {
    if (city.status === 'Passed') return false
    const words = plain(`${city.city} ${city.state} ${brands.get(city.event_id) ?? ''}`)
    return wanted.every((word) => ` ${words}`.includes(` ${word}`))
  })
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Cities under the month in which they begin, in their order. */
export function byMonth(cities: readonly City[]): { month: string; cities: City[] }[] {
  const months: { month: string; cities: City[] }[] = []
  for (const city of cities) {
    const month = monthFormat.format(Date.parse(city.start_date))
    const last = months.at(-1)
    if (last?.month === month) last.cities.push(city)
    else months.push({ month, cities: [city] })
  }
  return months
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** 'Nov 15–17' */
export const shortDays = (from: CalendarDate, to: CalendarDate): string =>
  dayFormat.formatRange(Date.parse(from), Date.parse(to)).replace(/\s*–\s*/, '–')

export const placeOf = ({ city, state }: { city: string; state: string }) => (state ? `${city}, ${state}` : city)
