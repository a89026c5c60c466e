import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { instantAt, localTimeIn, sameLocalTime } from '@callboard/domain/kernel/zoned-time.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { dateOfLastMinute, lastMinuteOf } from '@callboard/domain/tours/rate-deadline.ts'
import { checkDays } from '@callboard/domain/tours/tour-date-days.ts'
import { TextInput } from '@mantine/core'
import { useLookup } from '../../api/use-lookup.ts'
import { FieldRow } from '../../ui/Form.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { CityNameFields } from './CityPlaceFields.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'
import type { CityPart, CityRecord } from './flag-words.ts'
import { DeadlinePreview } from './DeadlinePreview.tsx'

type DayName = 'start_date' | 'end_date' | 'payment_date' | 'send_check_date'

/** Reads the hours between a rate's stored date and the moment at which the rate changes; undefined until loaded. */
export function useRateGrace(scope: { tour_date_id?: number; event_id?: number }): number | undefined {
  const data = useLookup('GET /v1/office/settings', { query: scope })
  const hours = data?.set['rate_grace_hours'] ?? data?.inherited['rate_grace_hours']?.value
  return typeof hours === 'number' ? hours : undefined
}

/** The event's days, the last minute of each rate in the city's zone, and when money is due. OFF-003. */
export function CityDays({ city, onChange, readOnly }: CityPart) {
  const daysCheck = checkDays(city)
  const refusal = daysCheck.ok ? undefined : daysCheck.refusal
  const wrong = (name: keyof CityRecord) =>
    refusal && 'field' in refusal && refusal.field === name ? explain(refusal) : undefined
  const rate_grace_hours = useRateGrace({ tour_date_id: city.id })
  const zone = city.time_zone

  const day = (name: DayName, label: string, optional = false) => (
    <TextInput
      type="date"
      label={label}
      value={city[name] ?? ''}
      disabled={readOnly}
      error={wrong(name)}
      {...(wrong(name) && { 'data-wrong': true })}
      onChange={({ currentTarget: { value } }) =>
        // The browser's own date field writes calendar dates.
        (value || optional) && onChange({ [name]: value === '' ? null : (value as CalendarDate) })
      }
    />
  )

  /** A rate's last minute. Both dates of the rate follow it: the one that decides and the one that lists show. */
  const deadline = (rate: 'cutoff' | 'late', label: string, help: string) => {
    const storedEnd = rate === 'cutoff' ? city.cutoff_end_date : (city.late_end_date ?? city.late_start_date)
    const error = wrong(`${rate}_end_date`) ?? wrong(`${rate}_start_date`)
    const optional = rate === 'late'
    const settings = { rate_grace_hours: rate_grace_hours ?? 0 }
    const set = (date: Instant | null) => onChange({ [`${rate}_start_date`]: date, [`${rate}_end_date`]: date })
    return (
      <TextInput
        type="datetime-local"
        label={label}
        description={help}
        value={storedEnd && rate_grace_hours !== undefined ? localTimeIn(zone, lastMinuteOf(storedEnd, settings)) : ''}
        disabled={readOnly || rate_grace_hours === undefined}
        error={error}
        {...(error && { 'data-wrong': true })}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') set(dateOfLastMinute(instantAt(zone, value.slice(0, 16)), settings))
          else if (optional) set(null)
        }}
      />
    )
  }

  /** Another zone keeps the clock times of the deadlines as they stand in their fields. */
  function changeZone(time_zone: string) {
    const inNewZone = (moment: Instant) => sameLocalTime(moment, zone, time_zone)
    onChange({
      time_zone,
      cutoff_start_date: inNewZone(city.cutoff_start_date),
      cutoff_end_date: inNewZone(city.cutoff_end_date),
      late_start_date: city.late_start_date && inNewZone(city.late_start_date),
      late_end_date: city.late_end_date && inNewZone(city.late_end_date),
    })
  }

  return (
    <Panel title="City and days">
      <div className={styles['stack']}>
        <CityNameFields city={city.city} readOnly={readOnly} onCity={(next) => onChange({ city: next })} />
        <FieldRow>
          {day('start_date', 'First day')}
          {day('end_date', 'Last day')}
        </FieldRow>
        <TimeZoneField
          value={zone}
          disabled={readOnly}
          error={wrong('time_zone')}
          help="Dates and times of this city are entered and shown in it."
          onChange={changeZone}
        />
        <FieldRow>
          {deadline('cutoff', 'Early rate through', 'The last minute, in the city’s time zone.')}
          {deadline('late', 'Regular rate through', 'Then the late rate. Empty: there is no late rate.')}
        </FieldRow>
        {daysCheck.ok && <DeadlinePreview city={city} rate_grace_hours={rate_grace_hours} />}
        <FieldRow>
          {day('payment_date', 'Payment is due', true)}
          {day('send_check_date', 'Checks are sent by', true)}
        </FieldRow>
      </div>
    </Panel>
  )
}
