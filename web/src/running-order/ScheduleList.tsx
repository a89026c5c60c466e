import { clockText, weekdayText } from '@callboard/domain/kernel/moment-text.ts'
import { stateLabels } from '@callboard/domain/running-order/entry-state.ts'
import type { Reply } from '../api/call.ts'
import { Empty } from '../ui/Empty.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './Schedule.module.css'

type RegistrationSchedule = Reply<'GET /v1/running-order'>
type ScheduleEntry = Omit<RegistrationSchedule['entries'][number], 'id'> & { studio?: string }

function byDay(entries: readonly ScheduleEntry[], zone: string): [day: string, entries: ScheduleEntry[]][] {
  const days = new Map<string, ScheduleEntry[]>()
  for (const entry of entries) {
    const day = weekdayText(entry.starts_at, zone)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}

/** The entries of a registration by day, on the clocks of the city. */
export function ScheduleList({ schedule }: { schedule: RegistrationSchedule }) {
  const { entries, others, published_at, time_zone } = schedule
  if (published_at === null || entries.length === 0) {
    return (
      <Panel>
        <Empty
          level={2}
          title={published_at === null ? 'The schedule is not published yet' : 'No routines are scheduled'}
        >
          {published_at === null
            ? 'The office publishes it before the event and emails you your times.'
            : 'Your routines are not in the running order. Contact the office if you expected them here.'}
        </Empty>
      </Panel>
    )
  }
  return <EntriesByDay entries={entries} zone={time_zone} hasStages={others.some(({ stage }) => stage > 1)} />
}

type EntriesByDayProps = { entries: readonly ScheduleEntry[]; zone: string; hasStages?: boolean }

/** Entries of a published order by day: time, number, title, and whose they are where that is said. */
export function EntriesByDay({ entries, zone, hasStages = false }: EntriesByDayProps) {
  const namesStages = hasStages || entries.some(({ stage }) => stage > 1)
  return (
    <div className={styles['days']}>
      {byDay(entries, zone).map(([day, own]) => (
        <Panel key={day} title={day} flush>
          <ol className={styles['entries']}>
            {own.map(({ label, name, division, category, studio, stage, starts_at, state, dancers }) => (
              <li key={label} className={styles['entry']} data-out={state === 'scratched' || undefined}>
                <time className={styles['time']} dateTime={starts_at}>
                  {clockText(starts_at, zone)}
                </time>
                <span className={styles['number']}>{label}</span>
                <span className={styles['title']}>
                  <b>{name}</b>
                  <span className={styles['second']}>
                    {division} {category}
                    {studio && `, ${studio}`}
                    {namesStages && `, stage ${stage}`}
                    {state !== 'planned' && `, ${stateLabels[state].toLowerCase()}`}
                  </span>
                  {dancers.length > 0 && <span className={styles['second']}>{dancers.join(', ')}</span>}
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      ))}
    </div>
  )
}
