import { PasswordInput } from '@mantine/core'
import { labelled, type FieldProps } from './fields.tsx'
import { useFieldError } from './form-state.ts'

type PasswordFieldProps = FieldProps<string> & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField({ label, value, onChange, error, name, help, optional, ...rest }: PasswordFieldProps) {
  const { shown, onBlur, marks } = useFieldError(name, error)
  return (
    <PasswordInput
      label={labelled(label, optional)}
      value={value}
      error={shown}
      description={help}
      onBlur={onBlur}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(name && { name })}
      {...rest}
      {...marks}
    />
  )
}
