import { useRead, useAct } from '../api/use-call.ts'
import type { Reply } from '../api/call.ts'
import { confirm } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'

export type WaitingList = Reply<'GET /v1/waiting-list'>
export type WaitingEntry = WaitingList['entries'][number]

const refreshes = ['GET /v1/waiting-list', 'GET /v1/tour-dates/{id}/places'] as const

/** What a registration has in line, and what its owner may answer. `onChanged`: the registration itself is another now. */
export function useWaiting(registration_id: number, onChanged: () => void) {
  const { data } = useRead('GET /v1/waiting-list', { query: { registration_id } })
  const answering = useAct('PUT /v1/waiting-list/{id}', { refreshes, onSuccess: onChanged })
  const leaving = useAct('DELETE /v1/waiting-list/{id}', { refreshes, onSuccess: onChanged })
  const joining = useAct('POST /v1/waiting-list', { refreshes, onSuccess: onChanged })

  return {
    list: data,
    pending: answering.isPending || leaving.isPending || joining.isPending,
    accept: ({ id, routines }: WaitingEntry) =>
      answering.mutate(
        { params: { id }, body: { answer: 'accept' } },
        { onSuccess: () => toast(routines.length === 1 ? 'Your routine is in' : 'Your routines are in') },
      ),
    decline: ({ id }: WaitingEntry) =>
      void confirm({
        title: 'Decline this offer?',
        message: 'The place goes to the next in line. You can join again; you then stand behind those who wait.',
        yes: 'Yes, decline',
        no: 'Keep the offer',
        grave: true,
        act: () => answering.mutateAsync({ params: { id }, body: { answer: 'decline' } }),
      }),
    leave: ({ id, routines }: WaitingEntry) =>
      void confirm({
        title: 'Leave the waiting list?',
        message: `${routines.map(({ name }) => name).join(', ')} ${routines.length === 1 ? 'is' : 'are'} taken off your registration.`,
        yes: 'Yes, leave',
        no: 'Keep waiting',
        grave: true,
        act: () => leaving.mutateAsync({ params: { id } }),
      }),
    joinAgain: (routine_ids: readonly number[], takes_part = false) =>
      joining.mutate(
        { body: { registration_id, routine_ids, takes_part } },
        { onSuccess: () => toast('You are on the waiting list') },
      ),
  }
}

export type Waiting = ReturnType<typeof useWaiting>
