import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { shapeFacts, shapeNames } from './shape-names.ts'

/** A JSON Schema as the OpenAPI document holds it. */
export type Schema = z.core.JSONSchema.BaseSchema
export type Schemas = Readonly<Record<string, Schema>>

/** The number of something stored. PostgreSQL's integers end at the maximum. */
export const idSchema: Schema = { type: 'integer', exclusiveMinimum: 0, maximum: 2_147_483_647 }

type Io = 'input' | 'output'
type Json = Record<string, unknown>

const prefix = '#/components/schemas/'
const schemaRef = (name: string): Schema => ({ $ref: `${prefix}${name}` })

/** The schema a reference leads to; one that is no reference is itself. */
export function resolveSchema(schemas: Schemas, schema: Schema): Schema {
  const name = schema.$ref?.slice(prefix.length)
  return name === undefined ? schema : resolveSchema(schemas, schemas[name] ?? {})
}

export const typeName = (operationId: string) => operationId.replace(/^\w/, (letter) => letter.toUpperCase())

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const onlyKeys = (value: Json, ...keys: string[]) => Object.keys(value).every((key) => keys.includes(key))

/**
 * A schema without what only zod needs: ids, patterns beside a format, the bounds of JavaScript's integers. An object
 * stays open: a client that reads it must pass over fields that are added later.
 */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (!isObject(value)) return value
  const { $schema: _schema, $id: _id, id: _name, readOnly: _readOnly, ...rest } = value
  // Only a schema's own keywords are removed. A property may be called `id` or `pattern`.
  const keptEntries = Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [
      key,
      key === 'properties' && isObject(item)
        ? Object.fromEntries(Object.entries(item).map(([name, field]) => [name, tidy(field)]))
        : key === 'example' || key === 'default' || key === 'enum'
          ? item
          : tidy(item),
    ]),
  )
  if (keptEntries.format === 'date' || keptEntries.format === 'date-time') {
    delete keptEntries.pattern
    delete keptEntries.minLength
    delete keptEntries.maxLength
  }
  if (keptEntries.minimum === Number.MIN_SAFE_INTEGER) delete keptEntries.minimum
  if (keptEntries.maximum === Number.MAX_SAFE_INTEGER) delete keptEntries.maximum
  if (keptEntries.additionalProperties === false) delete keptEntries.additionalProperties
  if (isObject(keptEntries.propertyNames) && onlyKeys(keptEntries.propertyNames, 'type'))
    delete keptEntries.propertyNames
  const isId =
    keptEntries.exclusiveMinimum === 0 && keptEntries.maximum === 2_147_483_647 && keptEntries.type === 'integer'
  if (isId && onlyKeys(keptEntries, 'type', 'exclusiveMinimum', 'maximum')) return schemaRef('Id')
  return nullableType(keptEntries)
}

/** "Text or null" as one schema of two types, which generators read as they read the type alone. */
function nullableType(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [first, second] = anyOf as Json[]
  const isPlain = typeof first?.type === 'string' && first.type !== 'object' && !('enum' in first)
  return isPlain && second?.type === 'null' ? { ...rest, ...first, type: [first.type, 'null'] } : schema
}

/** Every reference of a schema, through `rename`. */
function renameRefs(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameRefs(item, rename))
  if (!isObject(value)) return value
  if (typeof value.$ref === 'string') return { ...value, $ref: prefix + rename(value.$ref.slice(prefix.length)) }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renameRefs(item, rename)]))
}

function refsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsOf)
  if (!isObject(value)) return []
  if (typeof value.$ref === 'string') return [value.$ref.slice(prefix.length)]
  return Object.values(value).flatMap(refsOf)
}

/** All names that these lead to, themselves included. */
function reachable(schemas: Schemas, roots: readonly string[]): Set<string> {
  const references = new Set<string>()
  const open = [...roots]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (references.has(name)) continue
    references.add(name)
    open.push(...refsOf(schemas[name]))
  }
  return references
}

type Root = { name: string; schema: z.core.$ZodType }

function convert(roots: readonly Root[], io: Io): Schemas {
  const registry = z.registry<Json & { id: string }>()
  for (const [id, schema] of Object.entries(shapeNames)) registry.add(schema, { id, ...shapeFacts[id] })
  for (const { name, schema } of roots) if (!registry.has(schema)) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, { io, metadata: registry, uri: (name) => prefix + name })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema) as Schema]))
}

/** The parameters and the reply of one endpoint, as references into the document's schemas. */
export type EndpointSchemas = { params: Schema; query: Schema; body: Schema; reply: Schema }

const partsOf = (name: string, { params, query, body, reply }: Endpoint) => ({
  params: { name: `${name}Params`, schema: params },
  query: { name: `${name}Query`, schema: query },
  body: { name: `${name}Request`, schema: body },
  reply: { name: `${name}Response`, schema: reply },
})

/** The rows of a list have a name too: a client holds them far more often than the list. */
function rowsOf(name: string, { reply }: Endpoint): Root[] {
  const list = reply instanceof z.ZodObject ? (reply.shape as Record<string, z.core.$ZodType>).rows : reply
  const bare = list instanceof z.ZodReadonly ? list.unwrap() : list
  const row = bare instanceof z.ZodArray ? bare.element : undefined
  return row instanceof z.ZodObject ? [{ name: `${name}Row`, schema: row }] : []
}

/**
 * Every shape of the contract under one name. A named shape that is read otherwise than it is sent (a default makes
 * the difference) stands twice, the sent one with `Input` after its name.
 */
export function schemasOf(contract: Readonly<Record<string, Endpoint>>) {
  const endpoints = Object.entries(contract).map(([id, endpoint]) => ({ id, endpoint, name: typeName(id) }))
  const names = new Map<z.core.$ZodType, string>(Object.entries(shapeNames).map(([name, schema]) => [schema, name]))
  const nameOf = ({ name, schema }: Root) => {
    const first = names.get(schema) ?? name
    names.set(schema, first)
    return first
  }
  const parts = endpoints.map(({ id, endpoint, name }) => ({
    id,
    rows: rowsOf(name, endpoint),
    ...partsOf(name, endpoint),
  }))
  const rootsOf = (some: readonly Root[]) => some.map((root) => ({ ...root, name: nameOf(root) }))
  const inputSchemas = convert(rootsOf(parts.flatMap(({ params, query, body }) => [params, query, body])), 'input')
  const outputSchemas = convert(rootsOf(parts.flatMap(({ reply, rows }) => [reply, ...rows])), 'output')

  const inline = new Set(parts.flatMap(({ params, query }) => [nameOf(params), nameOf(query)]))
  const sentNames = reachable(
    inputSchemas,
    parts.flatMap(({ params, query, body }) => [params, query, body].map(nameOf)),
  )
  const answeredNames = reachable(
    outputSchemas,
    parts.map(({ reply }) => nameOf(reply)),
  )

  const differing = new Set(
    [...sentNames].filter(
      (name) => answeredNames.has(name) && JSON.stringify(inputSchemas[name]) !== JSON.stringify(outputSchemas[name]),
    ),
  )
  // A shape that refers to one of them is another one too.
  for (let before = -1; before < differing.size;) {
    before = differing.size
    for (const name of sentNames)
      if (answeredNames.has(name) && refsOf(inputSchemas[name]).some((ref) => differing.has(ref))) differing.add(name)
  }
  const sentName = (name: string) => (differing.has(name) ? `${name}Input` : name)

  const schemas: Record<string, Schema> = {}
  for (const name of answeredNames) schemas[name] = outputSchemas[name] ?? {}
  for (const name of sentNames)
    if (!inline.has(name)) schemas[sentName(name)] = renameRefs(inputSchemas[name], sentName) as Schema
  const ofEndpoint = new Map<string, EndpointSchemas>(
    parts.map(({ id, params, query, body, reply }) => [
      id,
      {
        params: renameRefs(inputSchemas[nameOf(params)], sentName) as Schema,
        query: renameRefs(inputSchemas[nameOf(query)], sentName) as Schema,
        body: schemaRef(sentName(nameOf(body))),
        reply: schemaRef(nameOf(reply)),
      },
    ]),
  )
  const sorted = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))
  return { schemas: withoutRepeats(Object.fromEntries(sorted)), ofEndpoint }
}

const isShape = (value: Json) => value.type === 'object' && isObject(value.properties)

/** The same schemas, where a shape that has a name is never spelled out a second time. */
function withoutRepeats(schemas: Schemas): Schemas {
  const names = new Map<string, string>()
  for (const name of Object.keys(shapeNames)) {
    const schema = schemas[name]
    if (schema && isShape(schema as Json)) names.set(JSON.stringify(schema), name)
  }
  const replace = (value: unknown, within: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => replace(item, within))
    if (!isObject(value)) return value
    const name = isShape(value) ? names.get(JSON.stringify(value)) : undefined
    if (name !== undefined && name !== within) return schemaRef(name)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item, within)]))
  }
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, replace(schema, name) as Schema]))
}
