import { Textarea } from '@mantine/core'
import { useMarked, type FieldProps } from './fields.tsx'

type LongTextFieldProps = FieldProps<string> & {
  maxLength?: number
  /** Grows with what is written, from this many lines. */
  lines: number
}

export function LongTextField({
  label,
  value,
  onChange,
  error,
  name,
  help,
  optional,
  lines,
  ...rest
}: LongTextFieldProps) {
  return (
    <Textarea
      {...useMarked({ label, error, name, help, optional })}
      value={value}
      autosize
      minRows={lines}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}
