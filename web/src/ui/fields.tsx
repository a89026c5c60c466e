import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import styles from './Form.module.css'
import { useFieldError } from './form-state.ts'

export type FieldProps<Value> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  /** What is wrong with the value now, in words that say what to do. Shown once the field has been left. */
  error: string | undefined
  /** As the server names it in `field` when it refuses. */
  name?: string
  help?: ReactNode
  optional?: boolean
  disabled?: boolean
}

export const labelled = (label: string, optional = false) =>
  optional ? (
    <>
      {label}
      <span className={styles['optional']}>optional</span>
    </>
  ) : (
    label
  )

type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  placeholder?: string
  maxLength?: number
  left?: ReactNode
  autoFocus?: boolean
}

export function TextField({
  label,
  value,
  onChange,
  error,
  name,
  help,
  optional,
  left,
  autoFocus,
  ...rest
}: TextFieldProps) {
  const { shown, onBlur, marks } = useFieldError(name, error)
  return (
    <TextInput
      label={labelled(label, optional)}
      value={value}
      error={shown}
      description={help}
      leftSection={left}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(name && { name })}
      {...(autoFocus && { 'data-autofocus': true, autoFocus: true })}
      {...rest}
      {...marks}
    />
  )
}

export type Option<Key extends string | number> = { value: Key; label: string; disabled?: boolean }

type SelectFieldProps<Key extends string | number> = FieldProps<Key | null> & {
  options: readonly Option<Key>[]
  placeholder?: string
}

/** The browser's own list: at once there with a hundred options, and a phone's wheel on a phone. */
export function SelectField<Key extends string | number>({
  label,
  value,
  onChange,
  options,
  error,
  name,
  help,
  optional,
  disabled,
  placeholder = 'Choose…',
}: SelectFieldProps<Key>) {
  const { shown, onBlur, marks } = useFieldError(name, error)
  return (
    <NativeSelect
      label={labelled(label, optional)}
      value={value === null ? '' : String(value)}
      error={shown}
      description={help}
      onBlur={onBlur}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        onChange(options.find((option) => String(option.value) === chosen)?.value ?? null)
      }}
      {...(name && { name })}
      {...(disabled && { disabled })}
      {...marks}
    >
      <option value="" disabled={!optional}>
        {placeholder}
      </option>
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  )
}

type ToggleFieldProps = Omit<FieldProps<boolean>, 'optional'>

export function ToggleField({ label, value, onChange, error, name, help, disabled }: ToggleFieldProps) {
  const { shown, onBlur, marks } = useFieldError(name, error)
  return (
    <Switch
      label={label}
      checked={value}
      error={shown}
      description={help}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...(name && { name })}
      {...(disabled && { disabled })}
      {...marks}
    />
  )
}
