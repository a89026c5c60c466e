import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { SelectField, type Option } from './fields.tsx'

type PickListProps = {
  label: string
  /** All that may be picked, in their order. */
  options: readonly Option<number>[]
  value: readonly number[]
  onChange: (value: readonly number[]) => void
  help?: ReactNode
}

/** Several values of a list: each that was picked as a button that takes it out, and a field that adds one. */
export function PickList({ label, options, value, onChange, help }: PickListProps) {
  const pickedOptions = options.filter((option) => value.includes(option.value))
  const left = options.filter((option) => !value.includes(option.value))
  return (
    <Stack gap={8}>
      <SelectField
        label={label}
        value={null}
        any="Add…"
        options={left}
        help={help}
        error={undefined}
        onChange={(next) => next !== null && onChange([...value, next])}
      />
      {pickedOptions.length > 0 && (
        <Group gap={6}>
          {pickedOptions.map((option) => (
            <Button
              key={option.value}
              size="compact-sm"
              variant="default"
              aria-label={`Remove ${option.label}`}
              onClick={() => onChange(value.filter((one) => one !== option.value))}
            >
              {option.label} ×
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
