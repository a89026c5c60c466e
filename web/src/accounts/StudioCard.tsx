import type { Address } from '@callboard/contract/people.ts'
import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct, useRead } from '../api/use-call.ts'
import { sessionReading } from '../app/session.ts'
import { Panel } from '../ui/Panel.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toasts.ts'
import { Facts } from './Facts.tsx'
import { usePeopleLists } from './people-lists.ts'
import { entryOf, wireStudio } from './studio-entry.ts'
import { StudioForm } from './StudioForm.tsx'

export const addressLines = (address: Address | null) =>
  address ? [address.address, address.city, address.zip].filter(Boolean).join(', ') : ''

/** A studio's information, to read, and to edit by its own account. ACC-043, ACC-057. */
export function StudioCard({ studio_id }: { studio_id: number }) {
  const [entry, setEntry] = useState<ReturnType<typeof entryOf> | null>(null)
  const lists = usePeopleLists()
  const queries = useQueryClient()
  const studio = useRead('GET /v1/mybtf/studios/{id}/profile', { params: { id: studio_id } }).data
  const save = useAct('PUT /v1/mybtf/studios/{id}', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/studios/{id}/profile'],
    onSuccess: () => {
      void queries.refetchQueries({ queryKey: sessionReading.queryKey })
      toast('Your studio information is saved.')
      setEntry(null)
    },
  })
  if (!studio) return <FormSkeleton />

  if (entry) {
    const owner_type_id =
      studio.studio_contacts[0]?.person_type_id ?? typesOfGroup(lists?.person_types ?? [], 'studio')[0]?.id ?? 0
    return (
      <Panel>
        <StudioForm
          value={entry}
          onChange={setEntry}
          error={save.error}
          pending={save.isPending}
          onSubmit={() => save.mutate({ params: { id: studio_id }, body: wireStudio(entry, owner_type_id) })}
          onCancel={() => setEntry(null)}
          cancelText="Cancel"
        />
      </Panel>
    )
  }

  const { address, studio_contacts } = studio
  const [owner] = studio_contacts
  const nameOf = (list: readonly { id: number; name: string }[] | undefined, id: number | null | undefined) =>
    list?.find((one) => one.id === id)?.name
  return (
    <Panel
      title="Studio"
      actions={
        <Button variant="default" size="sm" onClick={() => setEntry(entryOf(studio))}>
          Edit studio
        </Button>
      }
    >
      <Facts
        facts={[
          ['Studio name', studio.name],
          ['Owner', owner && `${owner.fname} ${owner.lname}`],
          ['Address', address?.address],
          ['City', address?.city],
          ['State / province', nameOf(lists?.states, address?.state_id)],
          ['Country', nameOf(lists?.countries, address?.country_id)],
          ['Zip', address?.zip],
          ['Phone', studio.phone[0]?.value],
          ['E-mail', studio.email[0]?.value],
          ['Website', studio.website],
        ]}
      />
    </Panel>
  )
}
