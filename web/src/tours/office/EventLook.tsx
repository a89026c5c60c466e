import { explain } from '@callboard/domain/refusals.ts'
import { checkBrandColor, checkMailSender } from '@callboard/domain/tours/brand-look.ts'
import type { Reply } from '../../api/call.ts'
import { Emblem } from '../../ui/Emblem.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'

type EventRecord = Reply<'GET /v1/office/events'>['rows'][number]
type LookField = 'mail_from_name' | 'mail_from_address'

type EventLookProps = {
  event: EventRecord
  /** As it is stored: a color of before the contrast check stays until it is changed. */
  stored_color: string
  readOnly: boolean
  onChange: (change: Partial<EventRecord>) => void
}

/** The color of a brand, and how mails about its registrations look and who sends them. OFF-001. */
export function EventLook({ event, stored_color, readOnly, onChange }: EventLookProps) {
  const colorCheck = checkBrandColor(event.color)
  const isColorWrong = event.color !== stored_color && !colorCheck.ok
  const senderCheck = checkMailSender(event)
  const refusal = senderCheck.ok ? undefined : senderCheck.refusal
  const senderError = (name: LookField) =>
    refusal && 'field' in refusal && refusal.field === name ? explain(refusal) : undefined
  const text = (name: LookField, label: string, help: string) => (
    <TextField
      name={name}
      label={label}
      help={help}
      value={event[name] ?? ''}
      disabled={readOnly}
      optional
      maxLength={name === 'mail_from_name' ? 60 : 254}
      error={senderError(name)}
      onChange={(value) => onChange({ [name]: value === '' ? null : value })}
    />
  )
  return (
    <Panel title="Look and emails">
      <div className={styles['stack']}>
        <FieldRow>
          <TextField
            label="Color"
            name="color"
            help="White text is shown on it, in the brand’s mark and on email buttons."
            value={event.color}
            disabled={readOnly}
            maxLength={7}
            error={isColorWrong && !colorCheck.ok ? explain(colorCheck.refusal) : undefined}
            onChange={(value) => onChange({ color: value.trim() })}
          />
          <div className={styles['pair']}>
            <Emblem name={event.name} colour={event.color} logo={event.logo} size={48} wide />
            <input
              type="color"
              aria-label="Pick a color"
              value={/^#[0-9A-Fa-f]{6}$/.test(event.color) ? event.color : stored_color}
              disabled={readOnly}
              onChange={(input) => onChange({ color: input.currentTarget.value.toUpperCase() })}
            />
          </div>
        </FieldRow>
        <FieldRow>
          {text('mail_from_name', 'Sender’s name', 'For emails about registrations. If empty, Callboard’s own sender.')}
          {text('mail_from_address', 'Sender’s address', 'Your email provider must allow this address.')}
        </FieldRow>
        <TextField
          name="mail_footer"
          label="Last line of emails"
          value={event.mail_footer ?? ''}
          disabled={readOnly}
          optional
          maxLength={300}
          error={undefined}
          onChange={(value) => onChange({ mail_footer: value === '' ? null : value })}
        />
      </div>
    </Panel>
  )
}
