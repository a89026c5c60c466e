import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { Facts, Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { chosenWords, offersVirtualCompetition } from '@callboard/domain/registrations/routines/routine-options.ts'
import { routineFee } from '@callboard/domain/registrations/routines/routine-fee.ts'
import { draftOf } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { routineReasons, type RoutineReasons } from '@callboard/domain/registrations/routines/routine-reasons.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/data-columns.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './RoutineTable.module.css'
import type { PeopleById } from './stable-values.ts'
import { ReasonPopover } from './ReasonPopover.tsx'

export type RoutineRowActions = {
  edit: (routine: RegistrationRoutine) => void
  /** Undefined: the rows of this list are not removed here. */
  remove: ((routine: RegistrationRoutine) => void) | undefined
  /** The registration as it is now, asked for when a reason is opened. */
  readLatest: () => { registration: Registration; facts: Facts }
  /** A note below the title. */
  mark: ((routine: RegistrationRoutine) => ReactNode) | undefined
}

/** COMP-012, COMP-075: the columns of a list of routines; Virtual only where there is such a competition. */
export function routineColumns(
  people: PeopleById,
  facts: Pick<Facts, 'tour_date' | 'performance_divisions' | 'routine_categories' | 'settings'>,
  { edit, remove, readLatest, mark }: RoutineRowActions,
): Column<RegistrationRoutine>[] {
  const categories = new Map(facts.routine_categories.map((category) => [category.category_id, category]))
  // The current fee, computed by the rule of the bill.
  const feeOf = (routine: RegistrationRoutine) =>
    routineFee(
      { ...routine, dancers: routine.attendees.length },
      categories.get(routine.routine_category.category_id),
      facts.settings,
    )
  const divisions = new Map(facts.performance_divisions.map(({ id, name }) => [id, name]))
  const reason = (routine: RegistrationRoutine, part: keyof RoutineReasons) => () => {
    const { registration, facts: currentFacts } = readLatest()
    return routineReasons(draftOf(routine), registration, currentFacts)[part]
  }
  const namesOf = ({ attendees }: RegistrationRoutine) =>
    attendees.map(({ person_id }) => {
      const person = people[person_id]
      return person ? `${person.fname} ${person.lname}` : ''
    })

  const columns: Column<RegistrationRoutine>[] = [
    {
      key: 'title',
      header: 'Title',
      width: 'minmax(0, 1.7fr)',
      cell: (routine) => (
        <div className={styles['title']}>
          <button type="button" className={styles['open']} onClick={() => edit(routine)}>
            {routine.routine.name}
          </button>
          <Extras routine={routine} />
          {mark?.(routine)}
        </div>
      ),
      sort: ({ routine }) => routine.name,
      text: ({ routine }) => `${routine.name} ${routine.choreographer}`,
    },
    {
      key: 'dancers',
      header: 'Dancers',
      width: 'minmax(0, 1.1fr)',
      cell: (routine) => <Names of={routine.routine.name} names={namesOf(routine)} />,
      sort: ({ attendees }) => attendees.length,
      text: (routine) => namesOf(routine).join(' '),
    },
    {
      key: 'age_division',
      header: 'Age Div.',
      width: '72px',
      cell: (routine) => (
        <ReasonPopover
          label={`Why ${routine.age_division.name} for ${routine.routine.name}`}
          because={reason(routine, 'division')}
        >
          {routine.age_division.name}
        </ReasonPopover>
      ),
      sort: ({ age_division }) => age_division.minimum_age,
      text: ({ age_division }) => age_division.name,
    },
    {
      key: 'performance_division',
      header: 'Perf Div.',
      width: '136px',
      cell: ({ performance_division_id }) => divisions.get(performance_division_id) ?? '–',
      sort: ({ performance_division_id }) => divisions.get(performance_division_id) ?? null,
    },
    {
      key: 'category',
      header: 'Cat.',
      width: '48px',
      cell: (routine) => (
        <ReasonPopover
          label={`Why ${routine.routine_category.name} for ${routine.routine.name}`}
          because={reason(routine, 'category')}
        >
          {routine.routine_category.abbreviation}
        </ReasonPopover>
      ),
      sort: ({ routine_category }) => routine_category.category_id,
      text: ({ routine_category }) => `${routine_category.abbreviation} ${routine_category.name}`,
    },
  ]
  if (offersVirtualCompetition(facts)) {
    columns.push({
      key: 'virtual',
      header: 'Virtual',
      width: '64px',
      cell: ({ virtual }) => (virtual ? 'Yes' : 'No'),
      sort: ({ virtual }) => Number(virtual),
      text: ({ virtual }) => (virtual ? 'virtual' : ''),
    })
  }
  columns.push(
    {
      key: 'fee',
      header: 'Fee',
      align: 'end',
      width: '80px',
      cell: (routine) => (
        <ReasonPopover label={`Why this fee for ${routine.routine.name}`} because={reason(routine, 'fee')}>
          <Money cents={feeOf(routine)} />
        </ReasonPopover>
      ),
      sort: feeOf,
      text: () => '',
    },
    {
      key: 'acts',
      header: 'Edit and remove',
      quietHeader: true,
      align: 'end',
      width: remove ? '72px' : '36px',
      cell: (routine) => (
        <span className={styles['acts']}>
          <ActionIcon size={32} aria-label={`Edit ${routine.routine.name}`} onClick={() => edit(routine)}>
            <IconPencil className="icon" />
          </ActionIcon>
          {remove && (
            <ActionIcon size={32} aria-label={`Remove ${routine.routine.name}`} onClick={() => remove(routine)}>
              <IconTrash className="icon" />
            </ActionIcon>
          )}
        </span>
      ),
    },
  )
  return columns
}

/** The names of one or two dancers, or the number of a larger cast; a press lists them all. */
function Names({ of, names }: { of: string; names: readonly string[] }) {
  if (names.length === 0) return <span>–</span>
  return (
    <ReasonPopover label={`Dancers of ${of}: ${names.join(', ')}`} because={() => names}>
      <span className={styles['names']}>{names.length > 2 ? `${names.length} dancers` : names.join(', ')}</span>
    </ReasonPopover>
  )
}

/** Lists the options that explain a routine's fee. */
function Extras({ routine }: { routine: RegistrationRoutine }) {
  const { extra_time, is_best_dancer } = routine
  const extras = [
    extra_time > 0 && `${extra_time} min extra`,
    ...chosenWords(routine),
    is_best_dancer && 'from the program',
  ].filter(Boolean)
  return extras.length > 0 ? <span className={styles['extras']}>{extras.join(' · ')}</span> : null
}
