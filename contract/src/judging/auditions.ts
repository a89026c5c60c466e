import { disciplines } from '@callboard/domain/judging/panel.ts'
import { cellStates } from '@callboard/domain/judging/sheet.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, lineField, listOf, listUpTo } from '../fields.ts'
import { scoreScale } from './panels.ts'

const auditionCell = z.object({
  seat_id: z.int(),
  state: z.enum(cellStates),
  next_revision: z.int(),
  points: z.int().nullable(),
  /** Whether its panel leaves the mark out, as the lowest or the highest. */
  dropped: z.boolean(),
  client_id: z.string().nullable(),
  /** Whether the caller typed the mark that waits to be confirmed. */
  is_own: z.boolean(),
})

const sum = z.int().nullable()

const auditionScores = z.object({
  tour_date_id: z.int(),
  event: z.string(),
  city: z.string(),
  panels: listOf(
    z.object({
      id: z.int(),
      kind: z.enum(disciplines),
      name: z.string(),
      scale: scoreScale.pick({ max_points: true, step: true, soft_floor: true }),
      seats: listOf(z.object({ id: z.int(), position: z.int(), judge: z.string().nullable() })),
    }),
  ),
  dancers: listOf(
    z.object({
      attendee_id: z.int(),
      name: z.string(),
      studio: z.string(),
      level: z.string(),
      /** The marks that count of each discipline added; null: some are missing. Hundredths of a point. */
      sums: z.object({ ballet: sum, jazz: sum, solo: sum }),
      total: sum,
      place: z.int().nullable(),
      cells: listOf(auditionCell),
    }),
  ),
})

export const readAuditionScores = endpoint({
  summary: 'The dancers of a city’s auditions with the marks of every seat, in ballet and jazz',
  catalogue: 'C112',
  method: 'GET',
  path: '/v1/office/audition-sheets',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: auditionScores,
  example: ({ judging }) => ({ query: { tour_date_id: judging.tour_date_id } }),
})

export const enterAuditionScore = endpoint({
  summary: 'Type a dancer’s audition mark from paper; it counts once another person has confirmed it',
  catalogue: 'C112',
  method: 'POST',
  path: '/v1/office/audition-sheets',
  auth: 'office',
  body: z.object({
    client_id: z.uuid(),
    attendee_id: idField,
    seat_id: idField,
    revision: z.int().min(1).max(10_000),
    points: z.int().min(0).max(100_000).nullable(),
    abstained: lineField(400).default(''),
    accept_unusual: z.boolean().default(false),
  }),
  reply: auditionScores,
  refusals: [
    'mark.too_high',
    'mark.between_steps',
    'mark.unusual',
    'sheet.not_judged_here',
    'sheet.changed_meanwhile',
    'sheet.another_content',
  ],
  example: ({ judging: { audition } }) => ({
    body: {
      ...{ attendee_id: audition.attendee_id, seat_id: audition.missing_seat, revision: 1, points: 9_000 },
      client_id: '6f1c0a52-7f0e-4d3a-9b1e-2f6c1f5a8d04',
    },
  }),
})

export const decideAuditionScores = endpoint({
  summary: 'Confirm or reject audition marks that another person typed from paper',
  catalogue: 'C112',
  method: 'POST',
  path: '/v1/office/audition-sheets/decide',
  auth: 'office',
  body: z.object({ client_ids: listUpTo(500, z.uuid()), decision: z.enum(['confirm', 'reject']) }),
  reply: auditionScores,
  refusals: ['sheet.own', 'sheet.not_to_confirm', 'sheet.not_judged_here'],
  example: ({ judging: { audition } }) => ({ body: { client_ids: [audition.typed_sheet], decision: 'confirm' } }),
})

export const auditionEndpoints = { readAuditionScores, enterAuditionScore, decideAuditionScores }
