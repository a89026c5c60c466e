import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { pickerColumns } from '@callboard/domain/tours/picker.ts'
import { DayRange } from '../ui/Day.tsx'
import { CalendarLink } from './CalendarLink.tsx'
import { Action, Independents, hasDeadlines, PricesLink, RateDeadline, Status, Venue } from './CityParts.tsx'
import type { PickerRow } from './picked-dates.ts'
import styles from './Picker.module.css'

export type CityListProps = {
  rows: readonly PickerRow[]
  chosenCity: number | null
  columns: ReturnType<typeof pickerColumns>
  now: Instant
  label: string
  act: (row: PickerRow) => void
  creating: number | undefined
}

/** Marks the city somebody came for, which takes the focus. */
export const chosenRow = { 'data-chosen': true, tabIndex: -1 } as const

/** The least room of each column, with the words that it may not break: “Canceled/Postponed”, “View Registration”. */
export const cityTracks = (columns: CityListProps['columns']): string[] => [
  ...['130px', '130px'],
  ...(columns.early_rate_deadline ? ['110px'] : []),
  ...(columns.regular_rate_deadline ? ['110px'] : []),
  ...['114px', '100px', '144px'],
]

/** The cities of a tour where each column has its room. TOUR-001, TOUR-002. */
export const CityTable = ({ rows, chosenCity, columns, now, label, act, creating }: CityListProps) => (
  <div className={styles['sheet']}>
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">City</th>
          <th scope="col">Date</th>
          {columns.early_rate_deadline && <th scope="col">Early rate deadline</th>}
          {columns.regular_rate_deadline && <th scope="col">Regular rate deadline</th>}
          <th scope="col">Venue</th>
          <th scope="col">Status</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.date.id} data-passed={row.passed || undefined} {...(row.date.id === chosenCity && chosenRow)}>
            <th scope="row">
              {row.date.event_city.name}
              <span className={styles['state']}>{row.date.event_city.state}</span>
            </th>
            <td className={styles['days']}>
              <DayRange from={row.date.start_date} to={row.date.end_date} />
              <CalendarLink
                tour_date_id={row.date.id}
                place={row.date.event_city.name}
                className={styles['calendar']}
              />
            </td>
            {columns.early_rate_deadline && (
              <td>
                <RateDeadline row={row} rate="early_rate" now={now} />
              </td>
            )}
            {columns.regular_rate_deadline && (
              <td>
                <RateDeadline row={row} rate="regular_rate" now={now} />
              </td>
            )}
            <td>
              <Venue row={row} />
              <Independents row={row} />
            </td>
            <td>
              <Status row={row} />
              {hasDeadlines(row) && <PricesLink row={row} />}
            </td>
            <td className={styles['action']}>
              <Action row={row} act={act} creating={creating} wide />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
