import { PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextField, useMarked, type FieldProps } from './fields.tsx'

type PasswordFieldProps = FieldProps<string> & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField({ label, value, onChange, error, name, help, optional, ...rest }: PasswordFieldProps) {
  const fieldProps = useMarked({ label, error, name, help, optional })
  return (
    <PasswordInput
      {...fieldProps}
      // Mantine draws the error around its inner control, which it does not mark as invalid.
      {...(fieldProps.error && { 'aria-invalid': true })}
      value={value}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}

type CodeFieldProps = {
  value: string
  onChange: (code: string) => void
  error: string | undefined
  help?: ReactNode
  /** The screen is about the code alone. */
  takesFocus?: boolean
}

/** A code of the app: phones offer it from there. A recovery code has letters, so the keyboard stays whole. */
export const CodeField = ({ takesFocus = false, ...props }: CodeFieldProps) => (
  <TextField
    label="Code"
    name="code"
    autoComplete="one-time-code"
    maxLength={40}
    {...(takesFocus && { autoFocus: true })}
    {...props}
  />
)
