import type { Db } from '../../platform/db/connect.ts'
import type { Given } from './empty-season.ts'
import { smallCity, type SmallCity } from './small-city.ts'

/** The late rate applies. */
export const lateRates = (db: Db, given: Given = {}): Promise<SmallCity> =>
  smallCity(db, { now: '2024-11-05T18:00:00Z', ...given })

/** Ten minutes before the early rate ends. */
export const justBeforeDeadline = (db: Db, given: Given = {}): Promise<SmallCity> =>
  smallCity(db, { now: '2024-10-04T06:50:00Z', ...given })
