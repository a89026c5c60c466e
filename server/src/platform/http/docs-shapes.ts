import type { Schema } from '@callboard/contract/openapi-schemas.ts'

export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const nameIn = ({ $ref }: Schema) => $ref?.slice($ref.lastIndexOf('/') + 1)
/** The anchor of a named shape on the page. No call has such an id. */
export const shapeAnchor = (name: string) => `shape-${name}`
const linkTo = (name: string) => `<a href="#${shapeAnchor(name)}">${escape(name)}</a>`

const words: Partial<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
}

/** The kind of value a field holds, as HTML: 'text', 'list of Routine', 'number or null'. A named shape is a link. */
export function kindOf(schema: Schema): string {
  const name = nameIn(schema)
  if (name) return linkTo(name)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => kindOf(one as Schema)))].join(' or ')
  if (schema.enum) return escape(schema.enum.map((value) => JSON.stringify(value)).join(', '))
  if (schema.const !== undefined) return escape(JSON.stringify(schema.const))
  const { type } = schema
  if (Array.isArray(type)) return type.map((one) => kindOf({ ...schema, type: one as 'string' })).join(' or ')
  if (type === 'array') return `list of ${kindOf((schema.items ?? {}) as Schema).replace(/^(object|number)$/, '$1s')}`
  if (type === 'object' && !schema.properties) return 'object by key'
  if (type !== 'string') return words[type ?? ''] ?? 'anything'
  const formats: Partial<Record<string, string>> = { date: 'day', 'date-time': 'moment', binary: 'bytes of a file' }
  return formats[schema.format ?? ''] ?? 'text'
}

const largest = 1_000_000_000

export function boundsOf({ maxLength, maxItems, minimum, exclusiveMinimum, maximum, ...schema }: Schema): string {
  const bounds = [
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`,
    typeof exclusiveMinimum === 'number' && exclusiveMinimum === 0 && 'above 0',
    typeof minimum === 'number' && minimum > -largest && `from ${minimum}`,
    typeof maximum === 'number' && maximum < largest && `to ${maximum}`,
    schema.default !== undefined && `${JSON.stringify(schema.default)} when left out`,
  ]
  return bounds.filter(Boolean).join(', ')
}

type Field = { name: string; depth: number; kind: string; bounds: string; required: boolean }

/** Returns the table rows of a shape: nested fields are indented, named shapes get their own table. */
function fieldsOf(schema: Schema, depth = 0): Field[] {
  const inner = [schema, ...(schema.anyOf ?? [])] as Schema[]
  const list = inner.find(({ items }) => items)?.items as Schema | undefined
  if (list) return fieldsOf(list, depth)
  const shape = inner.find(({ properties }) => properties)
  const entries = Object.entries((shape?.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) => [
    { name, depth, kind: kindOf(field), bounds: boundsOf(field), required: shape?.required?.includes(name) ?? false },
    ...fieldsOf(field, depth + 1),
  ])
  const byKey = inner.find(({ additionalProperties }) => typeof additionalProperties === 'object')?.additionalProperties
  if (!byKey || Object.keys(byKey).length === 0) return entries
  const value = byKey as Schema
  const row = { name: '(each key)', depth, kind: kindOf(value), bounds: boundsOf(value), required: false }
  return [...entries, row, ...fieldsOf(value, depth + 1)]
}

export const table = (label: string, heads: readonly string[], rows: readonly string[]) =>
  `<div class="wide" role="region"
 aria-label="${escape(label)}" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('')}</tbody></table></div>`

export function shapeTable(label: string, schema: Schema, isSent: boolean): string {
  const fields = fieldsOf(schema)
  const all = schema.type === 'array' || fields.length === 0 ? `<p class="quiet">${kindOf(schema)}</p>` : ''
  if (fields.length === 0) return all
  const rows = fields.map(
    ({ name, depth, kind, bounds, required }) =>
      `<tr><th scope="row" class="d${Math.min(depth, 6)}"><code>${escape(name)}</code></th><td>${kind}</td><td>${escape(
        [isSent ? (required ? 'needed' : '') : required ? '' : 'may be missing', bounds].filter(Boolean).join(', '),
      )}</td></tr>`,
  )
  return all + table(label, ['Field', 'Holds', 'Note'], rows)
}
