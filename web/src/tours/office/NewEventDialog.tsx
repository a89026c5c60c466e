import { useLocation } from 'wouter'
import { useAct } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { EventNamesDialog } from './EventNamesDialog.tsx'

/** A new tour, a draft until it is published. OFF-001. */
export function NewEventDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useAct('POST /v1/office/events', {
    refreshes: ['GET /v1/office/events'],
    failure: 'in place',
  })
  return (
    <EventNamesDialog
      title="New event"
      about="Set everything else on its page. To start from another event, open that one and copy it."
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={(names, onDone) =>
        mutate(
          { body: { ...names, published: false } },
          {
            onSuccess: ({ id }) => {
              onDone()
              onClose()
              navigate(paths.officeAt(`events/${id}`))
            },
          },
        )
      }
    />
  )
}
