import { z } from 'zod'

/** Request fields of path, query and body, by name; nested ones with a dot. */
export function fieldsOf(schema: z.core.$ZodType): string[] {
  const walk = (node: z.core.JSONSchema.BaseSchema, prefix: string): string[] => [
    ...Object.entries(node.properties ?? {}).flatMap(([name, field]) => [
      prefix + name,
      ...(typeof field === 'object' ? walk(field, `${prefix}${name}.`) : []),
    ]),
    ...(typeof node.items === 'object' && !Array.isArray(node.items) ? walk(node.items, prefix) : []),
    ...(node.anyOf ?? []).flatMap((one) => (typeof one === 'object' ? walk(one, prefix) : [])),
  ]
  return walk(z.toJSONSchema(schema, { io: 'input' }), '')
}
