import { droppings, panelKinds } from '@callboard/domain/judging/panel.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, instantField, lineField, listOf, listUpTo, requiredLine } from '../fields.ts'
import { numberedEntry } from '../running-order/running-order.ts'

const idPath = z.object({ id: idInPath })
const ofCity = z.object({ tour_date_id: idInPath })
const versionField = z.int().min(1)
/** Points in whole hundredths: 9850 is 98.5. */
const pointsField = z.int().min(0).max(100_000)

const judgeDraft = z.object({
  name: requiredLine(80),
  bio: z.string().max(4_000).default(''),
  active: z.boolean().default(true),
})
const judge = z.object({
  ...{ id: z.int(), name: z.string(), bio: z.string(), active: z.boolean(), version: z.int() },
  /** Addresses of the photo and the signature, good for an hour. */
  headshot: z.string().nullable(),
  signature: z.string().nullable(),
})
export const judgeList = z.object({ judges: listOf(judge) })
const exampleJudge = { name: 'Paloma Reyes', bio: 'Twenty years on Broadway.', active: true }

export const listJudges = endpoint({
  summary: 'Judges, active ones first',
  catalogue: 'C112',
  method: 'GET',
  path: '/v1/office/judges',
  auth: 'office',
  reply: judgeList,
  example: () => ({}),
})

export const addJudge = endpoint({
  summary: 'Add a judge',
  catalogue: 'C112',
  method: 'POST',
  path: '/v1/office/judges',
  auth: 'office',
  body: judgeDraft,
  reply: judgeList,
  example: () => ({ body: exampleJudge }),
})

export const changeJudge = endpoint({
  summary: 'Change a judge',
  catalogue: 'C112',
  method: 'PUT',
  path: '/v1/office/judges/{id}',
  auth: 'office',
  params: idPath,
  body: judgeDraft.extend({ version: versionField }),
  reply: judgeList,
  refusals: ['judging.changed_meanwhile'],
  example: ({ judging: { judge_id } }) => ({ params: { id: judge_id }, body: { ...exampleJudge, version: 1 } }),
})

const scaleDraft = z.object({
  name: requiredLine(80),
  /** Null: any. */
  event_id: idField.nullable(),
  season_id: idField.nullable(),
  max_points: z.int().min(100).max(100_000),
  /** Every mark is a multiple of it: 50 is half a point. */
  step: z.int().min(1).max(10_000),
  /** A mark below it is asked about once. */
  soft_floor: pointsField,
  /** The parts of a mark, which add up to `max_points`; none: a mark is one number. */
  criteria: listUpTo(12, z.object({ name: requiredLine(60), max_points: z.int().min(1).max(100_000) })),
})
export const scoreScale = scaleDraft.extend({
  id: z.int(),
  version: z.int(),
  /** With scores it stays as it is. */
  has_sheets: z.boolean(),
})
const scaleList = z.object({ scales: listOf(scoreScale) })
const exampleScale = {
  ...{ name: 'Technique and artistry', event_id: null, season_id: null },
  ...{ max_points: 10_000, step: 50, soft_floor: 6_000 },
  criteria: [
    { name: 'Technique', max_points: 6_000 },
    { name: 'Artistry', max_points: 4_000 },
  ],
}
const scaleRefusals = ['score_scale.step', 'score_scale.criteria_sum', 'mark.too_high']

export const listScoreScales = endpoint({
  summary: 'Scales of marks, with the event and season each is for',
  catalogue: 'C112',
  method: 'GET',
  path: '/v1/office/scales',
  auth: 'office',
  reply: scaleList,
  example: () => ({}),
})

export const addScoreScale = endpoint({
  summary: 'Add a scale of marks',
  catalogue: 'C112',
  method: 'POST',
  path: '/v1/office/scales',
  auth: 'office',
  body: scaleDraft,
  reply: scaleList,
  refusals: scaleRefusals,
  example: () => ({ body: exampleScale }),
})

export const changeScoreScale = endpoint({
  summary: 'Change a scale that has no scores yet',
  catalogue: 'C112',
  method: 'PUT',
  path: '/v1/office/scales/{id}',
  auth: 'office',
  params: idPath,
  body: scaleDraft.extend({ version: versionField }),
  reply: scaleList,
  refusals: [...scaleRefusals, 'judging.changed_meanwhile', 'score_scale.in_use'],
  example: ({ judging: { spare_scale_id } }) => ({
    params: { id: spare_scale_id },
    body: { ...exampleScale, name: 'Halves', version: 1 },
  }),
})

const seat = z.object({
  id: z.int(),
  position: z.int(),
  judge_id: z.int().nullable(),
  judge: z.string().nullable(),
  /** In training: its marks count nowhere. */
  shadow: z.boolean(),
})
const recusal = z.object({ seat_id: idField, registration_id: idField, reason: lineField(400).default('') })

const panelFields = {
  name: requiredLine(80),
  kind: z.enum(panelKinds),
  /** How many marks make a total. */
  counted: z.int().min(1).max(9),
  dropping: z.enum(droppings),
  scale_id: idField,
}
const officePanel = z.object({
  id: z.int(),
  ...panelFields,
  version: z.int(),
  has_sheets: z.boolean(),
  seats: listOf(seat),
  recusals: listOf(recusal.extend({ studio: z.string() })),
})

export const officePanels = z.object({
  tour_date_id: z.int(),
  event: z.string(),
  city: z.string(),
  time_zone: z.string(),
  panels: listOf(officePanel),
  blocks: listOf(
    z.object({
      id: z.int(),
      name: z.string(),
      stage: z.int(),
      starts_at: instantField,
      entries: z.int(),
      panel_id: z.int().nullable(),
      locked_at: instantField.nullable(),
    }),
  ),
  /** The competing registrations of the city, for recusals. */
  registrations: listOf(z.object({ id: z.int(), studio: z.string() })),
})

const panelDraft = z.object({
  ...panelFields,
  seats: listUpTo(
    9,
    z.object({ position: z.int().min(1).max(9), judge_id: idField.nullable(), shadow: z.boolean().default(false) }),
  ),
})
const panelRefusals = ['panel.position_twice', 'panel.judge_twice', 'panel.too_few_seats', 'panel.too_many_seats']
const exampleSeats = [1, 2, 3].map((position) => ({ position, judge_id: null, shadow: false }))

export const listPanels = endpoint({
  summary: 'The panels of a city with their seats, and the blocks that they judge',
  method: 'GET',
  path: '/v1/office/panels',
  auth: 'office',
  query: ofCity,
  reply: officePanels,
  example: ({ judging }) => ({ query: { tour_date_id: judging.tour_date_id } }),
})

export const addPanel = endpoint({
  summary: 'Add a panel to a city',
  method: 'POST',
  path: '/v1/office/panels',
  auth: 'office',
  body: panelDraft.extend({ tour_date_id: idField }),
  reply: officePanels,
  refusals: panelRefusals,
  example: ({ judging: { tour_date_id, scale_id } }) => ({
    body: {
      ...{ tour_date_id, name: 'Panel C', kind: 'competition', counted: 3, dropping: 'lowest', scale_id },
      seats: exampleSeats,
    },
  }),
})

export const changePanel = endpoint({
  summary: 'Change a panel; with scores only its name, and who sits on its empty seats',
  method: 'PUT',
  path: '/v1/office/panels/{id}',
  auth: 'office',
  params: idPath,
  body: panelDraft.extend({ version: versionField }),
  reply: officePanels,
  refusals: [...panelRefusals, 'judging.changed_meanwhile', 'panel.has_sheets'],
  example: ({ judging: { spare_panel_id, scale_id } }) => ({
    params: { id: spare_panel_id },
    body: {
      ...{ version: 1, name: 'Panel B', kind: 'competition', counted: 3, dropping: 'lowest', scale_id },
      seats: exampleSeats,
    },
  }),
})

export const removePanel = endpoint({
  summary: 'Remove a panel that judges nothing',
  method: 'DELETE',
  path: '/v1/office/panels/{id}',
  auth: 'office',
  params: idPath,
  reply: officePanels,
  refusals: ['panel.in_use', 'panel.has_sheets'],
  example: ({ judging: { spare_panel_id } }) => ({ params: { id: spare_panel_id } }),
})

export const setRecusals = endpoint({
  summary: 'Set which registrations the seats of a panel do not judge',
  method: 'PUT',
  path: '/v1/office/panels/{id}/recusals',
  auth: 'office',
  params: idPath,
  body: z.object({ version: versionField, recusals: listUpTo(1_000, recusal) }),
  reply: officePanels,
  refusals: ['judging.changed_meanwhile', 'sheet.not_judged_here'],
  example: ({ judging: { panel_id, panel_version } }) => ({
    params: { id: panel_id },
    body: { version: panel_version, recusals: [] },
  }),
})

export const readRecusalEffect = endpoint({
  summary: 'The marks of a seat for a registration, and the totals with and without them',
  method: 'GET',
  path: '/v1/office/panels/{id}/recusal-effect',
  auth: 'office',
  params: idPath,
  query: z.object({ seat_id: idInPath, registration_id: idInPath }),
  reply: z.object({
    /** The entries that the seat has marked. */
    entries: listOf(numberedEntry.extend({ total_counted: z.int().nullable(), total_recused: z.int().nullable() })),
    /** Of these entries, the blocks whose scores are locked. */
    locked_blocks: listOf(z.string()),
    /** Whether studios of the city read scores already. */
    is_released: z.boolean(),
  }),
  example: ({ judging: { panel_id, seats, registration_id } }) => ({
    params: { id: panel_id },
    query: { seat_id: seats.marked, registration_id },
  }),
})

export const assignPanel = endpoint({
  summary: 'Choose the panel of a block; null: none',
  method: 'PUT',
  path: '/v1/office/blocks/{id}/panel',
  auth: 'office',
  params: idPath,
  body: z.object({ panel_id: idField.nullable() }),
  reply: officePanels,
  refusals: ['block.has_sheets', 'block.locked', 'panel.wrong_kind', 'panel.other_city'],
  example: ({ judging: { spare_block_id, panel_id } }) => ({ params: { id: spare_block_id }, body: { panel_id } }),
})

export const readBlankSheet = endpoint({
  summary: 'A sheet to print for a judge’s seat: its entries with lines for marks and notes, without names of dancers',
  method: 'GET',
  path: '/v1/office/judge-sheets/{seat_id}',
  auth: 'office',
  params: z.object({ seat_id: idInPath }),
  answers: 'file',
  reply: z.unknown(),
  refusals: ['sheet.nothing_to_judge'],
  example: ({ judging: { seats } }) => ({ params: { seat_id: seats.marked } }),
})

export const panelEndpoints = {
  listJudges,
  addJudge,
  changeJudge,
  listScoreScales,
  addScoreScale,
  changeScoreScale,
  listPanels,
  addPanel,
  changePanel,
  removePanel,
  setRecusals,
  readRecusalEffect,
  assignPanel,
  readBlankSheet,
}
