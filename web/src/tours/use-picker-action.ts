import { pickerAction, type PickerAction } from '@callboard/domain/tours/picker.ts'
import { useLocation } from 'wouter'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { rememberRoute, useSession } from '../shell/session.ts'
import { usePhone } from '../ui/clock.ts'
import { notice } from '../ui/dialogs.ts'
import type { PickerRow } from './picked-dates.ts'

/** Returns the handler of a click on a city; the order of its checks follows the specification. TOUR-014 to TOUR-019. */
export function usePickerAction() {
  const user = useSession()
  const mobile = usePhone()
  const [, navigate] = useLocation()
  const go = (href: string) => navigate(href)
  const create = useAct('POST /v1/mybtf/registration', {
    refreshes: ['GET /v1/mybtf/user-event-season-registrations', 'GET /v1/mybtf/due'],
    onSuccess: ({ id }) => go(paths.registration(id)),
  })

  const visitor = { signed_in: Boolean(user), confirmed: user?.confirmed ?? false, mobile }
  const acts: Record<PickerAction, (row: PickerRow) => void> = {
    none: () => {},
    // Back to this very city, which is marked there.
    sign_in: ({ date }) => {
      rememberRoute(paths.registerCity(date.event.subdomain, date.id))
      go(paths.signin)
    },
    await_confirmation: ({ date }) => {
      rememberRoute(paths.registerCity(date.event.subdomain, date.id))
      go(paths.awaitingConfirmation)
    },
    overview: ({ registration }) => registration && go(paths.event(registration.id, 'overview')),
    mobile_notice: () =>
      void notice({
        title: 'Sorry',
        message: 'Registration is not yet available on mobile, however you may still view completed registrations.',
      }),
    resume: ({ registration }) => registration && go(paths.registration(registration.id)),
    create: ({ date }) => {
      if (!create.isPending) create.mutate({ body: { tour_date_id: date.id } })
    },
  }

  return {
    act: (row: PickerRow) => acts[pickerAction(row.facts, visitor)](row),
    /** The city whose registration is being made just now. */
    creating: create.isPending ? create.variables.body.tour_date_id : undefined,
  }
}
