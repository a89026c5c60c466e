import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'

type SearchFieldProps = {
  value: string
  onChange: (text: string) => void
  /** Placeholder that names the searched fields: 'Name, email or number'. */
  placeholder: string
  maxLength?: number
  ref?: Ref<HTMLInputElement>
}

/** Search field of a list that is filtered on the server. */
export const SearchField = ({ value, onChange, placeholder, maxLength = 80, ref }: SearchFieldProps) => (
  <TextInput
    ref={ref}
    type="search"
    label="Search"
    placeholder={placeholder}
    leftSection={<IconSearch className="icon" />}
    value={value}
    maxLength={maxLength}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
