import { removeAttendees } from '@callboard/domain/registrations/attendees/remove-attendee.ts'
import { attendedPercent, setCollegeDiscount } from '@callboard/domain/registrations/attendees/set-discounts.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { LevelKind } from '@callboard/domain/tours/city.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { explained } from '../../api/failure.ts'
import { notice } from '../../ui/dialogs.ts'
import type { RowKey } from '../../ui/DataRow.tsx'
import { DataRows } from '../../ui/DataRows.tsx'
import styles from './attendees.module.css'
import { levelChoices } from './level-choices.ts'
import { peopleColumns } from './people-columns.tsx'
import { rowKeeper, type PersonRow } from './people-rows.ts'
import type { Perform } from './perform.ts'
import type { SavedPersonCalls, ScholarshipChoice } from './saved-person.ts'

/** Needed once somebody is ticked; loaded behind the list, so that the tick never waits. */
const loadBulkOptions = () => import('./BulkOptions.tsx')
const BulkOptions = lazy(() => loadBulkOptions().then((file) => ({ default: file.BulkOptions })))
const AttendeeOptions = lazy(() => import('./AttendeeOptions.tsx').then((file) => ({ default: file.AttendeeOptions })))
const StudentIdDialog = lazy(() => import('./StudentIdDialog.tsx').then((file) => ({ default: file.StudentIdDialog })))

const ScholarshipDialog = lazy(() =>
  import('./ScholarshipDialog.tsx').then((file) => ({ default: file.ScholarshipDialog })),
)

type PeopleListProps = {
  label: string
  /** One kind in a workshop; all together at an intensive. ATT-059. */
  kinds: readonly LevelKind[]
  registration: Registration
  facts: Facts
  price: Quote
  perform: Perform
  savedPerson: SavedPersonCalls
  /** Scholarships available to the people of this list. ATT-031. */
  scholarships: readonly ScholarshipChoice[]
  empty: ReactNode
}

/** The people registered for a city: every one a row, changed in place, priced as one types. */
export function PeopleList(props: PeopleListProps) {
  const { label, kinds, registration, facts, price, perform, savedPerson, scholarships, empty } = props
  const [keeper] = useState(() => rowKeeper(kinds))
  const rows = keeper(registration, facts, price)
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<RowKey>>(new Set())
  const [openPersonId, setOpenPersonId] = useState<number | null>(null)
  const [college, setCollege] = useState<number | null>(null)
  const [supported, setSupported] = useState<number | null>(null)
  const holders = useMemo(() => new Set(scholarships.map(({ person_id }) => person_id)), [scholarships])
  const { full_rates, late_rates, completed, editing } = registration

  // Choices change with levels and rate alone; columns must stay the same while people are toggled.
  const choices = useMemo(() => {
    const flags = { full_rates, late_rates, completed, editing }
    const of = (kind: LevelKind) => levelChoices(kind, facts, flags)
    return { dancer: of('dancer'), teacher: of('teacher'), observer: of('observer') }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the facts only the levels and what prices them count
  }, [facts.workshop_levels, facts.tour_date, facts.settings, full_rates, late_rates, completed, editing])

  const onCollege = useRef((row: PersonRow) => void row)
  onCollege.current = (row) => void collegeOf(row)
  const hasOptions = facts.tour_date.add_ons.length > 0
  const { intensives, city_choices } = facts
  const isIntensive = facts.tour_date.event.is_intensive
  const attended_percent = attendedPercent(facts.tour_date.event)
  const columns = useMemo(
    () =>
      peopleColumns({
        kind: isIntensive ? 'attendee' : (kinds[0] ?? 'dancer'),
        choices: (row) => choices[row.level?.kind ?? 'dancer'],
        intensives: isIntensive ? intensives : [],
        hasOptions,
        attended_percent,
        city_choices,
        perform,
        onOpen: setOpenPersonId,
        onCollege: (row) => onCollege.current(row),
        holders,
        onScholarship: setSupported,
      }),
    [choices, intensives, isIntensive, hasOptions, attended_percent, city_choices, perform, kinds, holders],
  )

  async function collegeOf({ attendee: { person_id, college_discount } }: PersonRow) {
    const refusal = await perform(
      (before, now, answer) =>
        setCollegeDiscount(
          before,
          { person_id, college_discount: !college_discount, ...(answer && { answered: true }) },
          now,
        ),
      ['attendee.student_id_needed'],
    )
    if (refusal?.code === 'attendee.student_id_needed') setCollege(person_id)
  }

  async function removeSelected() {
    const ids = [...selectedKeys].map(Number)
    let staying: Refusal | null = null
    await perform((before) => {
      const { registration: after, notice: removalNotice } = removeAttendees(before, ids)
      staying = removalNotice
      return accept(after)
    })
    setSelectedKeys(new Set())
    if (!staying) return
    const { competingSentence } = await import('./competing-sentence.ts')
    const message = `${await explained(staying)}${competingSentence(staying, registration, facts)}`
    await notice({ title: 'Sorry!', message })
  }

  const offersBulk = kinds.includes('dancer')
  useEffect(() => {
    if (offersBulk) void loadBulkOptions().catch(() => undefined)
  }, [offersBulk])

  const here = [...selectedKeys].filter((key) => rows.some(({ person_id }) => person_id === key))
  const openRow = rows.find(({ person_id }) => person_id === openPersonId)
  const supportedRow = rows.find(({ person_id }) => person_id === supported)
  const collegeRow = rows.find(({ person_id }) => person_id === college)
  return (
    <div className={styles['people']}>
      <DataRows
        label={label}
        rows={rows}
        rowKey={rowKey}
        rowName={rowName}
        columns={columns}
        empty={empty}
        selection={{ selectedKeys, onChange: setSelectedKeys }}
        tools={
          here.length > 0 && (
            <>
              {offersBulk && (
                <Suspense fallback={null}>
                  <BulkOptions person_ids={here.map(Number)} facts={facts} perform={perform} />
                </Suspense>
              )}
              <Button size="sm" variant="default" onClick={() => void removeSelected()}>
                Remove {here.length}
              </Button>
            </>
          )
        }
      />
      <Suspense fallback={null}>
        {openRow && (
          <AttendeeOptions
            row={openRow}
            choices={choices[openRow.level?.kind ?? 'dancer']}
            facts={facts}
            perform={perform}
            onCollege={() => void collegeOf(openRow)}
            onScholarship={holders.has(openRow.person_id) ? () => setSupported(openRow.person_id) : null}
            onClose={() => setOpenPersonId(null)}
          />
        )}
        {collegeRow && <StudentIdDialog row={collegeRow} calls={savedPerson} onClose={() => setCollege(null)} />}
        {supportedRow && (
          <ScholarshipDialog
            row={supportedRow}
            scholarships={scholarships.filter(({ person_id }) => person_id === supported)}
            calls={savedPerson}
            onClose={() => setSupported(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

const rowKey = ({ person_id }: PersonRow) => person_id
const rowName = ({ name }: PersonRow) => name
