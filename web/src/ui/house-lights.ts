import { useEffect, useSyncExternalStore } from 'react'

type Lights = 'up' | 'down'

let dimmers = 0
const listeners = new Set<() => void>()

function dim(by: 1 | -1) {
  dimmers += by
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = (): Lights => (dimmers > 0 ? 'down' : 'up')

export const useHouseLights = () => useSyncExternalStore(subscribe, current, current)

/** Turns the house lights down for as long as the screen that calls it is shown (the results portal). */
export function useHouseLightsDown() {
  useEffect(() => {
    dim(1)
    return () => dim(-1)
  }, [])
}
