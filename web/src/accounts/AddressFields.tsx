import { addressErrors, type AddressDraft } from '@callboard/domain/roster/contact.ts'
import { Stack } from '@mantine/core'
import { SelectField, TextField } from '../ui/fields.tsx'
import { FieldRow } from '../ui/Form.tsx'
import { useLookup } from '../api/use-lookup.ts'

/** Person types, genders, states and countries: what forms about people offer. They hardly ever change. */
export const usePeopleLists = () => useLookup('GET /v1/mybtf/people-lists', {}, { staleTime: 3_600_000 })

type AddressFieldsProps = {
  value: AddressDraft
  onChange: (address: AddressDraft) => void
  /** An address that was not begun may be left out. */
  optional?: boolean
}

export const emptyAddress: AddressDraft = { address: '', city: '', state_id: null, country_id: 1, zip: '' }

export const isBegun = ({ address, city, state_id, zip }: AddressDraft) =>
  address.trim() !== '' || city.trim() !== '' || state_id !== null || (zip ?? '').trim() !== ''

/** UI-028: state and zip are asked for where the country needs them. */
export function AddressFields({ value, onChange, optional = false }: AddressFieldsProps) {
  const lists = usePeopleLists()
  const errors = optional && !isBegun(value) ? {} : addressErrors(value)
  const states = (lists?.states ?? []).filter(({ country_id }) => country_id === value.country_id)
  const set = (change: Partial<AddressDraft>) => onChange({ ...value, ...change })
  return (
    <Stack gap="lg">
      <TextField
        label="Address"
        name="address.address"
        autoComplete="street-address"
        maxLength={160}
        optional={optional}
        value={value.address}
        onChange={(address) => set({ address })}
        error={errors.address}
      />
      <FieldRow>
        <TextField
          label="City"
          name="address.city"
          autoComplete="address-level2"
          maxLength={120}
          optional={optional}
          value={value.city}
          onChange={(city) => set({ city })}
          error={errors.city}
        />
        {(states.length > 0 || errors.state_id) && (
          <SelectField
            label="State / province"
            name="address.state_id"
            optional={optional || value.country_id !== 1}
            value={value.state_id}
            onChange={(state_id) => set({ state_id })}
            options={states.map(({ id, name }) => ({ value: id, label: name }))}
            error={errors.state_id}
          />
        )}
      </FieldRow>
      <FieldRow>
        <TextField
          label="Zip"
          name="address.zip"
          autoComplete="postal-code"
          maxLength={12}
          optional={optional || value.country_id !== 1}
          value={value.zip ?? ''}
          onChange={(zip) => set({ zip })}
          error={errors.zip}
        />
        <SelectField
          label="Country"
          name="address.country_id"
          value={value.country_id}
          onChange={(country_id) => set({ country_id, state_id: null })}
          options={(lists?.countries ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          error={errors.country_id}
        />
      </FieldRow>
    </Stack>
  )
}
