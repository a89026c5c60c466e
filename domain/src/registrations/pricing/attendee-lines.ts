import { minus, zeroCents, usd, type Cents } from '../../kernel/money.ts'
import { attendedPercent } from '../attendees/set-discounts.ts'
import type { Attendee } from '../registration.ts'
import type { ProductSettings } from '../../tours/settings/registry.ts'
import type { WorkshopLevel } from '../../tours/city.ts'
import type { QuoteLine } from './line.ts'
import { reasonFields, type LineReason } from './reason.ts'
import { workshopFee, type Pricing } from './workshop-fee.ts'

type AddOnPrice = 'vip_experience_fee' | 'photoshoot_fee' | 'awe_experience_fee'

/** The add-ons that cost something, and the setting that says how much. ATT-048. */
const addOns = [
  { flag: 'vip_experience', label: 'VIP experience', fee: 'vip_experience_fee' },
  { flag: 'photoshoot', label: 'Photoshoot', fee: 'photoshoot_fee' },
  { flag: 'awe_experience', label: 'Awe experience', fee: 'awe_experience_fee' },
] as const satisfies { flag: keyof Attendee; label: string; fee: AddOnPrice & keyof ProductSettings }[]

const observerKinds = { 1: 'observer_one', 2: 'observer_two' } as const

/** Every workshop and media line of one person (cents), and what they pay for the workshop alone. ATT-056, A13. */
export function attendeeLines(attendee: Attendee, pricing: Pricing, rate: LineReason): QuoteLine[] {
  const { person_id } = attendee
  const level = pricing.levels.get(attendee.workshop_level_id)
  const fee = workshopFee(attendee, level, pricing)
  const name = `${attendee.person.fname} ${attendee.person.lname}`
  const lines: QuoteLine[] = []
  const add = (
    kind: QuoteLine['kind'],
    key: string,
    label: string,
    amount: Cents,
    reasons: readonly LineReason[],
    group: QuoteLine['group'] = 'workshop',
  ) => {
    const line = { key: `attendee:${person_id}${key}`, group, kind, label, amount, person_id, routine: null }
    lines.push({ ...line, ...reasonFields(reasons) })
  }

  const kind = level?.kind === 'observer' ? observerKinds[level.observer_days ?? 1] : 'attendee'
  add(kind, '', name, fee.base, placeReasons(attendee, level, pricing, rate))
  if (fee.attended > 0) {
    add('attended_discount', ':attended', `${name}: attended discount`, minus(zeroCents, fee.attended), [
      ['attended_before', `Attended before: ${percentOff(pricing)} off the workshop fee`],
    ])
  }
  if (fee.college > 0) {
    add('college_discount', ':college', `${name}: college discount`, minus(zeroCents, fee.college), [
      ['student_id', 'A student ID is on file'],
      ['college_cap', `At most ${usd(pricing.facts.settings.college_discount_cap)} per dancer`],
    ])
  }
  if (fee.scholarship > 0) {
    const isCut = fee.scholarship < attendee.scholarship_amount
    add('scholarship', ':scholarship', `${name}: scholarship`, minus(zeroCents, fee.scholarship), [
      ['scholarship', `Scholarship of ${usd(attendee.scholarship_amount)}`],
      ...(isCut ? [['scholarship_capped', 'It covers what is left of the workshop fee'] as const] : []),
    ])
  }
  for (const addOn of addOns) {
    if (!attendee[addOn.flag] || (addOn.flag === 'awe_experience' && attendee.intensive_id === null)) continue
    const price = pricing.facts.settings[addOn.fee]
    add('add_on', `:${addOn.flag}`, `${name}: ${addOn.label}`, price, [['add_on', `${addOn.label}, per person`]])
  }
  if (attendee.media_pass && !attendee.media_pass_old) {
    const price = pricing.facts.settings.media_pass_fee
    add(
      'media_pass',
      ':media_pass',
      `${name}: media season pass`,
      price,
      [['media_pass', 'Once per dancer and season']],
      'media',
    )
  }
  return lines
}

function placeReasons(
  attendee: Attendee,
  level: WorkshopLevel | undefined,
  pricing: Pricing,
  rate: LineReason,
): LineReason[] {
  if (attendee.intensive_id !== null) {
    const intensive = pricing.intensives.get(attendee.intensive_id)
    if (intensive) {
      const isGroupPrice = pricing.group && intensive.group_price !== null
      return isGroupPrice
        ? [
            ['intensive', intensive.name],
            ['intensive_group_price', `Group price, from ${pricing.facts.settings.group_size} attendees`],
          ]
        : [['intensive', intensive.name]]
    }
  }
  if (pricing.facts.tour_date.event.is_intensive) return [['intensive_missing', 'Choose an intensive to see its price']]
  if (!level) return [['level_gone', 'This workshop level is no longer offered: choose another one']]
  const name = attendee.virtual ? `${level.level}, virtual` : attendee.one_day ? `${level.level}, one day` : level.level
  return [['level', name], rate]
}

const percentOff = ({ facts }: Pricing) => attendedPercent(facts.tour_date.event)
