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
