import { accept, refuse, type Result } from '../kernel/result.ts'
import type { SettingScope } from '../settings/definition.ts'
import { settingDefinitions, type SettingName } from '../settings/registry.ts'
import type { OfficeRefusal } from './refusals.ts'

const textMost = 20_000
const countMost = 1_000_000

const wrong = (why: string) => refuse({ code: 'office.setting_value' as const, field: 'value' as const, why })

/** Whether a setting of this name is in the registry. OFF-047. */
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingDefinitions, name)

/** Whether a value may be set for a setting at a scope: its type, its range, and that it can be set there. OFF-047. */
export function checkSetting(
  name: SettingName,
  scope: SettingScope,
  value: unknown,
): Result<number | boolean | string, OfficeRefusal> {
  const { kind, scope: scopes } = settingDefinitions[name]
  if (!scopes.includes(scope)) return wrong('This cannot be set here.')
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean' ? accept(value) : wrong('This is either on or off.')
    case 'text':
      if (typeof value !== 'string' || value.trim() === '') return wrong('Please write something.')
      return value.length <= textMost ? accept(value) : wrong(`Please use at most ${textMost} characters.`)
    case 'percent':
      return isWhole(value, 10_000) ? accept(value) : wrong('Please enter a share from 0 to 100 %.')
    case 'age':
      return isWhole(value, 120) ? accept(value) : wrong('Please enter an age.')
    case 'count':
    case 'days':
    case 'money':
      return isWhole(value, countMost * 100) ? accept(value) : wrong('Please enter a number of zero or more.')
  }
}

const isWhole = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
