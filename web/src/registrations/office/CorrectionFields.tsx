import { TextField } from '../../ui/fields.tsx'

type CorrectionFieldProps = { value: string; onChange: (value: string) => void }

/** Why the office corrects a registration; its owner never reads it. OFF-020. */
export const OfficeReasonField = ({ value, onChange }: CorrectionFieldProps) => (
  <TextField
    label="Reason (office only)"
    name="office_reason"
    value={value}
    onChange={onChange}
    error={value.trim() === '' ? 'Please enter a reason for the correction.' : undefined}
    maxLength={300}
  />
)

/** The office's message, which its owner reads in the mail, on the overview and with the payments. OFF-020. */
export const StudioMessageField = ({ value, onChange }: CorrectionFieldProps) => (
  <TextField
    label="Message to the studio"
    help="In the email, and on the studio’s overview and payments pages."
    name="note"
    value={value}
    onChange={onChange}
    error={undefined}
    optional
    maxLength={300}
  />
)
