import { TextField } from '../ui/fields.tsx'
import { maskDate } from '../ui/masks.ts'

type BirthdateTextProps = { value: string; onChange: (text: string) => void; error: string | undefined }

/** A birthdate as the roster takes it: text, judged by the rule as it stands. ROST-005. */
export const BirthdateText = ({ value, onChange, error }: BirthdateTextProps) => (
  <TextField
    label="Birthdate"
    name="birthdate"
    optional
    inputMode="numeric"
    placeholder="MM/DD/YYYY"
    value={value}
    onChange={(text) => onChange(maskDate(text))}
    error={error}
  />
)
