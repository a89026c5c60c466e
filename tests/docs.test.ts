import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'requirements.md')
    .map((file) => `docs/${file}`),
].map((page) => ({ page, text: readFileSync(page, 'utf8') }))

/** Whole paths of the repository that a page names in backticks; patterns with `*`, `…`, `<` or `NNNN` are none. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:domain|contract|server|web|tests|db|bench|scripts|docs|deploy|sandbox)\/[\w@./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/NNNN|\/dist(\/|$)/.test(path))

test('every path that a page of the documentation names exists', () => {
  const missingPaths = pages.flatMap(({ page, text }) =>
    pathsIn(text)
      .filter((path) => !existsSync(path))
      .map((path) => `${page} → ${path}`),
  )
  expect(missingPaths).toEqual([])
})

/** '`countMarks` in `domain/src/judging/counted-marks.ts`': names with the file that a page sends its reader to. */
const fileNamesIn = (text: string) =>
  [...text.matchAll(/`(\w+)`(?:, `(\w+)`)? in `((?:domain|contract|server|web|tests)\/[\w@./-]+\.tsx?)`/g)].flatMap(
    ([, first = '', second, path = '']) => [first, ...(second ? [second] : [])].map((name) => ({ name, path })),
  )

test('a name that a page places in a file stands there', () => {
  const namesWithFile = pages.flatMap(({ page, text }) => fileNamesIn(text).map((name) => ({ page, ...name })))
  expect(namesWithFile.length).toBeGreaterThan(20)
  const missingNames = namesWithFile.filter(
    ({ name, path }) => !existsSync(path) || !new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8')),
  )
  expect(missingNames).toEqual([])
})

/** The words of the code: identifiers of all packages, tests and scripts. */
const codeWords = () => {
  const words = new Set<string>()
  for (const folder of [
    'domain',
    'contract',
    'server',
    'web',
    'db',
    'tests',
    'scripts',
    'bench',
    'sandbox',
    'deploy',
  ]) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(tsx?|mjs|js|sql|css|yml|yaml|cfg|json)$/.test(file) && !/node_modules|(^|\/)dist\//.test(file),
    )
    for (const file of files) {
      for (const [word] of readFileSync(`${folder}/${file}`, 'utf8').matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word)
    }
  }
  return words
}

/** Names of another program, which stand in no code of ours. */
const foreignNames = ['entriesAware']

test('every function and type that a page of the documentation names exists', () => {
  const words = codeWords()
  const namesIn = (text: string) =>
    [...text.replaceAll(/```.*?```/gs, '').matchAll(/`([A-Za-z_$][\w$]*[a-z][A-Z][\w$]*)(?:\([^`]*\))?`/g)].map(
      ([, name = '']) => name,
    )
  expect(namesIn('`noSuchName(draft)` and `alsoMissing`')).toEqual(['noSuchName', 'alsoMissing'])
  const missingNames = pages.flatMap(({ page, text }) =>
    namesIn(text)
      .filter((name) => !words.has(name) && !foreignNames.includes(name))
      .map((name) => `${page} → ${name}`),
  )
  expect(missingNames).toEqual([])
})

test('each migration has a number of its own', () => {
  const numbers = readdirSync('db/migrations').map((file) => file.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

test('each decision has a number of its own', () => {
  const numbers = readdirSync('docs/decisions').map((file) => file.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

test('the operations page lists every scheduled job', () => {
  const scheduled = [...readFileSync('server/src/worker.ts', 'utf8').matchAll(/'[\d*/ ]+ (\w+)',$/gm)].map(
    ([, job = '']) => job,
  )
  expect(scheduled.length).toBeGreaterThan(0)
  const operations = pages.find(({ page }) => page === 'docs/operations.md')?.text ?? ''
  expect(scheduled.filter((job) => !operations.includes(`| \`${job}\` `))).toEqual([])
})
