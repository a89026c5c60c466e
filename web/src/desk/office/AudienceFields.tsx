import { audienceStates, type Audience, type GroupMailKind } from '@callboard/domain/desk/group-mail.ts'
import { Button, Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRead } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { ReadErrors } from '../../shell/ErrorPage.tsx'
import { dayText } from '../../ui/Day.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { useFieldError } from '../../ui/form-state.ts'
import { FieldRow } from '../../ui/Form.tsx'
import styles from '../../ui/Office.module.css'
import { audienceStateWords, conditions } from './group-mail-words.ts'
import mailStyles from './GroupMail.module.css'

export type AudienceChoice = Audience & { event_id: number | null; season_id: number | null }

type AudienceFieldsProps = { value: AudienceChoice; onChange: (value: AudienceChoice) => void }

const states = audienceStates.map((value) => ({ value, label: audienceStateWords[value] }))

/** The cities of a brand and season, and which of their registrations are meant. */
export function AudienceFields({ value, onChange }: AudienceFieldsProps) {
  const { event_id, tour_date_ids } = value
  const events = useLookup('GET /v1/office/events', {})?.rows ?? []
  const seasons = useLookup('GET /v1/office/seasons', {})?.rows ?? []
  const season_id = value.season_id ?? seasons.find(({ current }) => current)?.id
  const cities =
    useLookup(
      'GET /v1/office/tour-dates',
      { query: { ...(event_id !== null && { event_id }), ...(season_id !== undefined && { season_id }) } },
      { enabled: event_id !== null && season_id !== undefined },
    )?.rows ?? []
  const error = tour_date_ids.length === 0 ? 'Please choose at least one city.' : undefined
  const { visibleError, marks } = useFieldError('audience.tour_date_ids', error)
  const choose = (ids: readonly number[]) => onChange({ ...value, tour_date_ids: ids })
  return (
    <div className={styles['stack']}>
      <FieldRow>
        <SelectField
          label="Brand"
          value={event_id}
          options={events.map(({ id, name }) => ({ value: id, label: name }))}
          error={event_id === null ? 'Please choose a brand.' : undefined}
          onChange={(next) => onChange({ ...value, event_id: next, tour_date_ids: [] })}
        />
        <SelectField
          label="Season"
          value={season_id ?? null}
          options={seasons.map(({ id, start_year, end_year }) => ({ value: id, label: `${start_year}–${end_year}` }))}
          error={undefined}
          onChange={(next) => onChange({ ...value, season_id: next, tour_date_ids: [] })}
        />
      </FieldRow>
      {event_id !== null && (
        <Checkbox.Group
          label="Cities"
          value={tour_date_ids.map(String)}
          onChange={(ids) => choose(ids.map(Number))}
          error={visibleError}
        >
          <div className={styles['tight']}>
            <div className={styles['pair']}>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => choose(cities.map(({ id }) => id).slice(0, 200))}
              >
                All cities
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => choose([])}>
                None
              </Button>
            </div>
            {/* A long season has more cities than fit on a screen. */}
            <fieldset className={mailStyles['cities']} aria-label="Cities of the season" tabIndex={-1} {...marks}>
              {cities.length === 0 && 'No city in this season.'}
              {cities.map(({ id, city, start_date, registrations }) => (
                <Checkbox
                  key={id}
                  value={String(id)}
                  label={city}
                  description={`${dayText(start_date)} · ${registrations} ${registrations === 1 ? 'registration' : 'registrations'}`}
                />
              ))}
            </fieldset>
          </div>
        </Checkbox.Group>
      )}
      <SelectField
        label="Registration"
        name="audience.state"
        value={value.state}
        options={states}
        error={undefined}
        onChange={(next) => onChange({ ...value, state: next ?? 'any' })}
      />
      <div className={styles['switches']}>
        {conditions.map(([name, label]) => (
          <ToggleField
            key={name}
            label={label}
            name={`audience.${name}`}
            value={value[name]}
            error={undefined}
            onChange={(next) => onChange({ ...value, [name]: next })}
          />
        ))}
      </div>
    </div>
  )
}

/** How many accounts match now, and who. */
export function AudienceCount({ audience, kind }: { audience: Audience; kind: GroupMailKind }) {
  const [body] = useDebouncedValue({ audience, kind }, 300)
  const isChosen = body.audience.tour_date_ids.length > 0
  const read = useRead('POST /v1/office/group-mails/audience', { body }, { enabled: isChosen, keepsPage: true })
  const { data, error, isPlaceholderData } = read
  if (!isChosen) return <p style={{ margin: 0 }}>Choose cities to see who gets the email.</p>
  if (error && !data) return <ReadErrors reads={[read]} />
  if (!data) return <p style={{ margin: 0 }}>Counting…</p>
  const { count, unsubscribed, people } = data
  return (
    <div className={styles['tight']} aria-busy={isPlaceholderData}>
      <output>
        <strong>{count - unsubscribed === 1 ? 'One account' : `${count - unsubscribed} accounts`}</strong>
        {unsubscribed > 0 && `, without ${unsubscribed} that unsubscribed`}
      </output>
      {people.length > 0 && (
        <details className={styles['details']}>
          <summary>Names</summary>
          <ul className={mailStyles['names']} aria-label="Accounts that match">
            {people.map(({ user_id, name, studio, email, unsubscribed: isSpared }) => (
              <li key={user_id}>
                {studio === name ? name : `${studio} (${name})`}
                <span className={styles['second']}>{isSpared ? `${email}, unsubscribed` : email}</span>
              </li>
            ))}
            {count > people.length && <li>and {count - people.length} more</li>}
          </ul>
        </details>
      )}
    </div>
  )
}
