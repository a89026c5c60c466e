import type { Reply } from '../../api/call.ts'
import { Panel } from '../../ui/Panel.tsx'
import { scoreText } from './CorrectionNote.tsx'
import styles from './Portal.module.css'

type Data = Reply<'GET /v1/dance360/coda/data'>
type Bar = { name: string; value: string; part: number }

/** The figures of a registration. RES-019, RES-023. */
export function DataFigures({ data }: { data: Data }) {
  const { routine_count, average, by_division, top_divisions, awards, places, level1 } = data
  const best = Math.max(1, ...by_division.map((division) => division.average))
  const mostAwards = Math.max(1, ...awards.map(({ count }) => count))
  return (
    <>
      <Panel title="At a glance">
        <dl className={styles['figures']}>
          <Figure label="Routines" value={String(routine_count)} />
          <Figure label="Average score" value={scoreText(average)} />
          <Figure label="First places" value={String(places.first)} />
          <Figure label="Second places" value={String(places.second)} />
          <Figure label="Third places" value={String(places.third)} />
        </dl>
      </Panel>
      <Panel title="Top genres">
        <ol className={styles['items']}>
          {top_divisions.map(({ name, average: mean }) => (
            <li key={name}>
              {name}, {scoreText(mean)}
            </li>
          ))}
        </ol>
      </Panel>
      <Panel title="Average by performance division">
        <Bars
          bars={by_division.map(({ name, average: mean, count }) => ({
            name: `${name}, ${count} ${count === 1 ? 'routine' : 'routines'}`,
            value: scoreText(mean),
            part: mean / best,
          }))}
        />
      </Panel>
      <Panel title="Adjudicated awards">
        <Bars bars={awards.map(({ name, count }) => ({ name, value: String(count), part: count / mostAwards }))} />
      </Panel>
      {level1.length > 0 && (
        <Panel title="Marked good by the judges">
          <Bars
            bars={level1.map(({ name, good_percent }) => ({
              ...{ name, value: `${good_percent}%`, part: good_percent / 100 },
            }))}
          />
        </Panel>
      )}
    </>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className={styles['figure']}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

/** Bars with their value as text: the picture repeats what the words say. */
const Bars = ({ bars }: { bars: readonly Bar[] }) => (
  <ul className={styles['bars']}>
    {bars.map(({ name, value, part }) => (
      <li key={name} className={styles['bar']}>
        <span>{name}</span>
        <span className={styles['score']}>{value}</span>
        <svg className={styles['track']} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles['trackWhole']} width="100" height="8" />
          <rect className={styles['trackPart']} width={100 * part} height="8" />
        </svg>
      </li>
    ))}
  </ul>
)
