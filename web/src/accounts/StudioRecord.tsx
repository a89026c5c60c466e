import type { Studio } from '@callboard/contract/accounts/studios.ts'
import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { Button } from '@mantine/core'
import { useState, Fragment, type ReactNode } from 'react'
import type { FormError } from '../ui/form-state.ts'
import { Panel } from '../ui/Panel.tsx'
import { usePeopleLists } from './AddressFields.tsx'
import { entryOf, wireBase, wireStudio } from './studio-entry.ts'
import { StudioForm } from './StudioForm.tsx'
import styles from './AccountPage.module.css'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type WireStudio = ReturnType<typeof wireStudio>

type StudioRecordProps = {
  studio: Studio
  title: string
  edit: string
  error: FormError | null | undefined
  pending: boolean
  /** `base`: the profile as its person read it. */
  onSave: (body: WireStudio & { base: WireStudio }, onDone: () => void) => void
}

/** Shows a studio's data, with the form to edit it. ACC-043, ACC-057, OFF-039. */
export function StudioRecord({ studio, title, edit, error, pending, onSave }: StudioRecordProps) {
  const formDraft = useDraft('accounts/studio', studio.id)
  const [isEditing, setIsEditing] = useState(formDraft.isRestored())
  const [entry, setEntry, base] = useDraftState(formDraft, 'entry', entryOf(studio))
  const lists = usePeopleLists()

  if (isEditing) {
    const close = () => {
      formDraft.clear()
      setIsEditing(false)
    }
    const owner_type_id =
      studio.studio_contacts[0]?.person_type_id ?? typesOfGroup(lists?.person_types ?? [], 'studio')[0]?.id ?? 0
    return (
      <Panel>
        <StudioForm
          draft={formDraft}
          value={entry}
          onChange={setEntry}
          error={error}
          pending={pending}
          onSubmit={() => onSave({ ...wireStudio(entry, owner_type_id), base: wireBase(base, owner_type_id) }, close)}
          onCancel={close}
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
      title={title}
      actions={
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            setEntry(entryOf(studio))
            setIsEditing(true)
          }}
        >
          {edit}
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
          ['Email', studio.email[0]?.value],
          ['Website', studio.website],
        ]}
      />
    </Panel>
  )
}

/** Labels and what stands behind them; what is missing is a dash. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles['facts']}>
    {facts.map(([label, value]) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{value || '–'}</dd>
      </Fragment>
    ))}
  </dl>
)
