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

/** A sentence of the office in the mail that tells the studio of a correction. OFF-020. */
export const StudioMessageField = ({ value, onChange }: CorrectionFieldProps) => (
  <TextField
    label="Message to the studio"
    name="note"
    value={value}
    onChange={onChange}
    error={undefined}
    optional
    maxLength={300}
  />
)
