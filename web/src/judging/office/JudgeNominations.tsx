import { useRead } from '../../api/use-call.ts'
import { ReadErrors } from '../../shell/ErrorPage.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './Scores.module.css'

/** The entries that judges would give an award to. Nothing is shown while nobody is named. */
export function JudgeNominations({ tour_date_id }: { tour_date_id: number }) {
  const read = useRead('GET /v1/office/judge-nominations', { query: { tour_date_id } })
  const awards = read.data?.awards.filter(({ entries }) => entries.length > 0) ?? []
  if (awards.length === 0 && !read.error) return null
  return (
    <Panel title="Nominated by judges">
      <ReadErrors reads={[read]} />
      {awards.map(({ id, name, entries }) => (
        <section key={id} aria-label={name}>
          <b>{name}</b>
          <ul className={styles['seats']}>
            {entries.map((entry) => (
              <li key={entry.id} className={styles['seat']}>
                <span>
                  <b>{entry.label}</b> {entry.name}
                  <span className={styles['second']}>{entry.studio}</span>
                </span>
                <span>
                  Judge{entry.judges.length > 1 && 's'} {entry.judges.join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  )
}
