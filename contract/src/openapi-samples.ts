import { resolveSchema, type Schema, type Schemas } from './openapi-schemas.ts'

/** Values by the name of a field, so that an example reads like an answer. The first pattern that fits. */
const samples: readonly (readonly [field: RegExp, value: string])[] = [
  [/subdomain|vip_route/, 'meridian'],
  [/color/, '#7a1f4b'],
  [/exceptions/, 'grace@example.com'],
  [/email/i, 'grace@example.com'],
  [/^(fname|first_?name)$/i, 'Ana'],
  [/^(lname|last_?name)$/i, 'Ruiz'],
  [/birthdateString/, '03/01/2012'],
  [/phone/i, '4155550132'],
  [/zip/i, '90001'],
  [/address/i, '12 Elm Street'],
  [/^city/i, 'Juniper Falls'],
  [/^state$/i, 'CA'],
  [/zone/, 'America/Los_Angeles'],
  [/url|link|website|signedRequest/i, 'https://callboard.example/…'],
  [/token|tag|hash/i, 'p0Vx…'],
  [/last_four/, '1111'],
  [/studio|registrant/, 'Juniper Dance Collective'],
  [/event/, 'Meridian'],
  [/choreographer/, 'Mia Sol'],
  [/routine/, 'First Light'],
  [/message|text|why|because|label|detail/i, 'Ana Ruiz: full workshop'],
  [/name/i, 'Juniper'],
]

function sampleText(field: string, { format, pattern, minLength = 0 }: Schema): string {
  if (format === 'date') return '2024-11-22'
  if (format === 'date-time') return '2024-10-01T16:00:00.000Z'
  const sample = samples.find(([name]) => name.test(field))?.[1]
  if (pattern && !(sample && new RegExp(pattern).test(sample))) return pattern.includes('\\d') ? '1111' : ''
  return sample ?? 'x'.repeat(Math.max(1, minLength))
}

/**
 * A value of a schema: every field once, lists and records with one entry. `depth` is how many levels are still filled;
 * below them a list is empty, and null stands where it may.
 */
export function sampleOf(schemas: Schemas, schema: Schema, field = '', depth = 3): unknown {
  const { example, ...keywords } = resolveSchema(schemas, schema) as Schema & { example?: unknown }
  if (example !== undefined) return example
  if (keywords.const !== undefined) return keywords.const
  if (keywords.enum) return keywords.enum[0]
  const choices = (keywords.anyOf ?? keywords.oneOf ?? []) as Schema[]
  const [choice] = choices.filter(({ type }) => type !== 'null')
  if (choice)
    return depth <= 0 && choices.some(({ type }) => type === 'null')
      ? null
      : sampleOf(schemas, choice, field, depth - 1)
  const type = Array.isArray(keywords.type) ? keywords.type[0] : keywords.type
  if (type === 'object') {
    const fields = Object.entries((keywords.properties ?? {}) as Record<string, Schema>)
    const values = fields.map(([name, value]) => [name, sampleOf(schemas, value, name, depth - 1)])
    const more = keywords.additionalProperties
    if (typeof more === 'object' && Object.keys(more).length > 0 && depth > 0)
      values.push(['1', sampleOf(schemas, more as Schema, field, depth - 1)])
    return Object.fromEntries(values)
  }
  if (type === 'array') return depth <= 0 ? [] : [sampleOf(schemas, (keywords.items ?? {}) as Schema, field, depth - 1)]
  if (type === 'string') return sampleText(field, keywords)
  if (type === 'integer' || type === 'number') return Math.max(1, Number(keywords.minimum ?? 1))
  return type === 'boolean' ? false : {}
}
