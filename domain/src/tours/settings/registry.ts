import { ageSettings } from './ages.ts'
import { competitionSettings } from './competition.ts'
import { paymentSettings } from './payment.ts'
import { registrationSettings } from './registration.ts'
import { siteSettings } from './site.ts'
import { textSettings } from './texts.ts'
import { workshopPriceSettings } from './workshop-prices.ts'
import type { Definition } from './definition.ts'

/**
 * Every configured value: its type, where it may be set, its default and its source. Resolved tour date, event,
 * season, product, default. The office's settings page is generated from this table. OFF-047.
 */
export const settingDefinitions = {
  ...ageSettings,
  ...workshopPriceSettings,
  ...competitionSettings,
  ...paymentSettings,
  ...registrationSettings,
  ...textSettings,
  ...siteSettings,
}

export type SettingName = keyof typeof settingDefinitions
export type ProductSettings = {
  readonly [Name in SettingName]: (typeof settingDefinitions)[Name] extends Definition<infer Value> ? Value : never
}

export const settingNames = Object.keys(settingDefinitions) as SettingName[]

/** Every setting at its default. */
export const defaultSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingDefinitions[name].value]),
  // The keys are exactly the registry's.
) as unknown as ProductSettings
