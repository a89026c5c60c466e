import { routineOptionNames } from '@callboard/domain/registrations/routines/routine-options.ts'
import { rosterDetailNames } from '@callboard/domain/roster/person-fields.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folders = ['domain/src', 'contract/src', 'server/src', 'web/src', 'db']

/** Every file of the product, without its tests, that names a field. */
const filesNaming = (field: string): string[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !file.includes('.test.'))
    .filter((file) => new RegExp(`\\b${field}\\b`).test(readFileSync(file, 'utf8')))

// docs/recipes/new-field.md. `has_prop` is not here: the running order reads it for a rule of its own.
test.each(['pronouns', 'on_stage', 'prelims'])('%s touches at most eight files of the product', (field) => {
  const files = filesNaming(field)
  expect(files.length, files.join(', ')).toBeLessThanOrEqual(8)
  expect(files.some((file) => file.startsWith('domain/src/'))).toBe(true)
  expect(files.some((file) => file.startsWith('db/'))).toBe(true)
})

const migrationsText = readdirSync('db/migrations')
  .map((file) => readFileSync(`db/migrations/${file}`, 'utf8'))
  .join('\n')

test.each(rosterDetailNames)('%s of a person has its column, and a canary in the test of erasure', (name) => {
  expect(migrationsText).toMatch(new RegExp(`\\b${name}\\s+text\\b`))
  expect(readFileSync('tests/accounts/erasure.test.ts', 'utf8')).toMatch(new RegExp(`\\b${name}\\b`))
})

test.each(routineOptionNames)('%s of a routine has its column', (name) => {
  expect(migrationsText).toMatch(new RegExp(`\\b${name}\\s+(boolean|integer)\\b`))
})
