import { scholarshipWording } from '@callboard/domain/registrations/scholarships/plan-scholarship.ts'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { TextField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { PersonPicker } from '../../roster/office/PersonPicker.tsx'
import { useSeason } from '../../tours/office/use-season.tsx'
import type { Reply } from '../../api/call.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { ReadErrors } from '../../shell/ErrorPage.tsx'

export type AttendanceLine = Reply<'GET /v1/office/attended'>['rows'][number]

const missingPerson = scholarshipWording['scholarship.unknown_person']({
  code: 'scholarship.unknown_person',
  field: 'person_id',
})

type AttendanceDialogProps = {
  /** Null: a new one. */
  line: AttendanceLine | null
  onClose: () => void
}

/** Confirms or denies that a dancer attended before, for a season. OFF-023, A52. */
export function AttendanceDialog({ line, onClose }: AttendanceDialogProps) {
  const season = useSeason(useState<number | null>(null))
  const formDraft = useDraft('registrations/attendance', line?.season_id ?? 'new', line?.person_id ?? 'new')
  // Chosen again: the picker shows nobody who was not searched for.
  const [person_id, setPerson] = useState(line?.person_id ?? null)
  const [attended, setAttended] = useDraftState(formDraft, 'attended', line?.attended ?? true)
  const [note, setNote] = useDraftState(formDraft, 'note', line?.note ?? '')
  const season_id = line?.season_id ?? season.season_id
  const { mutate, isPending, error } = useAct('PUT /v1/office/attended/{season_id}/{person_id}', {
    refreshes: ['GET /v1/office/attended'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Attendance recorded')
      onClose()
    },
  })
  function save() {
    if (person_id === null || season_id === undefined) return
    mutate({ params: { person_id, season_id }, body: { attended, note } })
  }
  return (
    <FormDialog
      draft={formDraft}
      title={line ? `Attendance of ${line.name}` : 'Record attendance'}
      error={error}
      pending={isPending}
      onSubmit={save}
      onClose={onClose}
      submit="Save"
    >
      {!line && (
        <PersonPicker
          label="Dancer"
          value={person_id}
          onChange={setPerson}
          error={person_id === null ? missingPerson : undefined}
        />
      )}
      {!line && <ReadErrors reads={[season.read]} />}
      {!line && season.field}
      <SegmentedControl
        fullWidth
        aria-label="Attended before"
        value={attended ? 'yes' : 'no'}
        onChange={(next) => setAttended(next === 'yes')}
        data={[
          { value: 'yes', label: 'Attended before' },
          { value: 'no', label: 'Did not attend' },
        ]}
      />
      <TextField
        label="Note"
        name="note"
        value={note}
        onChange={setNote}
        error={undefined}
        optional
        maxLength={300}
        help="Only the office sees this."
      />
    </FormDialog>
  )
}
