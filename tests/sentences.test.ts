import { auditActions } from '@callboard/domain/platform/audit-actions.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { isOldPhrase } from './old-phrases.ts'

const catalogue = readFileSync('docs/requirements.md', 'utf8')

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Types, imports and SQL have no sentences. */
const isSilent = (node: Node) =>
  /^(Import|ExportAll|TSType|TSInterface|TSLiteral|TSUnion)/.test(node.type) ||
  (node.type === 'TaggedTemplateExpression' && JSON.stringify(node['tag']).includes('"sql"'))

/** Texts of two and more words in a source: strings, templates and what stands between tags. */
function* textsIn(node: Node): Generator<string> {
  if (isSilent(node)) return
  const texts =
    node.type === 'Literal' || node.type === 'JSXText'
      ? [node['value']]
      : node.type === 'TemplateElement'
        ? [(node['value'] as { cooked: string }).cooked]
        : []
  for (const text of texts) if (typeof text === 'string' && /\S\s+\S/.test(text)) yield text.replace(/\s+/g, ' ').trim()
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* textsIn(child)
  }
}

/** Names of calls and of stored actions are no sentences. */
const isName = (text: string) =>
  /^(GET|POST|PUT|PATCH|DELETE) /.test(text) || /^\w+ as \w+$/.test(text) || auditActions.some((name) => name === text)

function findOldPhrases(source: string, lang: 'ts' | 'tsx' = 'tsx'): string[] {
  const tree = parseAst(source, { lang }) as unknown as Node
  // The catalogue is long, and read for the few texts that have an old phrase alone.
  return [...textsIn(tree)].filter((text) => isOldPhrase(text) && !isName(text) && !catalogue.includes(text))
}

test('no screen, refusal or email speaks in a manner that was replaced', () => {
  const oldSentences = ['web', 'server', 'domain'].flatMap((folder) =>
    readdirSync(`${folder}/src`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|^dev\/|^shell\/kit\//.test(file))
      .flatMap((file) =>
        findOldPhrases(readFileSync(`${folder}/src/${file}`, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
          (text) => `${folder}/src/${file}: ${text}`,
        ),
      ),
  )
  expect(oldSentences).toEqual([])
})

test.each([
  ["const title = 'Give back a payment'", 'Give back a payment'],
  ['const a = <p>Nobody here\n  has signed.</p>', 'Nobody here has signed.'],
  ['const a = `${name} waits. Load the page again.`', 'waits. Load the page again.'],
  ['const a = <TextField label="The subdomain" />', 'The subdomain'],
])('a replaced phrase in %j is found', (source, text) => {
  expect(findOldPhrases(source)).toEqual([text])
})

test('a comment, a path and a text of the catalogue may have the words', () => {
  const source = `// Nobody reads this.\nconst path = 'GET /v1/office/group-mails/{id}'\nconst text = 'Email Sent'\nconst q = sql\`a mail of nobody\``
  expect(findOldPhrases(source)).toEqual([])
})
