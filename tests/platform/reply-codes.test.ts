import { competitionEndpoints, contract } from '@callboard/contract/contract.ts'
import { openApiDocuments } from '@callboard/contract/openapi.ts'
import { expect, test } from 'vitest'

type Schema = { properties?: Record<string, Schema>; type?: string | string[]; [more: string]: unknown }

/** Properties that hold a sentence for a screen. */
const wordNames = ['because', 'message', 'notices', 'sentence', 'why']
/** Properties of the same object that a program reads instead. */
const codeNames = /^(code|field|fields|kind|key|state|status|.+_codes?)$/

/** Objects whose words are all there is to say: by their properties, with the reason. */
const wordsAlone: Readonly<Record<string, string>> = {
  'balance,balance_before,lines,notices,others,passed_rules,people,routines,total,total_before,version':
    'The preview that the office agrees to; once it is made, the registration says the same to a program.',
  'balance,created,id,lines,made_by,message,others,people,routines,total,total_before':
    'A change as its owner reads it, with the words that a person of the office wrote; the registration holds its result.',
}

/** Whether a value is a text, or a list of texts; an object of its own is looked at by itself. */
function holdsText(schema: Schema): boolean {
  const parts = [schema, ...[schema['anyOf'], schema['items']].flat()].filter((part) => part !== undefined) as Schema[]
  return parts.some(({ type }) => [type].flat().includes('string'))
}

/** Objects of a schema that have words and nothing a program could read instead. */
function wordy(schema: unknown, texts: string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null) return texts
  const { properties } = schema as Schema
  if (properties) {
    const names = Object.keys(properties).sort()
    const words = names.filter((name) => wordNames.includes(name) && properties[name] && holdsText(properties[name]))
    if (words.length > 0 && !names.some((name) => codeNames.test(name))) texts.push(names.join())
  }
  for (const part of Object.values(schema)) wordy(part, texts)
  return texts
}

// API-036
test.each(Object.entries(openApiDocuments(contract, competitionEndpoints, () => 422)))(
  'words for a screen in %s have a code beside them',
  (_address, makeDocument) => {
    const document = makeDocument()
    const replies = [document.components.schemas, ...Object.values(document.paths)]
    expect([...new Set(wordy(replies))].filter((names) => !(names in wordsAlone))).toEqual([])
  },
)

test('a negative control: a sentence alone is found, beside its code it is not', () => {
  const text = { type: 'string' }
  expect(wordy({ items: { properties: { id: { type: 'integer' }, why: text } } })).toEqual(['id,why'])
  expect(wordy({ items: { properties: { why_code: text, why: text } } })).toEqual([])
})
