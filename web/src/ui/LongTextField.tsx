import { Textarea } from '@mantine/core'
import type { Ref } from 'react'
import { useMarked, type FieldProps } from './fields.tsx'

type LongTextFieldProps = FieldProps<string> & {
  maxLength?: number
  /** Grows with what is written, from this many lines. */
  lines: number
  /** To so many; what is longer scrolls. */
  mostLines?: number
  ref?: Ref<HTMLTextAreaElement>
  onFocus?: () => void
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
  mostLines,
  ...rest
}: LongTextFieldProps) {
  return (
    <Textarea
      {...useMarked({ label, error, name, help, optional })}
      value={value}
      autosize
      minRows={lines}
      {...(mostLines !== undefined && { maxRows: mostLines })}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}
