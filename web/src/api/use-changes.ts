import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isActRunning, useIsAsking } from '../ui/dialogs.ts'
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
  const [isRunning, setRunning] = useState(false)
  // A dialog waits for a person: meanwhile no button turns.
  const pending = !useIsAsking() && isRunning
  const [failure, setFailure] = useState<FormError | null>(null)
  const { data, error, refetch } = useRead(route, input)

  /**
   * Makes one change; a refusal is shown, and all is read again. Returns whether it was done. `act` answers null where the
   * person changed their mind. Throws a refusal of what the answer of a dialog did: that dialog says it.
   */
  async function change(act: () => Promise<Reply<R> | null>): Promise<boolean> {
    setRunning(true)
    setFailure(null)
    try {
      const reply = await act()
      if (reply === null) return false
      queries.setQueryData<Reply<R>>(callQuery(route, input).queryKey, reply)
      return true
    } catch (thrown) {
      const refreshed = refetch()
      if (isActRunning()) throw thrown
      if (shownAs === 'dialog') await showFailure(thrown, () => {})
      await refreshed
      if (shownAs === 'in place') setFailure(formError(thrown))
      return false
    } finally {
      setRunning(false)
    }
  }

  return { data, error, refetch, pending, change, failure, clearFailure: () => setFailure(null) }
}
