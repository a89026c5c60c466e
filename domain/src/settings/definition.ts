export type SettingScope = 'product' | 'season' | 'event' | 'tour_date'
type Group = 'Ages' | 'Workshop prices' | 'Competition' | 'Payment' | 'Registration' | 'Texts' | 'Site'

export type Definition<Value> = {
  label: string
  help: string
  group: Group
  kind: 'money' | 'percent' | 'count' | 'age' | 'switch' | 'text' | 'days'
  scope: readonly SettingScope[]
  value: Value
  /** Where the documents say it; 'A…' is a reading of ours. */
  source: string
}

export const anywhere = ['product', 'season', 'event', 'tour_date'] as const
export const site = ['product'] as const

/** What defines the settings of a group. */
export const definer =
  (group: Group) =>
  <Value>(definition: Omit<Definition<Value>, 'group'>): Definition<Value> => ({ ...definition, group })
