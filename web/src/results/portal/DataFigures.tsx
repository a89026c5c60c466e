import { resultsFollow } from '@callboard/domain/results/papers.ts'
import type { Reply } from '../../api/call.ts'
import { Panel } from '../../ui/Panel.tsx'
import { scoreText } from './CorrectionNote.tsx'
import styles from './Portal.module.css'

type Data = Reply<'GET /v1/dance360/coda/data'>
/** `part`: of the whole width of a chart, up to 1. */
type Bar = { name: string; values: readonly string[]; part: number }

/** The figures of a registration. RES-019, RES-023. */
export function DataFigures({ data }: { data: Data }) {
  const { routine_count, results_follow, average, places, level1 } = data
  return (
    <>
      <Panel title="At a glance">
        <dl className={styles['figures']}>
          <Figure label="Routines" value={String(routine_count)} />
          {average !== null && <Figure label="Average score" value={scoreText(average)} />}
          {places && <Figure label="First places" value={String(places.first)} />}
          {places && <Figure label="Second places" value={String(places.second)} />}
          {places && <Figure label="Third places" value={String(places.third)} />}
        </dl>
        {results_follow && <p className={styles['second']}>{resultsFollow}</p>}
      </Panel>
      {!results_follow && <ResultCharts data={data} />}
      {level1.length > 0 && (
        <Panel title="Marked good by the judges">
          <Chart
            label="Marked good by the judges"
            columns={['Item', 'Good']}
            bars={level1.map(({ name, good_percent }) => ({
              ...{ name, values: [`${good_percent}%`], part: good_percent / 100 },
            }))}
          />
        </Panel>
      )}
    </>
  )
}

/** The charts that the results of the routines make. */
function ResultCharts({ data: { by_division, top_divisions, awards } }: { data: Data }) {
  const best = Math.max(1, ...by_division.map((division) => division.average))
  const mostAwards = Math.max(1, ...awards.map(({ count }) => count))
  return (
    <>
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
        <Chart
          label="Average by performance division"
          columns={['Division', 'Routines', 'Average']}
          bars={by_division.map(({ name, average: mean, count }) => ({
            ...{ name, values: [String(count), scoreText(mean)], part: mean / best },
          }))}
        />
      </Panel>
      <Panel title="Adjudicated awards">
        <Chart
          label="Adjudicated awards"
          columns={['Award', 'Routines']}
          bars={awards.map(({ name, count }) => ({ name, values: [String(count)], part: count / mostAwards }))}
        />
      </Panel>
    </>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className={styles['figure']}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

type ChartProps = { label: string; columns: readonly string[]; bars: readonly Bar[] }

/** A table with a bar in each row: the picture repeats what the last number says. */
const Chart = ({ label, columns, bars }: ChartProps) => (
  <table className={styles['chart']} aria-label={label}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {/* The bar needs no heading: it says what the number before it says. */}
        <td aria-hidden="true" />
      </tr>
    </thead>
    <tbody>
      {bars.map(({ name, values, part }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {values.map((value, index) => (
            <td key={columns[index + 1]}>{value}</td>
          ))}
          <td aria-hidden="true">
            <svg className={styles['track']} viewBox="0 0 100 8" preserveAspectRatio="none">
              <rect className={styles['trackWhole']} width="100" height="8" />
              <rect className={styles['trackPart']} width={100 * part} height="8" />
            </svg>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
