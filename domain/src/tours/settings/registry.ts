import { ageSettings } from './ages.ts'
import { competitionSettings } from './competition.ts'
import { paymentSettings } from './payment.ts'
import { registrationSettings } from './registration.ts'
import { runningOrderSettings } from './running-order.ts'
import { siteSettings } from './site.ts'
import { workshopPriceSettings } from './workshop-prices.ts'
import { type Definition, anywhere, definer } from './definition.ts'

const define = definer('Texts')

/** Texts that people accept, word for word. */
const textSettings = {
  bank_authorization_text: define<string>({
    label: 'Authorization for bank payments',
    help: 'Accepted before each debit and stored word for word. Fields to fill in: {name} {company} {holder} {account} {last_four} {amount} {date} {registration} {event} {city} {contact} {fee} {standing}.',
    kind: 'text',
    scope: anywhere,
    source: 'A116',
    value:
      'I, {name}, authorize {company} to electronically debit my {holder} {account} account ending in {last_four} for a single payment of {amount} on or after {date}, for registration {registration}, {event} in {city}; and, if needed, to credit my account to correct an error.{standing} I am authorized to use this account. I can revoke this authorization before it is processed by writing to {contact} by 5 pm Pacific time on the day I give it. If the payment is returned unpaid, a fee of {fee} may be charged where the law allows it.',
  }),
}

/**
 * Every configured value: its type, where it may be set, its default and its source. Resolved tour date, event,
 * season, product, default. The office's settings page is generated from this table. OFF-047.
 */
export const settingDefinitions = {
  ...ageSettings,
  ...workshopPriceSettings,
  ...competitionSettings,
  ...runningOrderSettings,
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
