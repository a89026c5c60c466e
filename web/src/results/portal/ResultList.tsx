import { pickedPlace } from '@callboard/domain/results/ranking.ts'
import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Reply } from '../../api/call.ts'
import { Empty } from '../../ui/Empty.tsx'
import { moneyText } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CorrectionNote, scoreText } from './CorrectionNote.tsx'
import { RoutineHead } from './CritiqueList.tsx'
import { RoutineSearch } from './RoutineSearch.tsx'
import styles from './Portal.module.css'

type Results = Reply<'GET /v1/dance360/coda/results'>
type Adjudicated = Results['adjudicated'][number]
type Won = Results['special_awards'][number]

/** Everything that was released about a registration. RES-013 to RES-015. */
export function ResultList({ results }: { results: Results }) {
  const { released, adjudicated, best_dancers, studio_awards, special_awards, scholarships, correction } = results
  if (!released) {
    return (
      <Panel>
        <Empty title="Not available yet">Results will be available after the event.</Empty>
      </Panel>
    )
  }
  const rows = adjudicated.length + best_dancers.length + studio_awards.length + special_awards.length
  if (rows + scholarships.length === 0) {
    return (
      <Panel>
        <Empty title="No results">This registration did not have any results for this event.</Empty>
      </Panel>
    )
  }
  return (
    <>
      <CorrectionNote correction={correction} />
      {adjudicated.length > 0 && (
        <RoutineSearch routines={adjudicated}>
          {(visibleRoutines) => (
            <Panel title="Adjudicated awards" flush>
              {visibleRoutines.map((routine) => (
                <AdjudicatedAward key={routine.routine_id} routine={routine} />
              ))}
            </Panel>
          )}
        </RoutineSearch>
      )}
      {best_dancers.length > 0 && <BestDancers dancers={best_dancers} />}
      <AwardList title="Studio awards" rows={studio_awards} />
      <AwardList title="Special awards" rows={special_awards} after={({ place }) => pickedPlace(place)} />
      <AwardList
        title="Scholarships"
        rows={scholarships}
        after={({ place }, index) => {
          const amount = scholarships[index]?.amount
          return [pickedPlace(place), amount ? moneyText(amount as never) : ''].filter(Boolean).join(', ')
        }}
      />
    </>
  )
}

function AdjudicatedAward({ routine }: { routine: Adjudicated }) {
  const { number, name, attendees, scores, places, deduction } = routine
  return (
    <article className={styles['routine']} aria-label={`${number} ${name}`}>
      <RoutineHead routine={routine} level={3} />
      {attendees.length > 0 && <p className={styles['second']}>{attendees.join(', ')}</p>}
      {places.map(({ award, place, of }) => (
        <p key={award} className={styles['text']}>
          Place {place} of {of}: {award}
        </p>
      ))}
      <table className={styles['marks']}>
        <VisuallyHidden component="caption">Scores of {name}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Judge</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {scores.map(({ position, judge, score, dropped }) => (
            <tr key={position}>
              <td>
                {judge}
                {dropped && ' (dropped)'}
              </td>
              <td>{scoreText(score)}</td>
            </tr>
          ))}
          {deduction > 0 && (
            <tr>
              <td>Deductions</td>
              <td>−{scoreText(deduction)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </article>
  )
}

type BestDancer = Results['best_dancers'][number]
type BestDancerProps = { dancer: BestDancer }

const BestDancers = ({ dancers }: { dancers: readonly BestDancer[] }) => (
  <Panel title="Best Dancers" flush>
    {dancers.map((dancer) => (
      <BestDancerArticle key={`${dancer.award} ${dancer.dancer}`} dancer={dancer} />
    ))}
  </Panel>
)

/** An audition: its score and place, and each judge's mark of ballet, jazz and maybe a solo. RES-014. */
function BestDancerArticle({ dancer: { award, dancer, ballet, jazz, solo, audition_score, place } }: BestDancerProps) {
  const disciplines = [
    { name: 'Ballet', ...ballet },
    { name: 'Jazz', ...jazz },
    { name: 'Solo', ...solo },
  ].filter(({ judges }) => judges.length > 0)
  return (
    <article className={styles['routine']} aria-label={dancer}>
      <div className={styles['head']}>
        <h3 className={styles['title']}>{dancer}</h3>
        <span className={styles['score']}>
          {audition_score === null ? 'No audition score' : `Audition score ${scoreText(audition_score)}`}
        </span>
      </div>
      <p className={styles['second']}>{place === null ? award : `Place ${place}: ${award}`}</p>
      <div className={styles['disciplines']}>
        {disciplines.map(({ name, total, judges }) => (
          <table key={name} className={styles['marks']}>
            <thead>
              <tr>
                <th scope="col">{name}</th>
                <th scope="col">Score</th>
              </tr>
            </thead>
            <tbody>
              {judges.map(({ position, judge, score }) => (
                <tr key={position}>
                  <td>{judge}</td>
                  <td>{scoreText(score)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">Total</th>
                <td>{total === null ? '–' : scoreText(total)}</td>
              </tr>
            </tbody>
          </table>
        ))}
      </div>
    </article>
  )
}

type AwardListProps = { title: string; rows: readonly Won[]; after?: (row: Won, index: number) => ReactNode }

function AwardList({ title, rows, after = ({ place }) => `Place ${place}` }: AwardListProps) {
  if (rows.length === 0) return null
  return (
    <Panel title={title} flush>
      {rows.map((row, index) => (
        <article key={`${row.award} ${row.winner}`} className={styles['routine']}>
          <div className={styles['head']}>
            <h3 className={styles['title']}>
              {row.award}: {row.winner}
            </h3>
            <span>{after(row, index)}</span>
          </div>
          {row.blurb && <p className={styles['text']}>{row.blurb}</p>}
        </article>
      ))}
    </Panel>
  )
}
