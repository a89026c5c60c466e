import { accept, refuse, type Result } from '../kernel/result.ts'
import { emailError } from '../roster/contact.ts'
import type { OfficeRefusal } from './office-refusals.ts'

/** White text on a brand's color, and the color as text on white, must be readable. Source: WCAG 2.2, 1.4.3, level AA. */
const leastContrast = 4.5

/** The relative luminance of '#RRGGBB', from 0 (black) to 1 (white). Source: WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of a color with white, from 1 to 21. */
export const contrastWithWhite = (color: string): number => 1.05 / (luminance(color) + 0.05)

/** Refuses a color on which white letters cannot be read, with the contrast it has. */
export function checkBrandColor(color: string): Result<string, OfficeRefusal> {
  if (!/^#[0-9A-Fa-f]{6}$/.test(color)) {
    return refuse({ code: 'office.brand_color', field: 'color', why: 'Enter a color as #7A1F4B.' })
  }
  const contrast = contrastWithWhite(color)
  if (contrast >= leastContrast) return accept(color)
  // Rounded down, so that it never shows the limit it misses.
  const shownContrast = (Math.floor(contrast * 10) / 10).toFixed(1)
  const why = `White text on this color is hard to read (${shownContrast}:1, at least 4.5:1 is needed). Choose a darker one.`
  return refuse({ code: 'office.brand_color', field: 'color', why })
}

type MailSender = { mail_from_name: string | null; mail_from_address: string | null }

/** A sender has a name and an address, or neither: then the installation's own is used. */
export function checkMailSender({ mail_from_name, mail_from_address }: MailSender): Result<MailSender, OfficeRefusal> {
  const wrong = (field: keyof MailSender, why: string) => refuse({ code: 'office.mail_sender' as const, field, why })
  const name = mail_from_name?.trim() ?? ''
  const address = mail_from_address?.trim() ?? ''
  if (name === '' && address === '') return accept({ mail_from_name: null, mail_from_address: null })
  if (name === '') return wrong('mail_from_name', 'Enter the name studios see as the sender.')
  // These would end or begin an address in the header of a mail.
  if (/[<>"@\p{Cc}]/u.test(name)) return wrong('mail_from_name', 'Use letters, digits and spaces.')
  const error = emailError(address, true)
  if (error) return wrong('mail_from_address', error)
  return accept({ mail_from_name: name, mail_from_address: address })
}

/** A part of the web addresses of an event: its own, or that of its Best Dancers. */
export const eventAddressPattern = /^[a-z0-9-]{2,40}$/

export const eventAddressRule = 'Two to forty lowercase letters, digits or hyphens.'

/** Why a text cannot be part of a web address; undefined: it can. */
export const eventAddressError = (text: string): string | undefined =>
  eventAddressPattern.test(text) ? undefined : eventAddressRule
