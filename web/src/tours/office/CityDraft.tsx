import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../shell/paths.ts'
import { confirm } from '../../ui/dialogs.ts'
import { toast } from '../../ui/toasts.ts'
import { CopyCityDialog } from './CopyCityDialog.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import type { CityRecord } from './flag-words.ts'

const refreshes = ['GET /v1/office/tour-dates', 'GET /v1/office/tour-dates/{id}'] as const

/** Publishes a draft city. */
export function CityDraft({ city, readOnly }: { city: CityRecord; readOnly: boolean }) {
  const { mutate, isPending } = useAct('POST /v1/office/tour-dates/{id}/publish', {
    refreshes,
    onSuccess: () => toast('City published'),
  })
  if (city.published) return null
  const publish = () => mutate({ params: { id: city.id } })
  return <DraftNotice kind="city" missing={city.missing} readOnly={readOnly} pending={isPending} onPublish={publish} />
}

/** Copies a city, makes it a draft again, or deletes the draft. */
export function CityActions({ city }: { city: CityRecord }) {
  const [isCopying, setIsCopying] = useState(false)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const remove = () =>
    void confirm({
      title: 'Delete this city?',
      message: 'The draft and everything you set on it are gone for good.',
      yes: 'Delete city',
      consequence: 'loss',
      no: 'Keep it',
      act: async () => {
        await call('DELETE /v1/office/tour-dates/{id}', { params: { id: city.id } })
        navigate(paths.officeAt('tour-dates'))
        await queries.invalidateQueries({ queryKey: ['GET /v1/office/tour-dates'] })
        toast('City deleted')
      },
    })
  const unpublish = () =>
    void confirm({
      title: 'Make this city a draft again?',
      message:
        'Studios no longer see it. Everything you set stays. This works only while no one has begun to register.',
      yes: 'Make it a draft',
      no: 'Keep it published',
      consequence: 'outgoing',
      act: () => call('POST /v1/office/tour-dates/{id}/unpublish', { params: { id: city.id } }),
    }).then(() => Promise.all(refreshes.map((route) => queries.invalidateQueries({ queryKey: [route] }))))
  return (
    <>
      {city.published && (
        <Button variant="default" onClick={unpublish}>
          Make a draft
        </Button>
      )}
      {!city.published && (
        <Button variant="default" onClick={remove}>
          Delete
        </Button>
      )}
      <Button variant="default" onClick={() => setIsCopying(true)}>
        Copy city
      </Button>
      {isCopying && <CopyCityDialog city={city} onClose={() => setIsCopying(false)} />}
    </>
  )
}
