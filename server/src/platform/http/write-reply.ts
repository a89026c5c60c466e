import build from 'fast-json-stringify'
import { z } from 'zod'

type Write = (reply: unknown) => string
type JsonValue = Record<string, unknown>

const writers = new WeakMap<z.core.$ZodType, Write>()

/**
 * Writes replies of a shape as JSON; a field that the shape does not declare cannot leave. Compiled at the first reply,
 * since compiling all of them would take a third of a server's start, and once for a shape, however many servers of
 * this process answer with it.
 */
export const writerOf =
  (shape: z.core.$ZodType): Write =>
  (reply) =>
    compiledWriter(shape)(reply)

function compiledWriter(shape: z.core.$ZodType): Write {
  const cachedWrite = writers.get(shape)
  if (cachedWrite) return cachedWrite
  // The schema is JSON; the package's own type of it is of another draft.
  const write: Write = build(plainNull(z.toJSONSchema(shape, { target: 'draft-7' })) as Parameters<typeof build>[0])
  writers.set(shape, write)
  return write
}

/**
 * Rewrites "this or null" to the serializer's native form. Other unions call a validator for each value, which takes
 * three times as long as serializing.
 */
function plainNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainNull)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = schema as JsonValue
  const kinds = (Array.isArray(anyOf) ? anyOf.map(plainNull) : []) as JsonValue[]
  const plainFields = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plainNull(value)]))
  const [only, ...others] = kinds.filter((kind) => kind.type !== 'null')
  if (only && !others.length && typeof only.type === 'string') return { ...plainFields, ...only, nullable: true }
  return kinds.length ? { ...plainFields, anyOf: kinds } : plainFields
}

type Paging = { page: number; per_page: number }

/** A page of rows that were read with one more than `per_page`: the one beyond shows that there is a next page. */
export const pageOf = <Row>(rows: readonly Row[], { page, per_page }: Paging) => ({
  rows: rows.slice(0, per_page),
  total: null,
  next: rows.length > per_page ? page + 1 : null,
})

/** The number of the page after this one of `total` rows; null: this one is the last. */
export const nextPage = (total: number, { page, per_page }: Paging) => (page * per_page < total ? page + 1 : null)
