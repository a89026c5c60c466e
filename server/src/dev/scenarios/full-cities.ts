import type { Db } from '../../platform/db/connect.ts'
import type { Given } from './empty-season.ts'
import { smallCity, type SmallCity } from './small-city.ts'

/** Registration is switched off for the city. */
export const soldOut = (db: Db, given: Given = {}): Promise<SmallCity> =>
  smallCity(db, { ...given, city: { regenabled: false, ...given.city } })

/** The city takes one routine; Grace’s unfinished registration has two. */
export const lastPlace = (db: Db, given: Given = {}): Promise<SmallCity> =>
  smallCity(db, { ...given, city: { total_routine_limit: 1, waiting_list: true, ...given.city } })
