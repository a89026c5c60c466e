import { PasswordInput } from '@mantine/core'
import { useMarked, type FieldProps } from './fields.tsx'

type PasswordFieldProps = FieldProps<string> & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField({ label, value, onChange, error, name, help, optional, ...rest }: PasswordFieldProps) {
  return (
    <PasswordInput
      {...useMarked({ label, error, name, help, optional })}
      value={value}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}
