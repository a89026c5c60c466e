import { paths } from '../../shell/paths.ts'
import { Emblem } from '../../ui/Emblem.tsx'
import { Link } from '../../ui/Link.tsx'
import { placeOf, shortDays, type Schedule } from './schedule.ts'
import styles from './Landing.module.css'

/** The tours of the season, each with its mark and where it goes next. */
export function TourList({ schedule }: { schedule: Schedule }) {
  return (
    <section className={styles['tours']} aria-labelledby="tours">
      <h2 id="tours" className={styles['toursTitle']}>
        Tours
      </h2>
      <ul className={styles['rows']}>
        {schedule.events.map(({ id, name, color, logo, subdomain }) => {
          const cities = schedule.cities.filter(({ event_id }) => event_id === id)
          const open = cities.filter(({ status }) => status === 'Register')
          const next = open[0]
          return (
            <li key={id}>
              <Link to={`${paths.register}?event=${subdomain}`} className={styles['brand']}>
                <Emblem name={name} colour={color} logo={logo} size={40} />
                <span className={styles['brandWords']}>
                  <strong>{name}</strong>
                  <span className={styles['quiet']}>
                    {next ? `${placeOf(next)}, ${shortDays(next.start_date, next.end_date)}` : 'Nothing open right now'}
                  </span>
                </span>
                <span className={styles['count']}>{open.length > 0 && `${open.length} open`}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
