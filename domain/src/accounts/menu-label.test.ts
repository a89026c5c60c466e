import { expect, test } from 'vitest'
import { menuLabel } from './person-types.ts'

const studio = (name: string) => ({ studio_account: true, person: { fname: 'Grace' }, studio: { name } })

test.each([
  ['a studio of three words is shown whole', studio('Stage Door Dance'), 'Stage Door Dance'],
  ['a studio of four words is cut after the third', studio('Stage Door Dance Academy'), 'Stage Door Dance…'],
  ['blanks between words do not count as words', studio('  Stage   Door Dance '), 'Stage Door Dance'],
  ['a dancer is called by first name', { ...studio('Stage Door'), studio_account: false }, 'Grace'],
  ['a studio without a name yet falls back to the person', { ...studio(''), studio: null }, 'Grace'],
])('UI-002 UI-031 %s', (_, account, label) => expect(menuLabel(account)).toBe(label))
