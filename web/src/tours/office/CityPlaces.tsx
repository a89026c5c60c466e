import { explain } from '@callboard/domain/refusals.ts'
import { checkVenueLinks } from '@callboard/domain/tours/venue-links.ts'
import type { Reply } from '../../api/call.ts'
import { TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { CityPart } from './flag-words.ts'
import styles from '../../ui/Office.module.css'

type Place = NonNullable<Reply<'GET /v1/office/tour-dates/{id}'>['venue']>

const blank: Place = { name: '', address: '', phone: '', website: '', room_rates: null, reservations_link: null }

const places = [
  { name: 'venue', title: 'Venue', known: 'The venue is known', rooms: false },
  { name: 'hotel', title: 'Hotel', known: 'There is a hotel', rooms: true },
] as const

/** Where it takes place and where one sleeps; what is not known yet reads COMING SOON! OFF-003. */
export const CityPlaces = ({ city, onChange, readOnly }: CityPart) => (
  <>
    {places.map(({ name, title, known, rooms }) => {
      const place = city[name]
      const set = (next: Partial<Place>) => place && onChange({ [name]: { ...place, ...next } })
      const linkCheck = place && checkVenueLinks(place, name)
      const linkError = (field: string) =>
        linkCheck && !linkCheck.ok && 'field' in linkCheck.refusal && linkCheck.refusal.field === field
          ? explain(linkCheck.refusal)
          : undefined
      const text = (field: keyof Place, label: string, maxLength: number, optional = true) => (
        <TextField
          label={label}
          name={`${name}.${field}`}
          value={place?.[field] ?? ''}
          disabled={readOnly}
          optional={optional}
          maxLength={maxLength}
          error={!optional && (place?.[field] ?? '').trim() === '' ? 'Required' : linkError(`${name}.${field}`)}
          onChange={(input) =>
            set({ [field]: input === '' && (field === 'room_rates' || field === 'reservations_link') ? null : input })
          }
        />
      )
      return (
        <Panel key={name} title={title}>
          <div className={styles['stack']}>
            <ToggleField
              label={known}
              value={place !== null}
              disabled={readOnly}
              error={undefined}
              onChange={(on) => onChange({ [name]: on ? blank : null })}
            />
            {place && (
              <>
                <FieldRow>
                  {text('name', `${title} name`, 120, false)}
                  {text('phone', `${title} phone`, 40)}
                </FieldRow>
                {text('address', `${title} address`, 300)}
                {text('website', `${title} website`, 300)}
                {rooms && (
                  <FieldRow>
                    {text('room_rates', 'Room rates', 300)}
                    {text('reservations_link', 'Reservations link', 300)}
                  </FieldRow>
                )}
              </>
            )}
          </div>
        </Panel>
      )
    })}
  </>
)
