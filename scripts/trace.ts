// Which requirements have a test, by group. An id counts when it is in the title of a test.
import { readdirSync, readFileSync } from 'node:fs'

const catalogue = readFileSync('docs/requirements.md', 'utf8')
const ids = [...catalogue.matchAll(/^\| ([A-Z]+-\d{3}) \|/gm)].map(([, id]) => id ?? '')
const tests = ['domain/src', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test\.tsx?|e2e\.ts)$/.test(file))
    .map((file) => `${folder}/${file}`),
)

const namedIds = new Set<string>()
for (const file of tests) {
  const text = readFileSync(file, 'utf8')
  // A title is the first text of a call, or begins a row of a table of tests; ids stand at its beginning.
  for (const [, , title] of text.matchAll(/[([,]\s*(['"`])((?:[A-Z]+-\d{3}[ ,:]+)+.*?)\1/gs)) addAll(title)
}

function addAll(title = '') {
  for (const [id] of title.matchAll(/[A-Z]+-\d{3}/g)) namedIds.add(id)
}

const groups = new Map<string, { with: string[]; without: string[] }>()
for (const id of ids) {
  const group = id.slice(0, id.indexOf('-'))
  const idsOfGroup = groups.get(group) ?? { with: [], without: [] }
  groups.set(group, idsOfGroup)
  idsOfGroup[namedIds.has(id) ? 'with' : 'without'].push(id)
}

const short = (list: readonly string[]) => list.map((id) => id.slice(id.indexOf('-') + 1)).join(' ')
for (const [group, idsOfGroup] of groups) {
  const all = idsOfGroup.with.length + idsOfGroup.without.length
  const missing = idsOfGroup.without.length > 0 ? `  without: ${short(idsOfGroup.without)}` : ''
  console.log(`${group.padEnd(6)}${String(idsOfGroup.with.length).padStart(3)} of ${String(all).padStart(3)}${missing}`)
}

const reasons = [...readFileSync('docs/not-tested.md', 'utf8').matchAll(/^\| ([A-Z]+-\d{3})\s+\| (.*?)\s*\|$/gm)]
if (reasons.length > 0) console.log('\nWhy (docs/not-tested.md):')
for (const [, id = '', why] of reasons)
  console.log(`${id}: ${namedIds.has(id) ? 'has a test by now: take it out.' : `${why}.`}`)

const unknown = [...namedIds].filter((id) => !ids.includes(id) && groups.has(id.slice(0, id.indexOf('-'))))
if (unknown.length > 0) console.log(`\nNot in the catalogue: ${unknown.join(' ')}`)
console.log(
  `\n${[...groups.values()].reduce((sum, group) => sum + group.with.length, 0)} of ${ids.length} requirements have a test`,
)
process.exitCode = unknown.length > 0 ? 1 : 0
