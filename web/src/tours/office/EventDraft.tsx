import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { confirm } from '../../ui/dialogs.ts'
import { toast } from '../../ui/toasts.ts'
import { DraftNotice } from './DraftNotice.tsx'
import { EventNamesDialog } from './EventNamesDialog.tsx'

type EventRecord = Reply<'GET /v1/office/events'>['rows'][number]

const refreshes = ['GET /v1/office/events', 'GET /v1/office/tour-dates'] as const

/** Publishes a draft event. */
export function EventDraft({ event, readOnly }: { event: EventRecord; readOnly: boolean }) {
  const { mutate, isPending } = useAct('POST /v1/office/events/{id}/publish', {
    refreshes,
    onSuccess: () => toast('Event published'),
  })
  if (event.published) return null
  const publish = () => mutate({ params: { id: event.id } })
  return <DraftNotice kind="event" missing={[]} readOnly={readOnly} pending={isPending} onPublish={publish} />
}

/** Copies an event, makes it a draft again, or deletes the draft. */
export function EventActions({ event }: { event: EventRecord }) {
  const [isCopying, setIsCopying] = useState(false)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const copying = useAct('POST /v1/office/events/{id}/copy', { refreshes, failure: 'in place' })
  const remove = () =>
    void confirm({
      title: 'Delete this event?',
      message: 'The draft with its prices, settings and lists is gone for good.',
      yes: 'Delete event',
      consequence: 'loss',
      no: 'Keep it',
      act: async () => {
        await call('DELETE /v1/office/events/{id}', { params: { id: event.id } })
        navigate(paths.officeAt('events'))
        await Promise.all(refreshes.map((route) => queries.invalidateQueries({ queryKey: [route] })))
        toast('Event deleted')
      },
    })
  const unpublish = () =>
    void confirm({
      title: 'Make this event a draft again?',
      message:
        'Studios no longer see it or its cities. Everything you set stays. This works only while no one has begun to register.',
      yes: 'Make it a draft',
      no: 'Keep it published',
      consequence: 'outgoing',
      act: () => call('POST /v1/office/events/{id}/unpublish', { params: { id: event.id } }),
    }).then(() => Promise.all(refreshes.map((route) => queries.invalidateQueries({ queryKey: [route] }))))
  return (
    <>
      {event.published && (
        <Button variant="default" onClick={unpublish}>
          Make a draft
        </Button>
      )}
      {!event.published && (
        <Button variant="default" onClick={remove}>
          Delete
        </Button>
      )}
      <Button variant="default" onClick={() => setIsCopying(true)}>
        Copy event
      </Button>
      {isCopying && (
        <EventNamesDialog
          title={`Copy ${event.name}`}
          about="Flags, rules, settings and prices are copied; cities are not."
          error={copying.error}
          pending={copying.isPending}
          onClose={() => setIsCopying(false)}
          onSubmit={(names, onDone) =>
            copying.mutate(
              { params: { id: event.id }, body: names },
              {
                onSuccess: ({ id }) => {
                  onDone()
                  setIsCopying(false)
                  navigate(paths.officeAt(`events/${id}`))
                },
              },
            )
          }
        />
      )}
    </>
  )
}
