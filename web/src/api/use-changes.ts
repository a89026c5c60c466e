import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormError } from '../ui/form-state.ts'
import type { CallInput, Reply, Route } from './call.ts'
import { formError, showFailure } from './failure.ts'
import { callQuery, useRead } from './use-call.ts'

type ChangeOptions = {
  /** 'in place': the screen shows `failure` itself, as forms do. Otherwise a dialog says it. */
  failure?: 'dialog' | 'in place'
}

/** A reading whose changes each answer all of it anew, which then stands on the screen. */
export function useChanges<R extends Route>(
  route: R,
  input: CallInput<R>,
  { failure: shownAs = 'dialog' }: ChangeOptions = {},
) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<FormError | null>(null)
  const { data, error, refetch } = useRead(route, input)

  /**
   * Makes one change; a refusal is shown, and all is read again. Returns whether it was done. `act` answers null where the
   * person changed their mind.
   */
  async function change(act: () => Promise<Reply<R> | null>): Promise<boolean> {
    setPending(true)
    setFailure(null)
    try {
      const reply = await act()
      if (reply === null) return false
      queries.setQueryData<Reply<R>>(callQuery(route, input).queryKey, reply)
      return true
    } catch (thrown) {
      if (shownAs === 'dialog') await showFailure(thrown, () => {})
      await refetch()
      if (shownAs === 'in place') setFailure(formError(thrown))
      return false
    } finally {
      setPending(false)
    }
  }

  return { data, error, refetch, pending, change, failure, clearFailure: () => setFailure(null) }
}
