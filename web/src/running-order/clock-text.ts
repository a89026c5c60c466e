import type { Instant } from '@callboard/domain/kernel/instant.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options })
  formats.set(key, format)
  return format
}

/** '9:03 am' on the clocks of the city. */
export const clockText = (at: Instant, zone: string): string =>
  formatIn(zone, { hour: 'numeric', minute: '2-digit' })
    .format(Date.parse(at))
    .replace(' AM', ' am')
    .replace(' PM', ' pm')

/** 'Saturday, November 2' in the city. */
export const dayText = (at: Instant, zone: string): string =>
  formatIn(zone, { weekday: 'long', month: 'long', day: 'numeric' }).format(Date.parse(at))
