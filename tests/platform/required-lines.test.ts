import { contract } from '@callboard/contract/contract.ts'
import { expect, test } from 'vitest'

/** Looked up or compared, never shown as somebody's words: spaces alone find nothing there. */
const lookedUp = /\.(token|second_step|type|code|q|time_zone|url|best_dancer_photo|best_dancer_photo_original)$/
/** Names that files bring along. */
const fileNames = /\/(music|dancer-student-id) \w+\.(name|fileName)$/

type Definition = {
  type: string
  shape?: Record<string, unknown>
  options?: unknown[]
} & Partial<Record<'element' | 'innerType' | 'in' | 'left' | 'right' | 'valueType', unknown>>

/** Every text field of a schema that must have a character. */
function requiredTexts(schema: unknown, path: string): { path: string; takesSpaces: boolean }[] {
  const { _zod, minLength, safeParse } = (schema ?? {}) as {
    _zod?: { def: Definition }
    minLength?: number | null
    safeParse: (value: unknown) => { success: boolean }
  }
  if (!_zod) return []
  const { type, shape, options, element, innerType, in: input, left, right, valueType } = _zod.def
  if (type === 'string') return minLength ? [{ path, takesSpaces: safeParse('   ').success }] : []
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, field]) => requiredTexts(field, `${path}.${name}`)),
    ...[element, innerType, input, left, right, valueType, ...(options ?? [])].flatMap((part) =>
      requiredTexts(part, path),
    ),
  ]
}

test('a name or a reason that must be given is not spaces alone', () => {
  const texts = Object.values(contract).flatMap((endpoint) => {
    const { method, path } = endpoint
    return ['body', 'query'].flatMap((part) =>
      requiredTexts((endpoint as unknown as Record<string, unknown>)[part], `${method} ${path} ${part}`),
    )
  })
  expect(texts.length).toBeGreaterThan(40)
  const wrong = texts.filter(({ path, takesSpaces }) => takesSpaces && !lookedUp.test(path) && !fileNames.test(path))
  expect(wrong.map(({ path }) => path)).toEqual([])
})
