import type { Cents } from '../../kernel/money.ts'
import type { ReasonCode } from './reason.ts'

export type LineGroup = 'workshop' | 'bestdancer' | 'competition' | 'media' | 'discount'

/**
 * One amount of a registration's price, able to say why it is what it is. A discount is a negative line.
 * The same lines feed every table, the bill, the payment page, the PDF and the office.
 */
export type QuoteLine = {
  /** Stable across quotes of the same registration, so that a screen can tell what changed: 'attendee:7'. */
  key: string
  group: LineGroup
  kind:
    | 'attendee'
    | 'attended_discount'
    | 'college_discount'
    | 'scholarship'
    | 'add_on'
    | 'observer_one'
    | 'observer_two'
    | 'free_teacher'
    | 'vip_type'
    | 'routine'
    | 'extra_time'
    | 'video_fee'
    | 'removed_routine'
    | 'media_pass'
    | 'promo'
  label: string
  amount: Cents
  /** Plain sentences, in the order a person would ask. */
  because: readonly string[]
  /** A code of each sentence, in the same order. Absent: a line stored before there were codes. */
  because_codes?: readonly ReasonCode[] | undefined
  person_id: number | null
  /** The routine's id, or its `_temp_id` while unsaved. */
  routine: number | string | null
}

/** FEE-006: every total a document names, re-addable from the lines. */
export type Fees = {
  offer: Cents
  total: Cents
  attendee: Cents
  observer: { one: Cents; two: Cents }
  baseWorkshop: Cents
  workshop: Cents
  bestdancer: Cents
  competition: Cents
  media: Cents
}

export type Quote = {
  lines: readonly QuoteLine[]
  fees: Fees
  free_teacher: { count: number; value: Cents }
  /** Promo code discounts; part of no fee, subtracted at the balance. PAY-003. */
  promo: Cents
  paying_dancers: number
  comp_room_earned: boolean
  /** 'discount' is the early rate, 'full' the regular one. */
  tier: 'discount' | 'full' | 'late'
}
