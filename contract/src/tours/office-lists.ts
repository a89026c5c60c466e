import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idField, idInPath, lineField, listOf, listUpTo, requiredLine, baseField } from '../fields.ts'

const flag = z.boolean()

const listTables = [
  'workshop_levels',
  'routine_categories',
  'age_divisions',
  'performance_divisions',
  'competition_awards',
  'jacket_sizes',
  'vip_types',
  'nominations',
  'nomination_types',
] as const

const rowId = idField

/** Of a brand: the row is its own, and may stand for one of the product's, under another name or hidden. */
const ofBrand = {
  event_id: idField.nullable().default(null),
  replaces: idField.nullable().default(null),
  hidden: flag.default(false),
}

/** The rows of each list, as the office may write them. */
export const staticRows = {
  workshop_levels: z.object({
    id: rowId,
    id_v: requiredLine(10),
    level: requiredLine(60),
    plural_name: requiredLine(60),
    recommended_age: lineField(40),
    range: lineField(60),
    minimum_age: z.int().min(0).max(120),
    maximum_age: z.int().min(0).max(120).nullable(),
    kind: z.enum(['dancer', 'teacher', 'observer']),
    observer_days: z.union([z.literal(1), z.literal(2)]).nullable(),
    college_eligible: flag,
    position: z.int().min(0).max(1_000),
    ...ofBrand,
  }),
  routine_categories: z.object({
    category_id: rowId,
    name: requiredLine(60),
    abbreviation: requiredLine(10),
    min_dancers: z.int().min(1).max(1_000),
    is_solo: flag,
    allowed_seconds: z.int().min(10).max(3_600).default(180),
  }),
  age_divisions: z.object({
    level_id: rowId,
    name: requiredLine(60),
    minimum_age: z.int().min(0).max(120),
    is_showcase: flag,
    /** In a city that splits its teens: places are given by performance division. */
    splits_by_performance: flag.default(false),
    ...ofBrand,
  }),
  performance_divisions: z.object({
    id: rowId,
    name: requiredLine(60),
    level: z.int().min(0).max(1_000),
    is_ballet: flag,
    ...ofBrand,
  }),
  competition_awards: z.object({ id: rowId, name: requiredLine(60), minimum_score: z.int().min(0).max(10_000) }),
  jacket_sizes: z.object({
    id: rowId,
    name: requiredLine(60),
    /** The measurements in inches, as jacket and as top. */
    chest: lineField(20).default(''),
    length: lineField(20).default(''),
    top_chest: lineField(20).default(''),
    top_length: lineField(20).default(''),
  }),
  vip_types: z.object({
    id: rowId,
    code: z.string().regex(/^[A-Z0-9_]{2,40}$/),
    name: requiredLine(60),
    amount: centsField,
    active: flag,
    add_winner: flag,
  }),
  nominations: z.object({
    id: rowId,
    name: requiredLine(80),
    step: z.enum(['soty', 'studio-awards', 'specialty']),
  }),
  nomination_types: z.object({
    id: rowId,
    nomination_id: rowId,
    name: requiredLine(80),
    age_divisions: listUpTo(50, idField),
    categories: listUpTo(50, idField),
    asks_for: z.enum(['choreographer', 'costume designer']).nullable(),
    /** The column of the Studio of the Year's table it stands in. */
    half: z.enum(['teen_senior', 'mini_junior']).nullable().default(null),
    ...ofBrand,
  }),
} satisfies Record<(typeof listTables)[number], z.core.$ZodType>

export type StaticTable = keyof typeof staticRows

const tableParams = z.object({ table: z.enum(listTables) })
const anyRows = listOf(z.record(z.string(), z.unknown()))

export const readStaticTable = endpoint({
  summary: 'One of the lists that every city shares: all of its rows, or those of a brand',
  catalogue: 'C100',
  method: 'GET',
  path: '/v1/office/static/{table}',
  auth: 'office',
  params: tableParams,
  /** The list as this brand has it; without one all rows, those of brands included. */
  query: z.object({ event_id: idInPath.optional() }),
  reply: z.object({ rows: anyRows }),
  example: () => ({ params: { table: 'workshop_levels' } }),
})

export const changeStaticTable = endpoint({
  summary: 'Change or add rows of a shared list, the product’s or a brand’s; rows not sent stay',
  catalogue: 'C100',
  method: 'PUT',
  path: '/v1/office/static/{table}',
  auth: 'admin',
  params: tableParams,
  /** `base`: the row as the caller read it. `is_new`: gets another number where somebody else has taken its own. */
  body: z.object({ rows: listUpTo(200, z.looseObject({ base: baseField, is_new: z.boolean().optional() })) }),
  reply: z.object({ rows: anyRows }),
  refusals: ['office.level_ages', 'office.brand_row', 'edit_conflict'],
  example: () => ({ params: { table: 'jacket_sizes' }, body: { rows: [{ id: 90, name: 'Adult 3XL' }] } }),
})

export const officeListEndpoints = {
  readStaticTable,
  changeStaticTable,
}
