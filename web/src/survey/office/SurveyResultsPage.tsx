import { surveyPages } from '@callboard/domain/survey/pages.ts'
import { longSheetText } from '@callboard/domain/survey/refusals.ts'
import {
  isLongSheet,
  leastSheetLines,
  meanText,
  ratingCount,
  ratingScale,
  resultText,
  scaleHeader,
} from '@callboard/domain/survey/results.ts'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { address, type Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { dayText } from '../../ui/Day.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { useAddressOrder, useSearchParams } from '../../ui/use-search-params.ts'
import { RatingSpread } from './RatingSpread.tsx'
import resultStyles from './SurveyResults.module.css'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const route = 'GET /v1/office/survey-results'
type SurveyResults = Reply<typeof route>
type SurveyCity = SurveyResults['cities'][number]
type QuestionRow = SurveyResults['questions'][number]
type EntryRow = QuestionRow['results']['entries'][number]
type SearchParams = { event_id?: number; tour_date_id?: number }

/** 'Reno, NV (Meridian, Fri, Nov 8, 2024)': an event may be in a city twice, and two events in the same one. */
const cityLabel = ({ city, event, start_date }: SurveyCity) => `${city} (${event}, ${dayText(start_date)})`

/** A judge works in many cities, a class is of one: among all cities a line below its name says which. */
const columnsOf = (cityLabels: ReadonlyMap<number, string>, labels: readonly string[]): readonly Column<EntryRow>[] => [
  {
    key: 'name',
    header: 'Name',
    sort: ({ name }) => name,
    cell: ({ name, tour_date_id }) => {
      const label = tour_date_id === null ? undefined : cityLabels.get(tour_date_id)
      return (
        <span>
          {name}
          {label && <span className={styles['second']}>{label}</span>}
        </span>
      )
    },
  },
  {
    key: 'ratings',
    header: 'Ratings',
    sort: ratingCount,
    align: 'end',
    phone: 'named',
    width: '80px',
    cell: ratingCount,
  },
  {
    key: 'mean',
    header: 'Mean',
    sort: ({ mean }) => mean,
    align: 'end',
    phone: 'named',
    width: '72px',
    cell: ({ mean }) => meanText(mean),
  },
  {
    key: 'spread',
    header: scaleHeader(labels),
    phone: 'below',
    width: labels.length > 0 ? 'minmax(188px, 368px)' : '188px',
    cell: ({ ratings }) => <RatingSpread ratings={ratings} labels={labels} />,
  },
]

const isIn = ({ event_id, tour_date_id }: SearchParams, city: SurveyCity) =>
  (event_id === undefined || city.event_id === event_id) &&
  (tour_date_id === undefined || city.tour_date_id === tour_date_id)

function countText(cities: readonly SurveyCity[]): string {
  const total = (count: (city: SurveyCity) => number) => cities.reduce((sum, city) => sum + count(city), 0)
  const [beginnings, submissions] = [total(({ begun }) => begun), total(({ submitted }) => submitted)]
  const registrations = beginnings === 1 ? '1 registration has' : `${beginnings} registrations have`
  return `${registrations} begun the survey, ${submissions} ${submissions === 1 ? 'has' : 'have'} submitted it.`
}

/** The results of a version: of every city, an event or a city, which the address says. OFF-034. */
export function SurveyResultsPage() {
  const version = useIdInPath('version')
  const [{ event_id, tour_date_id }, show] = useSearchParams<SearchParams>()
  const filter = { ...(event_id && { event_id }), ...(tour_date_id && { tour_date_id }) }
  const query = { version, ...filter }
  const answer = useRead(route, { query }, { keepsPage: true })
  const results = answer.data
  const isLong = results !== undefined && isLongSheet(leastSheetLines(results.questions))
  return (
    <OfficeFrame
      title={`Results of survey ${version}`}
      above={results && `${results.event ?? 'Every event'}, ${results.season}`}
      about={results && countText(results.cities.filter((city) => isIn(filter, city)))}
      actions={
        <>
          <Button component={Link} variant="default" to={paths.officeAt(`survey/${version}`)}>
            Questions
          </Button>
          {!isLong && (
            <Button component="a" download href={address('/v1/office/survey-answers.csv', { query })}>
              Download spreadsheet
            </Button>
          )}
        </>
      }
      filters={<CityFilters cities={results?.cities ?? []} {...filter} onChange={show} />}
      answer={answer}
      skeleton={{ columns: 4 }}
    >
      {({ questions, cities }) => (
        <div className={styles['stack']} aria-busy={answer.isPlaceholderData}>
          {isLong && <p className={styles['nothing']}>{longSheetText}</p>}
          <Pages questions={questions} cities={cities} filter={filter} />
        </div>
      )}
    </OfficeFrame>
  )
}

type CityFiltersProps = SearchParams & {
  cities: readonly SurveyCity[]
  onChange: (next: { event_id?: number | undefined; tour_date_id?: number | undefined }) => void
}

/** Events and cities in which the version was begun; another event leaves a city that is not its own. */
function CityFilters({ cities, event_id, tour_date_id, onChange }: CityFiltersProps) {
  const events = new Map(cities.map((city) => [city.event_id, city.event]))
  return (
    <>
      <SelectField
        label="Event"
        value={event_id ?? null}
        options={[...events].map(([value, label]) => ({ value, label }))}
        any="Every event"
        error={undefined}
        onChange={(next) => {
          const filter = { ...(next !== null && { event_id: next }), ...(tour_date_id && { tour_date_id }) }
          const isOfEvent = cities.some((city) => isIn(filter, city))
          onChange({ event_id: next ?? undefined, tour_date_id: isOfEvent ? tour_date_id : undefined })
        }}
      />
      <div className={resultStyles['city']}>
        <SelectField
          label="City"
          value={tour_date_id ?? null}
          options={cities
            .filter((city) => isIn({ ...(event_id && { event_id }) }, city))
            .map((city) => ({ value: city.tour_date_id, label: cityLabel(city) }))}
          any="Every city"
          error={undefined}
          onChange={(next) => onChange({ event_id, tour_date_id: next ?? undefined })}
        />
      </div>
    </>
  )
}

type PagesProps = { questions: readonly QuestionRow[]; cities: readonly SurveyCity[]; filter: SearchParams }

/** The pages of the survey, below the names of their ratings. */
function Pages({ questions, cities, filter: { event_id, tour_date_id } }: PagesProps) {
  const { labels, legend, columns } = useMemo(() => {
    const filter = { ...(event_id && { event_id }), ...(tour_date_id && { tour_date_id }) }
    const scale = ratingScale(cities.filter((city) => isIn(filter, city)))
    const cityLabels = cities.map((city) => [city.tour_date_id, cityLabel(city)] as const)
    return { ...scale, columns: columnsOf(new Map(tour_date_id === undefined ? cityLabels : []), scale.labels) }
  }, [cities, event_id, tour_date_id])
  return (
    <>
      {legend.length > 0 && (
        <div className={resultStyles['legend']}>
          {legend.map((line) => (
            <p key={line}>Ratings {legend.length > 1 ? `of ${line}` : `are ${line}`}</p>
          ))}
        </div>
      )}
      {surveyPages.map((groups, page) => (
        <PageResults
          key={groups.join()}
          page={page}
          questions={questions.filter((row) => groups.includes(row.survey_question_group_id))}
          labels={labels}
          columns={columns}
          tour_date_id={tour_date_id}
        />
      ))}
    </>
  )
}

type PageResultsProps = {
  page: number
  questions: readonly QuestionRow[]
  labels: readonly string[]
  columns: readonly Column<EntryRow>[]
  tour_date_id: number | undefined
}

function PageResults({ page, questions, labels, columns, tour_date_id }: PageResultsProps) {
  if (questions.length === 0) return null
  return (
    <Panel title={`Page ${page + 1}`} flush>
      <ul className={styles['rows']}>
        {questions.map(({ id, question, survey_question_type: type, results }) => (
          <li key={id}>
            <div>
              <strong>{question}</strong>
              <span className={styles['second']}>{resultText(results) || 'No answers yet'}</span>
              {type === 'text' && results.answers > 0 && <TextPlace tour_date_id={tour_date_id} />}
            </div>
            {results.mean !== null && <RatingSpread ratings={results.ratings} labels={labels} />}
            {results.entries.length > 0 && (
              <div className={`${styles['wholeRow']} ${resultStyles['entries']}`}>
                <EntryRows question_id={id} label={question} entries={results.entries} columns={columns} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type EntryRowsProps = {
  question_id: number
  label: string
  entries: readonly EntryRow[]
  columns: readonly Column<EntryRow>[]
}

/** The judges or classes of one question, in an order of their own. */
const EntryRows = ({ question_id, label, entries, columns }: EntryRowsProps) => (
  <DataRows
    label={label}
    rows={entries}
    rowKey={({ id }) => id}
    rowName={({ name }) => name}
    columns={columns}
    keptOrder={useAddressOrder({ key: 'name', descending: false }, question_id)}
    filter={false}
    empty={null}
  />
)

/** Texts are read without names: of a city on its page, of all cities in the spreadsheet. */
const TextPlace = ({ tour_date_id }: { tour_date_id: number | undefined }) =>
  tour_date_id === undefined ? (
    <span className={styles['second']}>Choose a city to read its texts, or download the spreadsheet.</span>
  ) : (
    <Link to={paths.officeAt(`tour-dates/${tour_date_id}/survey`)}>Read the texts of this city</Link>
  )
