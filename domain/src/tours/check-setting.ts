import { accept, refuse, type Result } from '../kernel/result.ts'
import { dollars, usd } from '../kernel/money.ts'
import type { Definition, SettingScope } from './settings/definition.ts'
import { settingDefinitions, type SettingName } from './settings/registry.ts'
import type { OfficeRefusal } from './office-refusals.ts'

const textMost = 20_000
const countMost = 10_000
const ageMost = 120
const seasonIdMost = 100_000
const moneyMost = dollars(100_000)

const wrong = (why: string) => refuse({ code: 'office.setting_value' as const, field: 'value' as const, why })

/** Whether a setting of this name is in the registry. OFF-047. */
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingDefinitions, name)

/** Whether a value may be set for a setting at a scope: its type, its range, and that it can be set there. OFF-047. */
export function checkSetting(
  name: SettingName,
  scope: SettingScope,
  value: unknown,
): Result<number | boolean | string, OfficeRefusal> {
  const { kind, scope: scopes, range }: Definition<unknown> = settingDefinitions[name]
  if (!scopes.includes(scope)) return wrong('This cannot be set here.')
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean' ? accept(value) : wrong('Choose on or off.')
    case 'text':
      if (typeof value !== 'string' || value.trim() === '') return wrong('Please enter some text.')
      return value.length <= textMost ? accept(value) : wrong(`Please use at most ${textMost} characters.`)
    case 'percent':
      return isWithin(value, [0, 10_000]) ? accept(value) : wrong('Please enter a share from 0 to 100 %.')
    case 'money':
      return isWithin(value, [0, moneyMost]) ? accept(value) : wrong(`Please enter $0.00 to ${usd(moneyMost)}.`)
    case 'season':
      return isWithin(value, [1, seasonIdMost]) ? accept(value) : wrong('Choose a season.')
    case 'age':
    case 'count':
    case 'days': {
      const [least, most] = range ?? [0, kind === 'age' ? ageMost : countMost]
      const number = (one: number) => one.toLocaleString('en-US')
      const expectation = kind === 'age' ? 'an age' : 'a number'
      return isWithin(value, [least, most])
        ? accept(value)
        : wrong(`Please enter ${expectation} from ${number(least)} to ${number(most)}.`)
    }
  }
}

const isWithin = (value: unknown, [least, most]: readonly [number, number]): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
