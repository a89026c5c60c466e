import { QueryClientContext } from '@tanstack/react-query'
import { use, useEffect } from 'react'

/** Notices on the screen whose button repeats every failed read. */
let noticeCount = 0

/** Whether the screen says a failed read in place: a dialog about another one would only say it twice. */
export const isFailureInPlace = () => noticeCount > 0

/** For a notice of a failed read: returns how to repeat each read of the screen that failed, since one press is enough. */
export function useRepeatFailedReads(): () => void {
  const queries = use(QueryClientContext)
  useEffect(() => {
    noticeCount += 1
    return () => {
      noticeCount -= 1
    }
  }, [])
  return () =>
    void queries?.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      // A read that the notice itself repeats is on its way.
      { cancelRefetch: false },
    )
}
