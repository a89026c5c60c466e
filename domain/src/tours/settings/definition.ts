export type SettingScope = 'product' | 'season' | 'event' | 'tour_date'
type Group = 'Ages' | 'Workshop prices' | 'Competition' | 'Payment' | 'Registration' | 'Texts' | 'Site'

export type Definition<Value> = {
  label: string
  help: string
  group: Group
  kind: 'money' | 'percent' | 'count' | 'age' | 'switch' | 'text' | 'days' | 'season'
  scope: readonly SettingScope[]
  /** Of a number: the least and the most that make sense, where its kind alone says too little. */
  range?: readonly [least: number, most: number]
  /** A fee that the price rule of a season from another raises; deposits, limits, awards and penalties stay. */
  is_price?: true
  value: Value
  /** Where the documents say it; 'A…' is a reading of ours. */
  source: string
}

export const anywhere = ['product', 'season', 'event', 'tour_date'] as const
export const site = ['product'] as const

/** Returns the function that defines the settings of a group. */
export const definer =
  (group: Group) =>
  <Value>(definition: Omit<Definition<Value>, 'group'>): Definition<Value> => ({ ...definition, group })
