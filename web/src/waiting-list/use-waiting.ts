import { useRead, useAct } from '../api/use-call.ts'
import type { Reply } from '../api/call.ts'
import { confirm } from '../ui/dialogs.ts'
import { moneyText } from '../ui/Money.tsx'
import { toast } from '../ui/toasts.ts'

type WaitingList = Reply<'GET /v1/waiting-list'>
export type WaitingEntry = WaitingList['entries'][number]

export const waitingRefreshes = ['GET /v1/waiting-list', 'GET /v1/tour-dates/{id}/places'] as const

/** Reads the registration's waiting-list entries. */
const useWaitingListRead = (registration_id: number) => useRead('GET /v1/waiting-list', { query: { registration_id } })

export const useWaitingList = (registration_id: number): WaitingList | undefined =>
  useWaitingListRead(registration_id).data

const listed = (of: readonly { name: string }[]) => of.map(({ name }) => name).join(', ')

/** Returns the name of an entry: its routines with their added people, or its people. */
export const namesOf = ({ routines, people }: WaitingEntry): string => {
  if (routines.length === 0) return listed(people)
  return people.length === 0 ? listed(routines) : `${listed(routines)} with ${listed(people)}`
}

const yesText = ({ routines, people }: WaitingEntry): string => {
  if (routines.length === 0) return people.length === 1 ? `${people[0]?.name ?? ''} is in` : 'They are in'
  const what = routines.length === 1 ? 'Your routine' : 'Your routines'
  if (people.length > 0) return `${what} and ${people.length === 1 ? 'its new dancer' : 'their new dancers'} are in`
  return `${what} ${routines.length === 1 ? 'is' : 'are'} in`
}

/** Reads the registration's waiting-list entries and the allowed answers. `onChanged`: the registration itself is another now. */
export function useWaiting(registration_id: number, onChanged: () => void) {
  const { data, error, refetch } = useWaitingListRead(registration_id)
  const answering = useAct('PUT /v1/waiting-list/{id}', { refreshes: waitingRefreshes, onSuccess: onChanged })
  const leaving = useAct('DELETE /v1/waiting-list/{id}', { refreshes: waitingRefreshes, onSuccess: onChanged })
  const joining = useAct('POST /v1/waiting-list', { refreshes: waitingRefreshes, onSuccess: onChanged })

  return {
    list: data,
    /** The entries could not be read: an offer may be among them. */
    error: data ? null : error,
    retry: () => void refetch(),
    pending: answering.isPending || leaving.isPending || joining.isPending,
    accept: (entry: WaitingEntry, routines: WaitingEntry['routines']) => {
      const isPart = routines.length < entry.routines.length
      const routine_ids = routines.map(({ id }) => id)
      const answer = { params: { id: entry.id }, body: { answer: 'accept' as const, ...(isPart && { routine_ids }) } }
      const onSuccess = () => toast(yesText({ ...entry, routines }))
      // An unfinished registration is asked for money when it is completed.
      if (!entry.fee) return answering.mutate(answer, { onSuccess })
      void confirm({
        title: isPart ? 'Accept a part of this offer?' : 'Accept this offer?',
        message: isPart
          ? 'The fees of what you accept are added to your bill.'
          : `${moneyText(entry.fee)} is added to your bill.`,
        yes: 'Yes, accept',
        no: 'Not now',
        consequence: 'none',
        act: () => answering.mutateAsync(answer, { onSuccess }),
      })
    },
    decline: ({ id }: WaitingEntry) =>
      void confirm({
        title: 'Decline this offer?',
        message: 'The place goes to the next in line. You can join again at the end of the line.',
        yes: 'Yes, decline',
        no: 'Keep the offer',
        consequence: 'loss',
        act: () => answering.mutateAsync({ params: { id }, body: { answer: 'decline' } }),
      }),
    leave: (entry: WaitingEntry) =>
      void confirm({
        title: 'Leave the waiting list?',
        message:
          entry.routines.length === 0
            ? `${namesOf(entry)} would start at the end of the line if they join again.`
            : `${listed(entry.routines)} ${entry.routines.length === 1 ? 'is' : 'are'} taken off your registration.`,
        yes: 'Yes, leave',
        no: 'Keep waiting',
        consequence: 'loss',
        act: () => leaving.mutateAsync({ params: { id: entry.id } }),
      }),
    joinAgain: (routine_ids: readonly number[], takes_part = false) =>
      joining.mutate(
        { body: { registration_id, routine_ids, takes_part } },
        { onSuccess: () => toast('You are on the waiting list') },
      ),
  }
}

export type Waiting = ReturnType<typeof useWaiting>
