import { attendeeDetails } from '@callboard/domain/roster/person-fields.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { useAct } from '../../api/use-call.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { DateTime } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { RowAct } from '../../ui/ListCells.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { CorrectionRequest } from '../../registrations/office/CorrectionDialog.tsx'
import { refreshed, type OfficeRecord } from '../../registrations/office/record.ts'
import styles from '../../ui/Office.module.css'

type Person = OfficeRecord['people'][number]
type WaitingPerson = OfficeRecord['waiting_people'][number]
type Routine = OfficeRecord['routines'][number]

const nameOf = ({ fname, lname }: Person) => `${fname} ${lname}`
const secondLineOf = (person: Person) =>
  [
    ...attendeeDetails.map((detail) => person[detail]),
    person.virtual && 'virtual',
    person.one_day && 'one day',
    person.attended_reg && 'attended before',
    person.has_scholarship && 'scholarship',
    person.media_pass && 'media pass',
  ]
    .filter(Boolean)
    .join(', ')

const CorrectionDialog = lazy(() => import('../../registrations/office/CorrectionDialog.tsx'))

/** The office takes people out of a completed registration. */
const hasActions = ({ completed, deleted }: OfficeRecord) => completed && !deleted

const actionsWidth = '80px'

export function People({ record }: { record: OfficeRecord }) {
  const [request, setRequest] = useState<CorrectionRequest | null>(null)
  const isCorrectable = hasActions(record)
  const columns = useMemo<readonly Column<Person>[]>(
    () => [
      {
        key: 'name',
        header: 'Name',
        sort: ({ fname, lname }) => `${lname} ${fname}`,
        text: nameOf,
        width: 'minmax(0, 1.8fr)',
        cell: (person) => (
          <span className={styles['twoLines']}>
            {nameOf(person)}
            {secondLineOf(person) && <span className={styles['second']}>{secondLineOf(person)}</span>}
          </span>
        ),
      },
      { key: 'age', header: 'Age', sort: ({ age }) => age, align: 'end', width: '44px', cell: ({ age }) => age ?? '–' },
      { key: 'level', header: 'Level', sort: ({ level }) => level, width: '96px', cell: ({ level }) => level },
      {
        key: 'student_id',
        header: 'Student ID',
        width: 'minmax(0, 1.2fr)',
        sort: ({ student_id }) => student_id?.decision ?? null,
        cell: (person) => <StudentId person={person} />,
      },
      {
        key: 'fee',
        header: 'Fee',
        sort: ({ fee }) => fee,
        align: 'end',
        width: '96px',
        cell: ({ fee }) => <Money cents={fee} />,
      },
      ...(isCorrectable
        ? [
            {
              key: 'acts',
              header: 'Actions',
              quietHeader: true,
              align: 'end' as const,
              width: actionsWidth,
              cell: (person: Person) => (
                <RowAct
                  label="Take out"
                  name={`Take out ${nameOf(person)}`}
                  onClick={() =>
                    setRequest({
                      title: `Take out ${nameOf(person)}?`,
                      leaving_people: [person.person_id],
                      leaving_routines: [],
                    })
                  }
                />
              ),
            },
          ]
        : []),
    ],
    [isCorrectable],
  )
  const { one, two, complimentary } = record.additional_observers
  const unnamed = [
    one > 0 && `${one} for one day`,
    two > 0 && `${two} for two days`,
    complimentary > 0 && `${complimentary} complimentary`,
  ].filter(Boolean)
  return (
    <section className={styles['tight']} aria-label="People">
      <div className={styles['headed']}>
        <h2>People</h2>
      </div>
      <DataRows
        label="People"
        rows={record.people}
        rowKey={({ id }) => id}
        rowName={nameOf}
        columns={columns}
        startOrder={{ key: 'name', descending: false }}
        filter={record.people.length > 12}
        empty={
          <Panel>
            <Empty title="No one yet">People appear here as the studio adds them.</Empty>
          </Panel>
        }
      />
      {request && (
        <Suspense fallback={null}>
          <CorrectionDialog record={record} request={request} onClose={() => setRequest(null)} />
        </Suspense>
      )}
      <WaitingPeople record={record} />
      {unnamed.length > 0 && <p className={styles['second']}>Observers without names: {unnamed.join(', ')}.</p>}
      <EditedObservers record={record} />
    </section>
  )
}

const waitingFor = ({ level, routines }: WaitingPerson) =>
  routines.length > 0 ? `${level}, with ${routines.join(' and ')}` : level

/** The people who are in line and not registered yet, with the way to the line. */
function WaitingPeople({ record: { waiting_people, time_zone, tour_date_id } }: { record: OfficeRecord }) {
  if (waiting_people.length === 0) return null
  return (
    <div>
      <Link to={paths.officeAt(`waiting-list?city=${tour_date_id}`)}>On the waiting list</Link>
      <ul className={styles['plainList']} aria-label="People on the waiting list">
        {waiting_people.map((person) => (
          <li key={person.id}>
            {person.name} ({waitingFor(person)}){person.state === 'offered' && ': offered a place'}
            {person.state === 'accepted' && ': accepted'}
            {person.offer_ends && person.state !== 'waiting' && (
              <>
                , kept until <DateTime at={person.offer_ends} zone={time_zone} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The observers that an unfinished edit asks for, which the office may clear. OFF-049. */
function EditedObservers({ record: { id, unconfirmed_additional_observers: edited } }: { record: OfficeRecord }) {
  const { mutate, isPending } = useAct('PUT /v1/office/registrations/{id}', { refreshes: refreshed })
  if (!edited) return null
  return (
    <p className={styles['second']}>
      An edit that is not submitted asks for {edited.one} observers for one day and {edited.two} for two days.{' '}
      <Button
        variant="default"
        size="compact-md"
        disabled={isPending}
        onClick={() => mutate({ params: { id }, body: { unconfirmed_additional_observers: null } })}
      >
        Clear
      </Button>
    </p>
  )
}

const idWords = {
  waiting: { tone: 'standby', word: 'To verify' },
  verified: { tone: 'done', word: 'Verified' },
  rejected: { tone: 'stop', word: 'Rejected' },
} as const

function StudentId({ person }: { person: Person }) {
  const { mutate, isPending } = useAct('PUT /v1/office/student-ids/{attendee_id}', { refreshes: refreshed })
  const { student_id, id } = person
  if (!student_id) return <span className={styles['second']}>–</span>
  const { tone, word } = idWords[student_id.decision]
  const decide = (decision: 'verified' | 'rejected') => mutate({ params: { attendee_id: id }, body: { decision } })
  return (
    <span className={styles['pair']}>
      <StatusBadge state={tone}>{word}</StatusBadge>
      <a href={student_id.url} target="_blank" rel="noreferrer">
        Look
      </a>
      {student_id.decision !== 'verified' && (
        <Button
          variant="default"
          size="sm"
          disabled={isPending}
          aria-label={`Verify the student ID of ${nameOf(person)}`}
          onClick={() => decide('verified')}
        >
          Verify
        </Button>
      )}
      {student_id.decision !== 'rejected' && (
        <Button
          variant="default"
          size="sm"
          disabled={isPending}
          aria-label={`Reject the student ID of ${nameOf(person)}`}
          onClick={() => decide('rejected')}
        >
          Reject
        </Button>
      )}
    </span>
  )
}

const routineColumns: readonly Column<Routine>[] = [
  {
    key: 'name',
    header: 'Routine',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.7fr)',
    cell: ({ name, choreographer, status }) => (
      <span className={styles['twoLines']}>
        {name}
        {status === 'waiting' && (
          <>
            {' '}
            <StatusBadge state="standby">Waiting list</StatusBadge>
          </>
        )}
        {choreographer && <span className={styles['second']}>{choreographer}</span>}
      </span>
    ),
  },
  {
    key: 'category',
    header: 'Category',
    sort: ({ category }) => category,
    width: 'minmax(0, 1fr)',
    cell: (row) => row.category,
  },
  {
    key: 'division',
    header: 'Division',
    sort: ({ division }) => division,
    // As wide as “Contemporary”.
    width: 'minmax(0, 1.6fr)',
    cell: (row) => row.division,
  },
  {
    key: 'dancers',
    header: 'Dancers',
    sort: ({ dancers }) => dancers,
    align: 'end',
    width: '72px',
    cell: (row) => row.dancers,
  },
  {
    key: 'fee',
    header: 'Fee',
    sort: ({ fee }) => fee,
    align: 'end',
    width: '96px',
    cell: ({ fee }) => <Money cents={fee} />,
  },
]

const WaitingRoutineDialog = lazy(() =>
  import('../../waiting-list/office/WaitingRoutineDialog.tsx').then((file) => ({ default: file.WaitingRoutineDialog })),
)

export function Routines({ record }: { record: OfficeRecord }) {
  const [adding, setAdding] = useState(false)
  const { routines, is_competing, deleted } = record
  return (
    <section className={styles['tight']} aria-label="Routines">
      <div className={styles['headed']}>
        <h2>Routines</h2>
        {!deleted && record.people.length > 0 && record.may_compete && (
          <Button size="sm" variant="default" onClick={() => setAdding(true)}>
            Add to the waiting list
          </Button>
        )}
      </div>
      <DataRows
        label="Routines"
        rows={routines}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={routineColumns}
        // The fees stand below those of the people.
        endSpace={hasActions(record) ? actionsWidth : undefined}
        filter={routines.length > 12}
        empty={
          <Panel>
            <Empty title={is_competing === false ? 'Not competing' : 'No routines yet'}>
              {is_competing === false
                ? 'This registration is for the workshop only.'
                : 'Routines appear here as the studio enters them.'}
            </Empty>
          </Panel>
        }
      />
      {adding && (
        <Suspense fallback={null}>
          <WaitingRoutineDialog record={record} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  )
}
