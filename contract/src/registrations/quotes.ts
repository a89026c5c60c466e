import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import { reasonCodes } from '@callboard/domain/registrations/pricing/reason.ts'
import { z } from 'zod'
import { centsField, listOf } from '../fields.ts'

export const quoteLine = z.object({
  key: z.string(),
  group: z.enum(['workshop', 'bestdancer', 'competition', 'media', 'discount']),
  kind: z.enum([
    'attendee',
    'attended_discount',
    'college_discount',
    'scholarship',
    'add_on',
    'observer_one',
    'observer_two',
    'free_teacher',
    'vip_type',
    'routine',
    'extra_time',
    'video_fee',
    'removed_routine',
    'media_pass',
    'promo',
  ]),
  label: z.string(),
  amount: centsField,
  because: listOf(z.string()),
  /** The code of each sentence, in the same order; absent in lines promised before there were codes. */
  because_codes: listOf(z.enum(reasonCodes)).optional(),
  person_id: z.int().nullable(),
  routine: z.union([z.int(), z.string()]).nullable(),
})

/** FEE-006: each part on its own, so that every total can be added again. */
export const fees = z.object({
  offer: centsField,
  total: centsField,
  attendee: centsField,
  observer: z.object({ one: centsField, two: centsField }),
  baseWorkshop: centsField,
  workshop: centsField,
  bestdancer: centsField,
  competition: centsField,
  media: centsField,
})

export const freeTeacher = z.object({ count: z.int(), value: centsField })

export const quoteShape = z.object({
  lines: listOf(quoteLine),
  fees,
  free_teacher: freeTeacher,
  promo: centsField,
  paying_dancers: z.int(),
  comp_room_earned: z.boolean(),
  tier: z.enum(['discount', 'full', 'late']),
}) satisfies z.core.$ZodType<Quote>
