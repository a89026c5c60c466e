import { nextSteps } from '@callboard/domain/registrations/next-steps.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'

type OwnRegistrations = Reply<'GET /v1/mybtf/own-registrations'>
export type OwnRegistration = OwnRegistrations['registrations'][number]

export const useOwnRegistrations = () => useRead('GET /v1/mybtf/own-registrations', {})

/** Returns the next step of a registration, dated in the city's time zone. */
export const stepsOf = (registration: OwnRegistration, now: Instant) =>
  nextSteps(registration, dayIn(registration.time_zone, now))

/** In progress, coming up, and over: as the list is read. */
export const partsOf = (registrations: readonly OwnRegistration[]) => ({
  unfinished: registrations.filter(({ completed, open }) => !completed && open),
  coming: registrations.filter(({ completed, past }) => completed && !past),
  over: registrations.filter(({ completed, open, past }) => (completed ? past : !open)).toReversed(),
})
