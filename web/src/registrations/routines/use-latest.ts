import { useEffect, useMemo, useRef } from 'react'

/** One function for the life of the part, which does what the newest one would: rows and panels compare it. */
export function useLatest<Given extends unknown[]>(act: (...args: Given) => void): (...args: Given) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useMemo(
    () =>
      (...args: Given) =>
        latest.current(...args),
    [],
  )
}
