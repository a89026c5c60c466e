import { calendarDate, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** '2012-03-01', as spreadsheets and passports write it: no month is 19 or 20, so that a year is told from one. */
const yearFirst = /^\s*((?:19|20)\/?\d{2})-([\d-]*)\s*$|^\s*((?:19|20)\d{2})[/.](\d{2}[/.]\d{2})\s*$/

function maskYearFirst(text: string): string | undefined {
  const [, typedYear, typedRest, pastedYear, pastedRest] = yearFirst.exec(text) ?? []
  const year = digitsOf(typedYear ?? pastedYear ?? '')
  if (year === '') return undefined
  const [month = '', day] = (typedRest ?? pastedRest ?? '').split(/[-/.]/)
  const digits = day === undefined ? month : month.padStart(2, '0') + day
  if (digits.length >= 4) return `${digits.slice(0, 2)}/${digits.slice(2, 4)}/${year}`
  const ends = digits.length > 2 || day !== undefined ? '-' : ''
  return `${year}-${digits.slice(0, 2)}${ends}${digits.slice(2)}`
}

/** '03/01/2012' while it is typed; a slash may be typed as well, and a date that begins with its year. */
export function maskDate(text: string): string {
  const yearFirstText = maskYearFirst(text)
  if (yearFirstText !== undefined) return yearFirstText
  const [month = '', day, year] = text.split('/')
  if (day !== undefined && month.length === 1)
    return maskDate(`0${month}/${day}${year === undefined ? '' : `/${year}`}`)
  if (year !== undefined && day?.length === 1) return maskDate(`${month}/0${day}/${year}`)
  const digits = digitsOf(text).slice(0, 8)
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '')
  const ends = text.endsWith('/') && (digits.length === 2 || digits.length === 4)
  return parts.join('/') + (ends ? '/' : '')
}

/** The day that 'MM/DD/YYYY' says, when there is such a day. */
export function typedDate(text: string): CalendarDate | undefined {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  try {
    return calendarDate(`${year}-${month}-${day}`)
  } catch {
    return undefined
  }
}

export const dateAsTyped = (date: CalendarDate) => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`

/** '1,234.50' with one point and two decimals. A minus sign stays, so that the field refuses it instead of losing it. */
export function maskDollars(text: string): string {
  const sign = /[-\u2212\u2013]/.test(text) ? '-' : ''
  const [whole = '', ...rest] = text.replace(/[^\d.,]/g, '').split('.')
  return sign + (rest.length > 0 ? `${whole}.${digitsOf(rest.join('')).slice(0, 2)}` : whole)
}

/** '(212) 555-0147' as far as it is typed; with a plus, or longer than ten digits, its digits alone. UI-011, CONST-029. */
export function phoneMask(text: string): string {
  if (text.trim().startsWith('+')) return `+${digitsOf(text).slice(0, 15)}`
  const digits = digitsOf(text).slice(0, 12)
  if (digits.length > 10) return digits
  if (digits.length > 6) return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
  if (digits.length > 3) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return digits.length > 0 ? `(${digits}` : ''
}
