import type { Facts, Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { RowKey } from '../../ui/DataRow.tsx'
import { DataRows } from '../../ui/DataRows.tsx'
import type { RosterName } from './competition.ts'
import { routineColumns, type RoutineRowActions } from './routine-columns.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import styles from './RoutineTable.module.css'
import { usePeople } from './stable-values.ts'

type RoutineTableProps = {
  label: string
  routines: readonly RegistrationRoutine[]
  registration: Registration
  facts: Facts
  onEdit: (routine: RegistrationRoutine) => void
  onRemove?: (routine: RegistrationRoutine) => void
  empty: ReactNode
  /** Of waiting routines: people who may wait with them. */
  roster?: readonly RosterName[]
  /** A note below the title of a routine. */
  mark?: ((routine: RegistrationRoutine) => ReactNode) | undefined
  selection?: { selectedKeys: ReadonlySet<RowKey>; onChange: (selectedKeys: ReadonlySet<RowKey>) => void }
  /** Actions on the list and on the selected routines. */
  tools?: (selectedRoutines: readonly RegistrationRoutine[]) => ReactNode
}

const nameOf = ({ routine }: RegistrationRoutine) => routine.name
const keyOf = ({ id, _temp_id }: RegistrationRoutine) => id ?? _temp_id ?? ''

/** From how many rows finding one by category and dancer is worth its place. */
const filtersFrom = 6

/** A list of routines: sorted, searched by typing, and narrowed to a category or a dancer. COMP-012. */
export function RoutineTable(props: RoutineTableProps) {
  const { label, routines, registration, facts, onEdit, onRemove, empty, roster, mark, selection, tools } = props
  const [category, setCategory] = useState('')
  const [dancer, setDancer] = useState('')
  const people = usePeople(registration.attendees, roster)
  const { tour_date, performance_divisions, routine_categories, settings } = facts

  const latest = useRef({ registration, facts, onEdit, onRemove })
  useEffect(() => {
    latest.current = { registration, facts, onEdit, onRemove }
  })
  const removes = onRemove !== undefined
  const acts = useMemo<RoutineRowActions>(
    () => ({
      edit: (routine) => latest.current.onEdit(routine),
      remove: removes ? (routine) => latest.current.onRemove?.(routine) : undefined,
      readLatest: () => latest.current,
      mark,
    }),
    [removes, mark],
  )
  const columns = useMemo(
    // oxlint-disable-next-line react/refs -- the acts read the ref when a button is pressed, never while drawing
    () => routineColumns(people, { tour_date, performance_divisions, routine_categories, settings }, acts),
    [people, tour_date, performance_divisions, routine_categories, settings, acts],
  )

  const categories = useMemo(
    () => [...new Map(routines.map(({ routine_category }) => [routine_category.category_id, routine_category.name]))],
    [routines],
  )
  const dancers = useMemo(() => {
    const ids = new Set(routines.flatMap((routine) => routine.attendees.map(({ person_id }) => person_id)))
    return [...ids]
      .map((id) => {
        const person = people[id]
        return { id, name: person ? `${person.fname} ${person.lname}` : '' }
      })
      .toSorted((one, other) => one.name.localeCompare(other.name))
  }, [routines, people])
  const rows = useMemo(
    () =>
      routines.filter(
        (routine) =>
          (category === '' || String(routine.routine_category.category_id) === category) &&
          (dancer === '' || routine.attendees.some(({ person_id }) => String(person_id) === dancer)),
      ),
    [routines, category, dancer],
  )
  const hasFilters = routines.length >= filtersFrom
  const selectedRoutines = selection ? routines.filter((routine) => selection.selectedKeys.has(keyOf(routine))) : []

  return (
    <div className={styles['table']}>
      <DataRows
        label={label}
        rows={rows}
        rowKey={keyOf}
        rowName={nameOf}
        columns={columns}
        filter={hasFilters}
        {...(selection && { selection })}
        // Filters that leave nothing must stay in reach.
        empty={
          routines.length === 0 ? (
            empty
          ) : (
            <Narrowed
              onAll={() => {
                setCategory('')
                setDancer('')
              }}
            />
          )
        }
        tools={
          (hasFilters || tools) && (
            <>
              {hasFilters && (
                <div className={styles['filters']}>
                  <NativeSelect
                    size="sm"
                    className={styles['select']}
                    aria-label={`Category of ${label.toLowerCase()}`}
                    value={category}
                    onChange={(event) => setCategory(event.currentTarget.value)}
                  >
                    <option value="">All categories</option>
                    {categories.map(([id, name]) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </NativeSelect>
                  <NativeSelect
                    size="sm"
                    className={styles['select']}
                    aria-label={`Dancer of ${label.toLowerCase()}`}
                    value={dancer}
                    onChange={(event) => setDancer(event.currentTarget.value)}
                  >
                    <option value="">All dancers</option>
                    {dancers.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </NativeSelect>
                </div>
              )}
              {tools?.(selectedRoutines)}
            </>
          )
        }
      />
    </div>
  )
}

const Narrowed = ({ onAll }: { onAll: () => void }) => (
  <p className={styles['none']}>
    No routine of this category has this dancer.{' '}
    <button type="button" className={styles['open']} onClick={onAll}>
      Show all routines
    </button>
  </p>
)
