import { Checkbox, Stack, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useAct, useRead } from '../../api/use-call.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { refreshed, type OfficeRecord } from '../../registrations/office/record.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { ReadErrors } from '../../shell/ErrorPage.tsx'

type WaitingRoutineDialogProps = { record: OfficeRecord; onClose: () => void }

/** A routine that somebody asked for by mail or phone goes on the waiting list. OFF-024, COMP-071. */
export function WaitingRoutineDialog({ record, onClose }: WaitingRoutineDialogProps) {
  const formDraft = useDraft('waiting-list/routine', record.id)
  const [name, setName] = useDraftState(formDraft, 'name', '')
  const [choreographer, setChoreographer] = useDraftState(formDraft, 'choreographer', '')
  const [performance_division_id, setDivision] = useDraftState<number | null>(
    formDraft,
    'performance_division_id',
    null,
  )
  const [cast, setCast] = useDraftState<readonly string[]>(formDraft, 'cast', [])
  const [reason, setReason] = useDraftState(formDraft, 'reason', '')
  // Of the opened dialog: sent again after a reply that was lost, the routine is refused instead of joining twice.
  const version = useRef(record.version)
  const cityRead = useRead('GET /v1/dance360/tour-dates/{id}/city', {
    params: { id: record.tour_date_id },
  })
  const adding = useAct('POST /v1/office/waiting-list', {
    refreshes: [...refreshed, 'GET /v1/office/waiting-list'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('On the waiting list')
      onClose()
    },
  })
  const submit = () =>
    adding.mutate({
      body: {
        registration_id: record.id,
        version: version.current,
        reason,
        routine: {
          routine: { name, choreographer },
          performance_division_id,
          attendees: cast.map((person_id) => ({ person_id: Number(person_id) })),
        },
      },
    })
  return (
    <FormDialog
      draft={formDraft}
      title="Put a routine on the waiting list"
      error={adding.error}
      pending={adding.isPending}
      onSubmit={submit}
      onClose={onClose}
      submit="Put it on the list"
    >
      <ReadErrors reads={[cityRead]} />
      <TextField label="Routine name" name="name" value={name} onChange={setName} error={undefined} maxLength={120} />
      <TextField
        label="Choreographer"
        name="choreographer"
        value={choreographer}
        onChange={setChoreographer}
        error={undefined}
        maxLength={120}
        optional
      />
      <SelectField
        label="Performance division"
        name="performance_division_id"
        options={(cityRead.data?.performance_divisions ?? [])
          .filter(({ offered }) => offered)
          .map((one) => ({ value: one.id, label: one.name }))}
        value={performance_division_id}
        onChange={setDivision}
        error={undefined}
      />
      <Checkbox.Group label="Dancers" value={[...cast]} onChange={setCast}>
        <Stack gap="xs" mt="xs" mah={220} style={{ overflowY: 'auto' }}>
          {record.people
            .toSorted((one, other) => one.fname.localeCompare(other.fname))
            .filter(({ kind }) => kind !== 'observer')
            .map(({ person_id, fname, lname, age }) => (
              <Checkbox
                key={person_id}
                value={String(person_id)}
                label={`${fname} ${lname}${age === null ? '' : `, ${age}`}`}
              />
            ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label="Reason"
        name="reason"
        autosize
        minRows={2}
        maxLength={400}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
