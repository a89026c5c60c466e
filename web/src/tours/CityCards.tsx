import { DayRange } from '../ui/Day.tsx'
import { CalendarLink } from './CalendarLink.tsx'
import { Action, hasDeadlines, Independents, PricesLink, RateDeadline, Status, Venue } from './CityParts.tsx'
import { chosenRow, type CityListProps } from './CityTable.tsx'
import styles from './Picker.module.css'

/** The same cities on a phone, and on a tablet that is too narrow for the table. TOUR-001, UI-022. */
export const CityCards = ({ rows, chosenCity, columns, now, label, act, creating }: CityListProps) => (
  <ul className={styles['cards']} aria-label={label}>
    {rows.map((row) => (
      <li
        key={row.date.id}
        className={styles['card']}
        data-passed={row.passed || undefined}
        {...(row.date.id === chosenCity && chosenRow)}
      >
        <div className={styles['cardHead']}>
          <h2 className={styles['city']}>
            {row.date.event_city.name}
            <span className={styles['state']}>{row.date.event_city.state}</span>
          </h2>
          <Status row={row} />
        </div>
        <p className={styles['where']}>
          <DayRange from={row.date.start_date} to={row.date.end_date} />
          <Venue row={row} />
          <Independents row={row} />
        </p>
        <dl className={styles['facts']}>
          {columns.early_rate_deadline && hasDeadlines(row) && (
            <div>
              <dt>Early rate deadline</dt>
              <dd>
                <RateDeadline row={row} rate="early_rate" now={now} />
              </dd>
            </div>
          )}
          {columns.regular_rate_deadline && hasDeadlines(row) && (
            <div>
              <dt>Regular rate deadline</dt>
              <dd>
                <RateDeadline row={row} rate="regular_rate" now={now} />
              </dd>
            </div>
          )}
        </dl>
        <div className={styles['cardActs']}>
          <Action row={row} act={act} creating={creating} wide />
          {hasDeadlines(row) && <PricesLink row={row} />}
          <CalendarLink tour_date_id={row.date.id} place={row.date.event_city.name} className={styles['calendar']} />
        </div>
      </li>
    ))}
  </ul>
)
