import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { worded } from '@callboard/domain/kernel/wording.ts'
import { checkRequest, requestMost, wishText } from '@callboard/domain/running-order/entry-request.ts'
import { runningOrderWording } from '@callboard/domain/running-order/refusals.ts'
import type { Reply } from '../api/call.ts'
import { useAct } from '../api/use-call.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { FieldRow } from '../ui/Form.tsx'
import { LongTextField } from '../ui/LongTextField.tsx'
import { toast } from '../ui/toasts.ts'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type ScheduleRequests = Reply<'GET /v1/running-order/requests'>
export type RequestedRoutine = ScheduleRequests['routines'][number]

type RequestDialogProps = { data: ScheduleRequests; routine: RequestedRoutine; onClose: () => void }

/** A new request for a routine, or a change of one. */
export function RequestDialog({ data: { registration_id, days }, routine, onClose }: RequestDialogProps) {
  const { id, name, request } = routine
  const formDraft = useDraft('running-order/request', id)
  const [text, setText] = useDraftState(formDraft, 'text', request?.text ?? '')
  const [day, setDay] = useDraftState<CalendarDate | null>(formDraft, 'day', request?.day ?? null)
  const [before, setBefore] = useDraftState(formDraft, 'not_before', request?.not_before ?? '')
  const [after, setAfter] = useDraftState(formDraft, 'not_after', request?.not_after ?? '')
  const { mutate, isPending, error } = useAct('PUT /v1/running-order/requests/{id}', {
    refreshes: ['GET /v1/running-order/requests'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Request sent to the office')
      onClose()
    },
  })
  const fields = { text, day, not_before: before || null, not_after: after || null }
  const checkedRequest = checkRequest(fields, days)
  const errorOf = (field: string) =>
    !checkedRequest.ok && 'field' in checkedRequest.refusal && checkedRequest.refusal.field === field
      ? worded(runningOrderWording, checkedRequest.refusal)
      : undefined
  return (
    <FormDialog
      title={`Request for ${name}`}
      draft={formDraft}
      error={error}
      pending={isPending}
      onSubmit={() => mutate({ params: { id }, body: { registration_id, ...fields } })}
      onClose={onClose}
      submit="Send"
    >
      <LongTextField
        label="Request"
        name="text"
        lines={3}
        mostLines={8}
        value={text}
        onChange={setText}
        help={`Up to ${requestMost} characters. The office reads it.`}
        error={errorOf('text')}
      />
      {days.length > 1 && (
        <SelectField
          label="Day"
          name="day"
          optional
          placeholder="Any day"
          value={day}
          options={days.map((value) => ({
            value,
            label: wishText({ day: value, not_before: null, not_after: null }),
          }))}
          onChange={setDay}
          error={errorOf('day')}
        />
      )}
      <FieldRow>
        <TextField
          type="time"
          label="Not before"
          name="not_before"
          optional
          value={before}
          onChange={setBefore}
          error={undefined}
        />
        <TextField
          type="time"
          label="Not after"
          name="not_after"
          optional
          value={after}
          onChange={setAfter}
          error={errorOf('not_after')}
        />
      </FieldRow>
    </FormDialog>
  )
}
