import { emailError } from '@callboard/domain/roster/contact.ts'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FieldRow } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import type { CityPart } from './flag-words.ts'
import { Switch } from '../../ui/Checkbox.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import styles from '../../ui/Office.module.css'

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'sold_out', label: 'Sold out' },
  { value: 'not_available', label: 'Not available' },
]

const limitOf = (input: string): number | null => {
  const digits = input.replace(/\D/g, '').slice(0, 5)
  return digits === '' ? null : Number(digits)
}

type LimitProps = {
  label: string
  value: number | null
  taken?: number
  readOnly: boolean
  onChange: (value: number | null) => void
}

/** A number of places; empty: no limit. */
const Limit = ({ label, value, taken, readOnly, onChange }: LimitProps) => (
  <TextInput
    label={label}
    description={taken === undefined ? 'Empty: no limit.' : `${taken} taken. Empty: no limit.`}
    value={value ?? ''}
    inputMode="numeric"
    disabled={readOnly}
    onChange={(event) => onChange(limitOf(event.currentTarget.value))}
  />
)

/** How much the city takes, of which levels and categories, and for whom its closings do not hold. OFF-008 to OFF-012. */
export function CityOffers({ city, onChange, readOnly }: CityPart) {
  return (
    <>
      <Panel title="Limits">
        <FieldRow>
          <Limit
            label="Routines in all"
            value={city.total_routine_limit}
            taken={city.taken.routines}
            readOnly={readOnly}
            onChange={(total_routine_limit) => onChange({ total_routine_limit })}
          />
          <Limit
            label="Solos of small registrations"
            value={city.solo_groups}
            taken={city.taken.small_solos}
            readOnly={readOnly}
            onChange={(solo_groups) => onChange({ solo_groups })}
          />
          <Limit
            label="Routines per independent"
            value={city.independent_max_routines}
            readOnly={readOnly || !city.independents_compete}
            onChange={(most) => onChange({ independent_max_routines: most === 0 ? null : most })}
          />
        </FieldRow>
      </Panel>
      <Levels city={city} onChange={onChange} readOnly={readOnly} />
      <Categories city={city} onChange={onChange} readOnly={readOnly} />
      <Exceptions city={city} onChange={onChange} readOnly={readOnly} />
    </>
  )
}

const Levels = ({ city, onChange, readOnly }: CityPart) => {
  const set = (level_id: number, change: Partial<(typeof city.levels)[number]>) =>
    onChange({ levels: city.levels.map((one) => (one.level_id === level_id ? { ...one, ...change } : one)) })
  return (
    <Panel title="Levels" flush>
      <ScrollBox label="Levels of the city">
        <table className={styles['prices']}>
          <thead>
            <tr>
              <th scope="col">Level</th>
              <th scope="col">Offered</th>
              <th scope="col">Maximum people</th>
              <th scope="col">Taken</th>
            </tr>
          </thead>
          <tbody>
            {city.levels.map(({ level_id, level, status, max_people, taken }) => (
              <tr key={level_id}>
                <th scope="row">{level}</th>
                <td>
                  <NativeSelect
                    aria-label={`${level} is offered`}
                    data={statuses}
                    value={status}
                    disabled={readOnly}
                    onChange={(event) => set(level_id, { status: event.currentTarget.value as typeof status })}
                  />
                </td>
                <td>
                  <TextInput
                    aria-label={`Maximum people in ${level}`}
                    placeholder="no limit"
                    inputMode="numeric"
                    value={max_people ?? ''}
                    disabled={readOnly}
                    onChange={(event) => set(level_id, { max_people: limitOf(event.currentTarget.value) })}
                  />
                </td>
                <td>{taken}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  )
}

const Categories = ({ city, onChange, readOnly }: CityPart) => {
  const set = (category_id: number, change: Partial<(typeof city.categories)[number]>) =>
    onChange({
      categories: city.categories.map((one) => (one.category_id === category_id ? { ...one, ...change } : one)),
    })
  return (
    <Panel title="Categories" flush>
      <ScrollBox label="Categories of the city">
        <table className={styles['prices']}>
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col">Offered</th>
              <th scope="col">Maximum routines</th>
              <th scope="col">Taken</th>
            </tr>
          </thead>
          <tbody>
            {city.categories.map(({ category_id, name, enabled, max_routines, taken }) => (
              <tr key={category_id}>
                <th scope="row">{name}</th>
                <td>
                  <Switch
                    aria-label={`${name} is offered`}
                    checked={enabled}
                    disabled={readOnly}
                    onChange={(event) => set(category_id, { enabled: event.currentTarget.checked })}
                  />
                </td>
                <td>
                  <TextInput
                    aria-label={`Maximum routines in ${name}`}
                    placeholder="no limit"
                    inputMode="numeric"
                    value={max_routines ?? ''}
                    disabled={readOnly}
                    onChange={(event) => set(category_id, { max_routines: limitOf(event.currentTarget.value) })}
                  />
                </td>
                <td>{taken}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  )
}

function Exceptions({ city, onChange, readOnly }: CityPart) {
  const [addressesText, setAddressesText] = useState(city.exceptions.join('\n'))
  const invalid = city.exceptions.find((address) => emailError(address, true) !== null)
  return (
    <Panel title="Exceptions">
      <Textarea
        label="Email addresses, one on each line"
        description="The city’s closing dates and limits do not apply to these people."
        autosize
        minRows={3}
        value={addressesText}
        disabled={readOnly}
        error={invalid && `${invalid} is not an email address.`}
        onChange={({ currentTarget: { value } }) => {
          setAddressesText(value)
          onChange({ exceptions: value.split(/[\s,;]+/).filter(Boolean) })
        }}
      />
    </Panel>
  )
}
