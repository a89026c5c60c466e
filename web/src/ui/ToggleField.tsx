import { useMarked, type FieldProps } from './fields.tsx'
import { Switch } from './Checkbox.tsx'

type ToggleFieldProps = Omit<FieldProps<boolean>, 'optional'>

/**
 * A switch of a form. It is not among the other fields, since few of the screens that are opened first have one and each
 * would load Mantine's.
 */
export function ToggleField({ label, value, onChange, error, name, help, disabled }: ToggleFieldProps) {
  const marks = useMarked({ label, error, name, help })
  return (
    <Switch
      {...marks}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...(disabled && { disabled })}
    />
  )
}
