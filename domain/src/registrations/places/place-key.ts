/** The names of scarce things of a city. A row of `capacity` has the same key. */
export type PlaceKey = 'routines' | 'small_solos' | `category:${number}` | `level:${number}`

/** The city’s routines of a category. COMP-081. */
export const categoryKey = (category_id: number): PlaceKey => `category:${category_id}`
/** The city’s people of a workshop level. */
export const levelKey = (level_id: number): PlaceKey => `level:${level_id}`
