import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput, Reply, Route } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { callQuery, useAct, useRead } from '../../api/use-call.ts'
import { confirm } from '../../ui/dialogs.ts'

/** A reading whose changes each answer all of it anew, which then stands on the screen. */
export function useChanges<R extends Route>(route: R, input: CallInput<R>) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const { data, error, refetch } = useRead(route, input)

  /** Makes one change; a refusal is said in a dialog, and all is read again. Returns whether it was done. */
  async function change(act: () => Promise<Reply<R>>): Promise<boolean> {
    setPending(true)
    try {
      queries.setQueryData<Reply<R>>(callQuery(route, input).queryKey, await act())
      return true
    } catch (failure) {
      await showFailure(failure, () => {})
      await refetch()
      return false
    } finally {
      setPending(false)
    }
  }

  return { data, error, refetch, pending, change }
}

/**
 * Enters a mark, and asks once where it is unusual: `enter` is called again with the answer. Returns null where the
 * person would rather change it.
 */
export async function askIfUnusual<Answer>(
  enter: (accept_unusual: boolean) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await enter(false)
  } catch (failure) {
    if (!(failure instanceof ReplyError) || failure.code !== 'mark.unusual') throw failure
    const { message } = failure
    const isRight = await confirm({ title: 'Is this mark right?', message, yes: 'Yes, keep it', no: 'Change it' })
    return isRight ? enter(true) : null
  }
}

type RecordActs = { refreshes: readonly Route[]; onSaved: () => void }

/** The two acts of a dialog that adds a record or changes one; a refusal is shown in the dialog. */
export function useRecordActs<Add extends Route, Change extends Route>(
  addRoute: Add,
  changeRoute: Change,
  { refreshes, onSaved }: RecordActs,
) {
  const options = { refreshes, failure: 'in place' as const, onSuccess: onSaved }
  const add = useAct(addRoute, options)
  const change = useAct(changeRoute, options)
  return { add, change, error: add.error ?? change.error, pending: add.isPending || change.isPending }
}
