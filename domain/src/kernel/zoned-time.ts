import { calendarDate, zonedFormats } from './calendar.ts'
import { instant, type Instant } from './instant.ts'

const formatIn = zonedFormats('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A moment as a clock in the zone shows it: 'YYYY-MM-DDTHH:mm', the form that date and time fields take. */
export function localTimeIn(zone: string, moment: Instant): string {
  const parts = formatIn(zone).formatToParts(Date.parse(moment))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

const minute = 60_000

/**
 * The moment at which clocks in the zone show a local time ('YYYY-MM-DDTHH:mm'). A time that comes twice, when clocks are
 * set back, is the first of the two; one that never comes, when they are set forward, is as much later. Text that is no
 * time throws a RangeError.
 */
export function instantAt(zone: string, local: string): Instant {
  if (!/^T\d\d:\d\d$/.test(local.slice(10))) throw new RangeError(`Not a local time: ${local}`)
  calendarDate(local.slice(0, 10))
  const asUtc = Date.parse(`${local}:00Z`)
  const offsetAt = (moment: number) => Date.parse(`${localTimeIn(zone, instant(moment))}:00Z`) - moment
  // The offsets of half a day before and after hold for every change of clocks between them.
  const offsets = [offsetAt(asUtc - 720 * minute), offsetAt(asUtc + 720 * minute)]
  const moments = offsets.map((offset) => asUtc - offset).filter((moment) => moment + offsetAt(moment) === asUtc)
  return instant(moments.length > 0 ? Math.min(...moments) : asUtc - (offsets[0] ?? 0))
}

/** The moment whose clock time in one zone is that of another moment in another zone. */
export const sameLocalTime = (moment: Instant, from: string, to: string): Instant =>
  instantAt(to, localTimeIn(from, moment))
