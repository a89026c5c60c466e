import { TextInput } from '@mantine/core'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant, type Instant } from '@callboard/domain/kernel/instant.ts'
import { checkDays } from '@callboard/domain/tours/tour-date-days.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { TextField } from '../../ui/fields.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { CityPart, CityRecord } from './TourDatePage.tsx'
import styles from '../../ui/Office.module.css'
import { WhatStudiosRead } from './WhatStudiosRead.tsx'

type DayName = 'start_date' | 'end_date' | 'payment_date' | 'send_check_date'
type MomentName = 'cutoff_start_date' | 'cutoff_end_date' | 'late_start_date' | 'late_end_date'

/** The event's days, the windows of the rates (their moments in UTC), and when money is due. OFF-003. */
export function CityDays({ city, onChange, readOnly }: CityPart) {
  const daysCheck = checkDays(city)
  const refusal = daysCheck.ok ? undefined : daysCheck.refusal
  const wrong = (name: keyof CityRecord) =>
    refusal && 'field' in refusal && refusal.field === name ? explain(refusal) : undefined

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
  const moment = (name: MomentName, label: string, optional = false) => (
    <TextInput
      type="datetime-local"
      label={label}
      value={city[name]?.slice(0, 16) ?? ''}
      disabled={readOnly}
      error={wrong(name)}
      {...(wrong(name) && { 'data-wrong': true })}
      onChange={({ currentTarget: { value } }) =>
        (value || optional) && onChange({ [name]: value === '' ? null : momentOf(value) })
      }
    />
  )
  return (
    <Panel title="Days">
      <div className={styles['stack']}>
        <FieldRow>
          {day('start_date', 'First day')}
          {day('end_date', 'Last day')}
        </FieldRow>
        <FieldRow>
          {moment('cutoff_start_date', 'Early rate begins (UTC)')}
          {moment('cutoff_end_date', 'Early rate ends (UTC)')}
        </FieldRow>
        <FieldRow>
          {moment('late_start_date', 'Late rate begins (UTC)', true)}
          {moment('late_end_date', 'Late rate ends (UTC)', true)}
        </FieldRow>
        {daysCheck.ok && <WhatStudiosRead city={city} />}
        <FieldRow>
          {day('payment_date', 'Payment is due', true)}
          {day('send_check_date', 'Checks are sent by', true)}
        </FieldRow>
        <TextField
          label="Time zone"
          name="time_zone"
          value={city.time_zone}
          disabled={readOnly}
          error={wrong('time_zone')}
          onChange={(time_zone) => onChange({ time_zone })}
        />
      </div>
    </Panel>
  )
}

const momentOf = (input: string): Instant => instant(`${input}:00Z`)
