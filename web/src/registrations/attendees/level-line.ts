import { createContext } from 'react'

/** Begins to wait for a level with some people; absent where one cannot wait. */
type WaitForLevel = (level_id: number, person_ids: readonly number[]) => void

type LevelLine = { isWaitedFor: (level_id: number) => boolean; wait: WaitForLevel }

/** The waiting list of the step's levels; null: the step has none. */
export const LevelLineContext = createContext<LevelLine | null>(null)
