import type { ExportList, ExportSchedule } from '@callboard/domain/desk/saved-export.ts'
import type { CallInput } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { hours, scheduleNames, weekdays } from './export-words.ts'

type ExportInput = CallInput<'POST /v1/office/saved-exports'>['body']
type SaveExportDialogProps = {
  list: ExportList
  filters: ExportInput['filters']
  onSaved: () => void
  onClose: () => void
}

const schedules = (['never', 'daily', 'weekly'] as const).map((value) => ({ value, label: scheduleNames[value] }))
const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Keeps an export of the shown list under a name, and when a link to it is mailed. */
export function SaveExportDialog({ list, filters, onSaved, onClose }: SaveExportDialogProps) {
  const formDraft = useDraft('desk/save-export', list)
  const [name, setName] = useDraftState(formDraft, 'name', '')
  const [schedule, setSchedule] = useDraftState<ExportSchedule>(formDraft, 'schedule', 'never')
  const [weekday, setWeekday] = useDraftState(formDraft, 'weekday', 1)
  const [hour, setHour] = useDraftState(formDraft, 'hour', 7)
  const { mutate, isPending, error } = useAct('POST /v1/office/saved-exports', {
    refreshes: ['GET /v1/office/saved-exports'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      onSaved()
      onClose()
    },
  })
  return (
    <FormDialog
      title="Save this export"
      draft={formDraft}
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={() => mutate({ body: { name: name.trim(), list, filters, schedule, weekday, hour, time_zone } })}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        maxLength={60}
        help="It keeps the search and the filters of the list."
        onChange={setName}
        error={name.trim() ? undefined : 'Required'}
      />
      <SelectField
        label="Email me a link"
        name="schedule"
        value={schedule}
        options={schedules}
        help="The link asks you to sign in. The email itself has no rows of the list."
        error={undefined}
        onChange={(next) => setSchedule(next ?? schedule)}
      />
      {schedule !== 'never' && (
        <FieldRow>
          {schedule === 'weekly' && (
            <SelectField
              label="Day"
              value={weekday}
              options={weekdays}
              error={undefined}
              onChange={(next) => setWeekday(next ?? weekday)}
            />
          )}
          <SelectField
            label="Hour"
            name="time_zone"
            value={hour}
            options={hours}
            help={`In your time zone, ${time_zone}.`}
            error={undefined}
            onChange={(next) => setHour(next ?? hour)}
          />
        </FieldRow>
      )}
    </FormDialog>
  )
}
