/** The names of scarce things of a city. A row of `capacity` has the same key. */
export type PlaceKey = 'routines' | 'small_solos' | `category:${number}` | `level:${number}`

export const categoryKey = (category_id: number): PlaceKey => `category:${category_id}`
export const levelKey = (level_id: number): PlaceKey => `level:${level_id}`
