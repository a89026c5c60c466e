import { useLookup } from '../../api/use-lookup.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FieldRow } from '../../ui/Form.tsx'

type Place = { name: string; state: string }
type CityPlaceFieldsProps = {
  event_id: number | null
  onEvent: (id: number | null) => void
  season_id: number | null
  onSeason: (id: number | null) => void
  city: Place
  onCity: (city: Place) => void
}

/** The event, season and place of a city that is created or copied. */
export function CityPlaceFields({ event_id, onEvent, season_id, onSeason, city, onCity }: CityPlaceFieldsProps) {
  const events = useLookup('GET /v1/office/events', {})?.rows ?? []
  const seasons = useLookup('GET /v1/office/seasons', {})?.rows ?? []
  return (
    <>
      <FieldRow>
        <SelectField
          label="Event"
          name="event_id"
          value={event_id}
          options={events.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onEvent}
          error={event_id === null ? 'Required' : undefined}
        />
        <SelectField
          label="Season"
          name="season_id"
          value={season_id}
          options={seasons.map(({ id, start_year, end_year }) => ({ value: id, label: `${start_year}–${end_year}` }))}
          onChange={onSeason}
          error={season_id === null ? 'Required' : undefined}
        />
      </FieldRow>
      <CityNameFields city={city} onCity={onCity} />
    </>
  )
}

type CityNameFieldsProps = { city: Place; onCity: (city: Place) => void; readOnly?: boolean }

/** The name of a city as studios read it. */
export const CityNameFields = ({ city, onCity, readOnly = false }: CityNameFieldsProps) => (
  <FieldRow>
    <TextField
      label="City"
      name="city.name"
      value={city.name}
      onChange={(name) => onCity({ ...city, name })}
      error={city.name.trim() ? undefined : 'Required'}
      disabled={readOnly}
      maxLength={80}
    />
    <TextField
      label="State / province"
      name="city.state"
      value={city.state}
      onChange={(state) => onCity({ ...city, state })}
      error={undefined}
      optional
      disabled={readOnly}
      maxLength={40}
    />
  </FieldRow>
)
