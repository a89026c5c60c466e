import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { useRead } from '../../api/use-call.ts'
import { useDebounced } from '../../ui/clock.ts'
import { TextField } from '../../ui/fields.tsx'

type PersonPickerProps = {
  label: string
  value: number | null
  onChange: (person_id: number) => void
  error: string | undefined
}

/** The server finds nobody by a single letter. */
const lettersAtLeast = 2

/** Finds a person of any roster by name; age and studio tell people of one name apart. */
export function PersonPicker({ label, value, onChange, error }: PersonPickerProps) {
  const [searchText, setSearchText] = useState('')
  const q = useDebounced(searchText.trim())
  const isSearched = q.length >= lettersAtLeast
  const { data, error: failure, refetch } = useRead('GET /v1/office/people', { query: { q } }, { enabled: isSearched })
  return (
    <>
      <TextField
        label={label}
        name="person_id"
        value={searchText}
        onChange={setSearchText}
        error={error}
        help="Type the beginning of the first or last name."
        maxLength={80}
        autoComplete="off"
      />
      {isSearched && failure && !data && <LoadError error={failure} onRetry={() => void refetch()} />}
      {isSearched && data && (
        <Radio.Group
          label="People found"
          value={value === null ? '' : String(value)}
          onChange={(personId) => onChange(Number(personId))}
        >
          <Stack gap="xs" mt="xs" mah={220} style={{ overflowY: 'auto' }}>
            {data.rows.length === 0 && <span>No one on a roster has this name.</span>}
            {data.rows.map(({ person_id, name, age, studios }) => (
              <Radio
                key={person_id}
                value={String(person_id)}
                label={[age === null ? name : `${name}, ${age}`, ...studios].join(' · ')}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </>
  )
}
