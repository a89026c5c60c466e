import { Radio, Stack } from '@mantine/core'
import { useAct } from '../../api/use-call.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { AudienceCount } from './AudienceFields.tsx'
import type { GroupMail } from './group-mail-words.ts'

/** '9:30 am' of every half hour. */
const times = Array.from({ length: 48 }, (_, at) => {
  const [hour, minutes] = [Math.floor(at / 2), at % 2 === 0 ? '00' : '30']
  return {
    value: `${String(hour).padStart(2, '0')}:${minutes}`,
    label: `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'am' : 'pm'}`,
  }
})

/** Sends a mail to its group: now, or at a time in the zone of its first city. */
export function SendGroupMailDialog({ mail, onClose }: { mail: GroupMail; onClose: () => void }) {
  const formDraft = useDraft('desk/send-group-mail', mail.id)
  const [when, setWhen] = useDraftState<'now' | 'later'>(formDraft, 'when', 'now')
  const [date, setDate] = useDraftState(formDraft, 'date', '')
  const [time, setTime] = useDraftState(formDraft, 'time', '09:00')
  const { mutate, isPending, error } = useAct('POST /v1/office/group-mails/{id}/send', {
    refreshes: ['GET /v1/office/group-mails', 'GET /v1/office/group-mails/{id}'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(when === 'now' ? 'The email is on its way' : 'Scheduled')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Send this email?"
      draft={formDraft}
      error={error}
      pending={isPending}
      submit={when === 'now' ? 'Send now' : 'Schedule'}
      onClose={onClose}
      onSubmit={() => mutate({ params: { id: mail.id }, body: { send_at: when === 'now' ? null : `${date}T${time}` } })}
    >
      <AudienceCount audience={mail.audience} kind={mail.kind} />
      <Radio.Group
        label="When"
        name="when"
        value={when}
        onChange={(next) => setWhen(next === 'later' ? 'later' : 'now')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="now" label="Now" />
          <Radio
            value="later"
            label="At a time"
            description={`In the city’s time zone, ${mail.time_zone}. Everyone who matches then gets it.`}
          />
        </Stack>
      </Radio.Group>
      {when === 'later' && (
        <FieldRow>
          <TextField
            label="Day"
            name="send_at"
            type="date"
            value={date}
            onChange={setDate}
            error={date === '' ? 'Please choose a day.' : undefined}
          />
          <SelectField
            label="Time"
            value={time}
            options={times}
            error={undefined}
            onChange={(next) => setTime(next ?? time)}
          />
        </FieldRow>
      )}
    </FormDialog>
  )
}
