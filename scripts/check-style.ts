// Finds what a machine can find of the rules on names and words in CONTRIBUTING.md:
// identifiers that are bare participles, sentences that begin with a riddle, type names exported twice, and exported
// names that nobody imports. Exits 1 when it finds any.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'

type Finding = { file: string; line: number; rule: string; text: string }
type Node = { type: string; start: number; name?: string; [key: string]: unknown }
type Source = { file: string; text: string; lineAt: (offset: number) => number; tree: Node }

/** Past participles that say nothing of the data they name. Wire fields of the catalogue may be called so. */
const participles = new Set(
  `absent added agreed allowed answered applied asked begun bound brought built called carried changed charged checked
  chosen claimed closed come counted covered cut decided done drawn driven ended entered expected felt filled found given
  gone had heard held hidden kept known laid learned led left lent loaded lost made marked meant met missed moved named
  needed noted offered opened owed paid placed planned posted promised proposed put raised reached read refused reported
  said seen selected sent served set shown signed spent stood stored stuck supposed taken taught told tried typed used
  waited wanted withheld written`
    .split(/\s+/)
    // Standard terms all the same: `set` and `read` are verbs and nouns, `left` a side, `bound` a limit.
    .filter((word) => !['set', 'read', 'left', 'bound', 'cut', 'put', 'come', 'absent'].includes(word)),
)

/** `alreadySent` and `justSaved` say no more than the participle alone. */
const adverb = /^(already|just|newly|now|still|ever|yet|not|once)(?=[A-Z])/

const riddle = /^(What|Who|Whom|Whose|Whoever|Whatever|That which|Wherever)\b(?![^.?]*\?)/

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && !file.endsWith('.d.ts'))

const sources: Source[] = files.map((file) => {
  const text = readFileSync(file, 'utf8')
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineAt = (offset: number) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
  const lang = file.endsWith('.tsx') ? 'tsx' : file.endsWith('.mjs') ? 'js' : 'ts'
  return { file, text, lineAt, tree: parseAst(text, { lang }, file) as unknown as Node }
})

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) yield* nodesOf(item)
    } else if (isNode(value)) {
      yield* nodesOf(value)
    }
  }
}

/** Identifiers that a pattern binds, without the keys of the object that it takes apart. */
function* boundIn(pattern: unknown): Generator<Node> {
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier') yield pattern
  if (pattern.type === 'AssignmentPattern') yield* boundIn(pattern['left'])
  if (pattern.type === 'RestElement') yield* boundIn(pattern['argument'])
  if (pattern.type === 'ArrayPattern') for (const one of pattern['elements'] as unknown[]) yield* boundIn(one)
  if (pattern.type === 'ObjectPattern') {
    for (const property of pattern['properties'] as Node[]) {
      // A field keeps the name that it has on the wire or in the row.
      if (property.type === 'RestElement') yield* boundIn(property)
      else if (property['shorthand'] !== true) yield* boundIn(property['value'])
    }
  }
}

/** Names that a file declares: variables, parameters, functions and types. */
function* declaredIn(tree: Node): Generator<Node> {
  for (const node of nodesOf(tree)) {
    if (node.type === 'VariableDeclarator') yield* boundIn(node['id'])
    if (/Function/.test(node.type)) {
      if (isNode(node['id'])) yield node['id']
      for (const parameter of (node['params'] as unknown[] | undefined) ?? []) yield* boundIn(parameter)
    }
    if (/^TS(TypeAlias|Interface)Declaration$/.test(node.type) && isNode(node['id'])) yield node['id']
  }
}

const participleNames = ({ file, tree, lineAt }: Source): Finding[] =>
  [...declaredIn(tree)]
    .filter(({ name = '' }) => participles.has(name.replace(adverb, '').toLowerCase()))
    .map(({ name = '', start }) => ({ file, line: lineAt(start), rule: 'bare participle as a name', text: name }))

/** Comments, one per block, without their marks. */
function commentsOf(text: string) {
  const blocks = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?<=^|\n)((?:[ \t]*\/\/[^\n]*\n?)+)/g)]
  return blocks.map(({ 0: whole, 1: block, 2: lines, index }) => ({
    index,
    words: (block ?? lines ?? whole)
      .replaceAll(/^[ \t]*(\*|\/\/)?[ \t]?/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }))
}

const sentencesOf = (words: string) => words.split(/(?<=[.!?:;])\s+/)

const riddles = ({ file, text, lineAt }: Source): Finding[] => [
  ...commentsOf(text).flatMap(({ index, words }) =>
    sentencesOf(words)
      .filter((sentence) => riddle.test(sentence))
      .map((sentence) => ({ file, line: lineAt(index), rule: 'sentence begins with a riddle', text: sentence })),
  ),
  ...[...text.matchAll(/\b(?:test|describe)(?:\.each[^(]*\([\s\S]*?\))?\(\s*['"`]((?:[A-Z]+-\d+ )*)([^'"`\n]+)/g)]
    .filter(({ 2: title = '' }) => /^(what|who|whoever|whatever|that which)\b/i.test(title))
    .map(({ index, 2: title = '' }) => ({
      file,
      line: lineAt(index),
      rule: 'test title begins with a riddle',
      text: title,
    })),
]

/** Summaries of endpoints stand in the published API reference. */
const summaryRiddles = ({ file, text, lineAt }: Source): Finding[] =>
  [...text.matchAll(/\bsummary:\s*(['"`])((?:(?!\1).)*)\1/g)]
    .filter(({ 2: summary = '' }) => /^(what|who|whom|whose|whoever|whether|how|which)\b/i.test(summary))
    .map(({ index, 2: summary = '' }) => ({
      file,
      line: lineAt(index),
      rule: 'summary of an endpoint begins with a riddle',
      text: summary,
    }))

const product = /^(domain|contract|server|web|sandbox)\/src\//

/** Types of one package that share a name, at least one of them exported. */
function twins(): Finding[] {
  const places = new Map<string, { file: string; line: number; isExported: boolean }[]>()
  for (const { file, text, lineAt } of sources) {
    if (!product.test(file) || file.includes('.test.')) continue
    for (const { 1: keyword, 2: name = '', index } of text.matchAll(/^(export )?(?:type|interface) (\w+)/gm)) {
      const key = `${file.split('/')[0]} ${name}`
      places.set(key, [...(places.get(key) ?? []), { file, line: lineAt(index), isExported: keyword !== undefined }])
    }
  }
  return [...places].flatMap(([key, all]) =>
    all.length < 2 || !all.some(({ isExported }) => isExported)
      ? []
      : all.map(({ file, line }) => ({ file, line, rule: 'type name declared twice', text: key.split(' ')[1] ?? '' })),
  )
}

/** Exported names that occur in no other file. */
function unusedExports(): Finding[] {
  const words = new Map<string, Set<string>>()
  for (const { file, text } of sources) {
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const where = words.get(word) ?? new Set()
      words.set(word, where.add(file))
    }
  }
  return sources
    .filter(({ file }) => product.test(file) && !file.includes('.test.'))
    .flatMap(({ file, text, lineAt }) =>
      [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|type|interface|let) (\w+)/gm)]
        .filter(({ 1: name = '' }) => (words.get(name)?.size ?? 0) < 2)
        .map(({ 1: name = '', index }) => ({
          file,
          line: lineAt(index),
          rule: 'exported name nobody imports',
          text: name,
        })),
    )
}

const findings = [
  ...sources.flatMap(participleNames),
  ...sources.flatMap(riddles),
  ...sources.flatMap(summaryRiddles),
  ...twins(),
  ...unusedExports(),
]
for (const { file, line, rule, text } of findings) console.log(`${file}:${line} ${rule}: ${text.slice(0, 90)}`)
console.log(`${findings.length} findings of style`)
process.exitCode = findings.length === 0 ? 0 : 1
