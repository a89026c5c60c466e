import { resultsFollow } from '@callboard/domain/results/papers.ts'
import { noCritiques } from '@callboard/domain/results/refusals.ts'
import type { Reply } from '../../api/call.ts'
import { RecordingPlayer } from '../../critiques/player/RecordingPlayer.tsx'
import { VideoCritique } from '../../critiques/player/VideoCritique.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RoutineSearch } from './RoutineSearch.tsx'
import { CritiqueHomework } from './CritiqueHomework.tsx'
import { CorrectionNote, scoreText } from './CorrectionNote.tsx'
import { useCritiqueMedia, type CritiqueMedia } from './critique-media.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from './Portal.module.css'

export type Critiques = Reply<'GET /v1/dance360/coda/critiques'>
type Critique = Critiques['routines'][number]
type Judge = Critique['judges'][number]
type Item = Judge['good'][number]

/** Which routines a link will open, while one is made. */
type Selection = { ids: ReadonlySet<number>; onToggle: (id: number) => void }

type CritiqueListProps = {
  critiques: Critiques
  selection?: Selection | undefined
  /** The token of the link that was opened; none for the owner. */
  share?: string | undefined
}

/** The scores and critiques of a registration's routines. RES-007 to RES-009. */
export function CritiqueList({ critiques, selection, share }: CritiqueListProps) {
  const { released, no_critiques, routines, correction, source } = critiques
  const media = useCritiqueMedia(critiques, share)
  if (no_critiques) {
    return (
      <Panel>
        <Empty title="No critiques">{noCritiques}</Empty>
      </Panel>
    )
  }
  if (!released) {
    return (
      <Panel>
        <Empty title="Not available yet">
          Scores and Critiques will be available after the event. We will notify you via email once it is enabled.
        </Empty>
        <p className={styles['second']}>Critiques come within three business days after the event.</p>
      </Panel>
    )
  }
  if (routines.length === 0) {
    return (
      <Panel>
        <Empty title="No critiques">Sorry, you did not have any routines for this city.</Empty>
      </Panel>
    )
  }
  return (
    <>
      <CorrectionNote correction={correction} />
      {routines.some(({ results_follow }) => results_follow) && <p className={styles['second']}>{resultsFollow}</p>}
      <RoutineSearch routines={routines}>
        {(visibleRoutines) => (
          <Panel flush>
            {visibleRoutines.map((critique) => (
              <CritiqueArticle
                key={critique.routine_id}
                critique={critique}
                areRecordings={source === 'recordings'}
                selection={selection}
                media={media}
              />
            ))}
          </Panel>
        )}
      </RoutineSearch>
    </>
  )
}

type CritiqueArticleProps = {
  critique: Critique
  /** The season's critiques are recordings alone. RES-033. */
  areRecordings: boolean
  selection: Selection | undefined
  media: CritiqueMedia
}

function CritiqueArticle({ critique, areRecordings, selection, media }: CritiqueArticleProps) {
  const { routine_id, number, name, judges, attendees, choreographer, homework, has_video } = critique
  return (
    <article className={styles['routine']} aria-label={`${number} ${name}`}>
      {selection && (
        <div className={styles['selection']}>
          <Checkbox
            label={`Share ${number} ${name}`}
            checked={selection.ids.has(routine_id)}
            onChange={() => selection.onToggle(routine_id)}
          />
        </div>
      )}
      <RoutineHead routine={critique} level={2} />
      {attendees.length > 0 && <p className={styles['second']}>Dancers: {attendees.join(', ')}</p>}
      {choreographer && <p className={styles['second']}>Choreography: {choreographer}</p>}
      <ul className={styles['judges']} aria-label={`Judges of ${name}`}>
        {judges.map((judge) => (
          <JudgeCard
            key={judge.client_id}
            judge={judge}
            hasScore={!critique.results_follow}
            of={`${number} ${name}`}
            media={media}
          />
        ))}
      </ul>
      <CritiqueHomework homework={homework} />
      <VideoCritique critique={critique} media={media} />
      {areRecordings && judges.every(({ recordings }) => recordings.length === 0) && (
        <p className={styles['second']}>No judge of this routine was recorded.</p>
      )}
      {!has_video && <p className={styles['second']}>Video critiques are not available for this routine.</p>}
    </article>
  )
}

type ScoredRoutine = Pick<
  Critique,
  | 'number'
  | 'name'
  | 'age_division'
  | 'performance_division'
  | 'category'
  | 'total_score'
  | 'dropped_score'
  | 'canceled'
  | 'competition_award'
> & { results_follow?: boolean }

/** Number, title, divisions, total and level of a routine. */
export function RoutineHead({ routine, level }: { routine: ScoredRoutine; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { number, name, age_division, performance_division, category, canceled, competition_award } = routine
  const { total_score, dropped_score } = routine
  return (
    <>
      <div className={styles['head']}>
        <Heading className={styles['title']}>
          {number} {name}
        </Heading>
        <span className={styles['score']}>
          {canceled
            ? 'Canceled'
            : total_score !== null
              ? `Total ${scoreText(total_score)}`
              : !routine.results_follow && 'No total'}
        </span>
        {competition_award && <span>{competition_award}</span>}
      </div>
      <p className={styles['second']}>
        {[age_division, performance_division, category].filter(Boolean).join(', ')}
        {dropped_score !== null && `. Dropped score ${scoreText(dropped_score)}`}
      </p>
    </>
  )
}

type JudgeCardProps = { judge: Judge; hasScore: boolean; of: string; media: CritiqueMedia }

function JudgeCard({ judge, hasScore, of, media }: JudgeCardProps) {
  const { position, name, headshot, score, dropped, teacher_critique, note, signature, good, bad, recordings } = judge
  return (
    <li className={styles['judge']}>
      <div className={styles['who']}>
        {headshot && <img className={styles['headshot']} src={headshot} alt="" />}
        <div>
          <b>{name}</b>
          <p className={styles['second']}>
            Judge {position}
            {hasScore && `: ${score === null ? 'abstained' : scoreText(score)}`}
            {dropped && ', dropped'}
          </p>
        </div>
      </div>
      <RecordingPlayer
        name={`${name} on ${of}`}
        recordings={recordings}
        marks={marksOf(judge)}
        loadUrl={media.loadUrl}
      />
      {teacher_critique && <p className={styles['text']}>{teacher_critique}</p>}
      {note && (
        <p className={styles['text']}>
          <b>Note:</b> {note}
        </p>
      )}
      <Items title="Good" items={good} />
      <Items title="To work on" items={bad} />
      {signature && <img className={styles['signature']} src={signature} alt={`Signature of ${name}`} />}
    </li>
  )
}

const itemName = ({ level_1, level_2, level_3, level_4 }: Item) =>
  [level_1, level_2, level_3, level_4].filter((level) => level !== null).join(', ')

/** The items that were marked while the judge spoke, in the order of the recording. */
const marksOf = ({ good, bad }: Judge) =>
  [
    ...good.map((item) => ({ at_ms: item.at_ms, label: `Good: ${itemName(item)}` })),
    ...bad.map((item) => ({ at_ms: item.at_ms, label: `To work on: ${itemName(item)}` })),
  ]
    .flatMap(({ at_ms, label }) => (at_ms === null ? [] : [{ at_ms, label }]))
    .toSorted((a, b) => a.at_ms - b.at_ms)

function Items({ title, items }: { title: string; items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <b>{title}</b>
      <ul className={styles['items']}>
        {items.map((item, index) => (
          // The same item may be marked twice.
          <li key={index}>{itemName(item)}</li>
        ))}
      </ul>
    </div>
  )
}
