import { readFileSync } from 'node:fs'
import { canBecome, type MediaState } from '@callboard/domain/critiques/media.ts'
import { matchMediaName, type MediaEntry } from '@callboard/domain/critiques/media-name.ts'
import { expect, test } from 'vitest'

const page = readFileSync('docs/rules/critiques.md', 'utf8')
const tableBelow = (heading: string) =>
  page
    .slice(page.indexOf(`## ${heading}`))
    .slice(1)
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())) ?? [] // oxfmt-ignore

test('OFF-031 the states of docs/rules/critiques.md are those of the rules', () => {
  const rows = tableBelow('States')
  const states = rows.map(([state = '']) => state as MediaState)
  expect(states).toHaveLength(7)
  for (const [state = '', next = ''] of rows) {
    const nextStates = states.filter((one) => canBecome(state as MediaState, one))
    expect(nextStates.toSorted(), state).toEqual(next.split(', ').filter(Boolean).toSorted())
  }
})

test('OFF-031 names of files mean what docs/rules/critiques.md says', () => {
  const seats = [1, 2].map((position) => ({ id: 10 + position, position }))
  const entries: MediaEntry[] = ['1', '12', '12a'].map((label, index) => ({ id: index + 1, label, seats }))
  const rows = tableBelow('Names of files')
  expect(rows).toHaveLength(7)
  for (const [name = '', kind = '', entry, seat] of rows) {
    const match = matchMediaName(name, kind as 'judge_audio', entries)
    const label = entries.find(({ id }) => id === match?.registration_routine_id)?.label ?? 'none'
    const position = seats.find(({ id }) => id === match?.seat_id)?.position ?? 'none'
    expect([label, String(position)], name).toEqual([entry, seat])
  }
})
