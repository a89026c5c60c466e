import { Textarea } from '@mantine/core'
import { labelled, type FieldProps } from './fields.tsx'
import { useFieldError } from './form-state.ts'

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
  const { shown, onBlur, marks } = useFieldError(name, error)
  return (
    <Textarea
      label={labelled(label, optional)}
      value={value}
      error={shown}
      description={help}
      onBlur={onBlur}
      autosize
      minRows={lines}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(name && { name })}
      {...rest}
      {...marks}
    />
  )
}
