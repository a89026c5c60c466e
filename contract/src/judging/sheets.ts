import { deductionCodes } from '@callboard/domain/judging/deduction.ts'
import { mostImportedMarks } from '@callboard/domain/judging/mark-import.ts'
import { cellStates, sheetSources } from '@callboard/domain/judging/sheet.ts'
import { entryStates } from '@callboard/domain/running-order/entry-state.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, instantField, lineField, listOf, listUpTo, requiredLine } from '../fields.ts'
import { numberedEntry } from '../running-order/running-order.ts'
import { scoreScale } from './panels.ts'

const idPath = z.object({ id: idInPath })
const points = z.int().nullable()
/** Made by the client, so that a sheet sent twice is stored once. */
const clientIdField = z.uuid()
const reasonField = requiredLine(400)
const pointsField = z.int().min(0).max(100_000)

export const scoreSheet = z.object({
  client_id: z.string(),
  revision: z.int(),
  points,
  /** The parts of the mark, where its scale has parts. */
  criteria: z.record(z.string(), z.int()).nullable(),
  abstained: z.string().nullable(),
  source: z.enum(sheetSources),
  /** The device or the person it came from. */
  origin: z.string(),
  reason: z.string(),
  /** When its judge had read it through. */
  verified_at: instantField.nullable(),
})

const cell = z.object({
  seat_id: z.int(),
  state: z.enum(cellStates),
  /** The revision that the next sheet of this seat has. */
  next_revision: z.int(),
  points,
  /** Whether the panel leaves the mark out of the total as it stands, as the lowest or the highest. */
  dropped: z.boolean(),
  sheet: scoreSheet.nullable(),
  /** Whether the caller typed the sheet that waits to be confirmed. */
  is_own: z.boolean(),
  /** Of a contested cell: the sheets to choose from. */
  contested: listOf(scoreSheet),
  /** Whether its block is locked, and it was not reopened. */
  locked: z.boolean(),
})

const gridEntry = numberedEntry.extend({
  division: z.string(),
  category: z.string(),
  state: z.enum(entryStates),
  block_id: z.int(),
  panel_id: z.int().nullable(),
  cells: listOf(cell),
  /** After dropping and deductions; null: incomplete, contested, or out of the competition. */
  total: points,
  deductions: listOf(z.object({ id: z.int(), code: z.enum(deductionCodes), points: z.int(), reason: z.string() })),
  /** Overtime that the measured time proposes. */
  proposed_overtime: points,
})

export const scoreGrid = z.object({
  tour_date_id: z.int(),
  event: z.string(),
  city: z.string(),
  panels: listOf(
    z.object({
      id: z.int(),
      name: z.string(),
      /** How many marks make a total. */
      counted: z.int(),
      scale: scoreScale.pick({ max_points: true, step: true, soft_floor: true, criteria: true }),
      seats: listOf(z.object({ id: z.int(), position: z.int(), judge: z.string().nullable(), shadow: z.boolean() })),
    }),
  ),
  blocks: listOf(
    z.object({ id: z.int(), name: z.string(), panel_id: z.int().nullable(), locked_at: instantField.nullable() }),
  ),
  entries: listOf(gridEntry),
})

export const readScores = endpoint({
  summary: 'The scores of a city: every entry with the mark of every seat',
  catalogue: 'C112',
  method: 'GET',
  path: '/v1/office/scores',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: scoreGrid,
  example: ({ judging }) => ({ query: { tour_date_id: judging.tour_date_id } }),
})

const seatOfEntry = z.object({ registration_routine_id: idField, seat_id: idField })
const markRefusals = [
  'mark.too_high',
  'mark.between_steps',
  'mark.criteria_missing',
  'mark.unusual',
  'sheet.not_judged_here',
  'sheet.not_on_stage',
  'sheet.recused',
  'sheet.locked',
]

export const enterScore = endpoint({
  summary: 'Type a score from paper; it counts once another person has confirmed it',
  catalogue: 'C112',
  method: 'POST',
  path: '/v1/office/scores',
  auth: 'office',
  body: seatOfEntry.extend({
    client_id: clientIdField,
    /** `next_revision` of the cell, so that nobody types over a mark they have not seen. */
    revision: z.int().min(1).max(10_000),
    /** Hundredths; null: the judge abstained. */
    points: pointsField.nullable(),
    criteria: z.record(z.string().max(60), pointsField).nullable().default(null),
    /** The reason to abstain, where there is no mark. */
    abstained: lineField(400).default(''),
    /** Critique and note; both empty: those of the seat's sheet before this one stay. */
    critique: z.string().max(10_000).default(''),
    note: z.string().max(2_000).default(''),
    /** The answer to the question that an unusual mark raises. */
    accept_unusual: z.boolean().default(false),
  }),
  reply: scoreGrid,
  refusals: [...markRefusals, 'sheet.changed_meanwhile', 'sheet.another_content'],
  example: ({ judging: { routine_id, seats } }) => ({
    body: {
      ...{ registration_routine_id: routine_id, seat_id: seats.missing, revision: 1, points: 9_150 },
      client_id: '6f1c0a52-7f0e-4d3a-9b1e-2f6c1f5a8d01',
    },
  }),
})

export const importScores = endpoint({
  summary: 'Store the marks of a sheet, all or none; they count once another person has confirmed them',
  catalogue: 'C112',
  method: 'POST',
  path: '/v1/office/scores/import',
  auth: 'office',
  body: z.object({
    tour_date_id: idField,
    /** Of seats that have not marked the entry yet. */
    marks: listUpTo(
      mostImportedMarks,
      seatOfEntry.extend({
        client_id: clientIdField,
        points: pointsField,
        /** By the names of the scale's parts, whose sum is `points`; null where the mark is one number. */
        criteria: z.record(z.string().max(60), pointsField).nullable().default(null),
      }),
    ),
    /** The answer to the question that unusual marks raise. */
    accept_unusual: z.boolean().default(false),
  }),
  reply: scoreGrid,
  refusals: [...markRefusals, 'sheet.changed_meanwhile', 'sheet.another_content'],
  example: ({ judging: { tour_date_id, routine_id, seats } }) => ({
    body: {
      tour_date_id,
      marks: [
        {
          ...{ registration_routine_id: routine_id, seat_id: seats.missing, points: 9_150 },
          client_id: '6f1c0a52-7f0e-4d3a-9b1e-2f6c1f5a8d05',
        },
      ],
    },
  }),
})

export const decideScores = endpoint({
  summary: 'Confirm or reject scores that another person typed from paper',
  catalogue: 'C112',
  method: 'POST',
  path: '/v1/office/scores/decide',
  auth: 'office',
  body: z.object({
    client_ids: listUpTo(500, clientIdField),
    decision: z.enum(['confirm', 'reject']),
  }),
  reply: scoreGrid,
  refusals: ['sheet.own', 'sheet.not_to_confirm', 'sheet.not_judged_here'],
  example: ({ judging }) => ({ body: { client_ids: [judging.typed_sheet], decision: 'confirm' } }),
})

export const substituteScore = endpoint({
  summary: 'Enter a substitute for a missing mark: the mean of the other judges’ marks',
  method: 'POST',
  path: '/v1/office/scores/substitute',
  auth: 'office',
  body: seatOfEntry.extend({ client_id: clientIdField, reason: reasonField }),
  reply: scoreGrid,
  refusals: [...markRefusals, 'sheet.no_substitute', 'sheet.another_content'],
  example: ({ judging: { routine_id, seats } }) => ({
    body: {
      ...{ registration_routine_id: routine_id, seat_id: seats.missing, reason: 'The judge fell ill' },
      client_id: '6f1c0a52-7f0e-4d3a-9b1e-2f6c1f5a8d02',
    },
  }),
})

export const chooseScore = endpoint({
  summary: 'Choose between the contested sheets of a seat',
  method: 'POST',
  path: '/v1/office/scores/choose',
  auth: 'office',
  body: z.object({ client_id: clientIdField, reason: reasonField }),
  reply: scoreGrid,
  refusals: ['sheet.not_contested', 'sheet.own', 'sheet.locked'],
  example: ({ judging }) => ({ body: { client_id: judging.contested_sheet, reason: 'The judge said so' } }),
})

export const reopenScore = endpoint({
  summary: 'Let the next revision of one seat into a locked block',
  method: 'POST',
  path: '/v1/office/scores/reopen',
  auth: 'office',
  body: seatOfEntry.extend({ reason: reasonField }),
  reply: scoreGrid,
  refusals: ['sheet.not_locked', 'sheet.not_judged_here'],
  example: ({ judging: { locked } }) => ({
    body: { registration_routine_id: locked.routine_id, seat_id: locked.seat_id, reason: 'Typed for another entry' },
  }),
})

export const swapScores = endpoint({
  summary: 'Exchange the scores of two entries that a judge mixed up',
  method: 'POST',
  path: '/v1/office/scores/swap',
  auth: 'office',
  body: z.object({
    one_id: idField,
    other_id: idField,
    /** The seats that mixed them up. */
    seat_ids: listUpTo(9, idField),
    reason: reasonField,
  }),
  reply: scoreGrid,
  refusals: [
    'swap.same_entry',
    'swap.other_panel',
    'swap.contested',
    'sheet.not_judged_here',
    'sheet.to_confirm_first',
    'sheet.locked',
  ],
  example: ({ judging: { routine_id, other_routine_id, seats } }) => ({
    body: { one_id: routine_id, other_id: other_routine_id, seat_ids: [seats.marked], reason: 'Mixed up on paper' },
  }),
})

export const addDeduction = endpoint({
  summary: 'Deduct points from the total of an entry, at most the highest total of its panel',
  method: 'POST',
  path: '/v1/office/deductions',
  auth: 'office',
  body: z.object({
    registration_routine_id: idField,
    code: z.enum(deductionCodes),
    points: z.int().min(1).max(1_000_000),
    reason: reasonField,
  }),
  reply: scoreGrid,
  refusals: ['block.locked', 'block.without_panel', 'deduction.too_high'],
  example: ({ judging: { routine_id } }) => ({
    body: { registration_routine_id: routine_id, code: 'overtime', points: 300, reason: 'Measured time' },
  }),
})

export const voidDeduction = endpoint({
  summary: 'Take a deduction back',
  method: 'DELETE',
  path: '/v1/office/deductions/{id}',
  auth: 'office',
  params: idPath,
  reply: scoreGrid,
  refusals: ['block.locked'],
  example: ({ judging: { deduction_id } }) => ({ params: { id: deduction_id } }),
})

export const lockBlock = endpoint({
  summary: 'Lock a block, so that no score of it changes, or unlock it with a reason',
  method: 'PUT',
  path: '/v1/office/blocks/{id}/lock',
  auth: 'office',
  params: idPath,
  body: z.object({ locked: z.boolean(), reason: lineField(400).default('') }),
  reply: scoreGrid,
  refusals: ['block.without_panel', 'block.unresolved', 'block.locked', 'block.not_locked', 'required'],
  example: ({ judging: { spare_block_id } }) => ({ params: { id: spare_block_id }, body: { locked: true } }),
})

export const sheetEndpoints = {
  readScores,
  enterScore,
  importScores,
  decideScores,
  substituteScore,
  chooseScore,
  reopenScore,
  swapScores,
  addDeduction,
  voidDeduction,
  lockBlock,
}
