import { useMemo } from 'react'
import { useRead } from '../api/use-call.ts'
import { useSession } from '../shell/session.ts'
import type { DueCity } from './landing/schedule.ts'

const unfinishedOf = ({ next, tour_date_id, registration_id }: DueCity) =>
  next === 'finish' ? [[tour_date_id, registration_id] as const] : []

/** Unfinished registrations of the signed-in account, by tour date: registering there continues them. */
export function useDrafts(): ReadonlyMap<number, number> {
  const user = useSession()
  const due = useRead('GET /v1/mybtf/due', {}, { enabled: Boolean(user) }).data
  return useMemo(() => new Map((user && due ? due : []).flatMap(unfinishedOf)), [user, due])
}
