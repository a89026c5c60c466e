import { TextInput } from '@mantine/core'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { NativeSelect } from './NativeSelect.tsx'
import styles from './Form.module.css'
import { useFieldError } from './form-state.ts'

export type FieldProps<Value> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  /** Error of the current value, with its correction. Shown once the field has been left. */
  error: string | undefined
  /** As the server names it in `field` when it refuses. */
  name?: string
  help?: ReactNode
  optional?: boolean
  disabled?: boolean
}

const labelled = (label: string, optional = false) =>
  optional ? (
    <>
      {label}
      <span className={styles['optional']}>optional</span>
    </>
  ) : (
    label
  )

type FieldLabel = {
  label: string
  error: string | undefined
  name: string | undefined
  help: ReactNode
  optional?: boolean | undefined
}

/** Returns the props of every control: label, help and, once visible, the error. */
export function useMarked({ label, error, name, help, optional }: FieldLabel) {
  const { visibleError, onBlur, marks } = useFieldError(name, error)
  return {
    label: labelled(label, optional),
    error: visibleError,
    description: help,
    onBlur,
    ...(name && { name }),
    ...marks,
  }
}

type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'date' | 'time'
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
  return (
    <TextInput
      {...useMarked({ label, error, name, help, optional })}
      value={value}
      leftSection={left}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(autoFocus && { 'data-autofocus': true, autoFocus: true })}
      {...rest}
    />
  )
}

type NameFieldProps = Pick<FieldProps<string>, 'value' | 'onChange'> & { maxLength: number; name?: string }

/** The name of a record, which cannot be empty. */
export const NameField = ({ value, onChange, maxLength, name = 'name' }: NameFieldProps) => (
  <TextField
    label="Name"
    name={name}
    value={value}
    onChange={onChange}
    maxLength={maxLength}
    error={value.trim() ? undefined : 'Required'}
  />
)

export type Option<Key extends string | number> = { value: Key; label: string; disabled?: boolean }

type SelectFieldProps<Key extends string | number> = FieldProps<Key | null> & {
  options: readonly Option<Key>[]
  placeholder?: string
  /** Of a filter: what it says when it leaves nothing out. 'Every city' */
  any?: string
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
  any,
  placeholder = any ?? 'Choose…',
}: SelectFieldProps<Key>) {
  return (
    <NativeSelect
      {...useMarked({ label, error, name, help, optional })}
      value={value === null ? '' : String(value)}
      onChange={(event) => {
        const selectedValue = event.currentTarget.value
        onChange(options.find((option) => String(option.value) === selectedValue)?.value ?? null)
      }}
      {...(disabled && { disabled })}
    >
      <option value="" disabled={!optional && any === undefined}>
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
