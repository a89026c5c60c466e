import { foldName } from '@callboard/domain/kernel/fold-text.ts'
import { useState, type ReactNode } from 'react'
import { SearchField } from '../../ui/SearchField.tsx'
import { matching } from '../../ui/data-columns.ts'
import { Panel } from '../../ui/Panel.tsx'
import styles from './Portal.module.css'

/** As many routines are found by looking. */
const fewRoutines = 6

type FoundRoutine = { number: string; name: string; attendees: readonly string[] }

type RoutineSearchProps<Routine> = {
  routines: readonly Routine[]
  children: (visibleRoutines: readonly Routine[]) => ReactNode
}

/** A list of routines that a parent finds one of: by its number, its title or a dancer. */
export function RoutineSearch<Routine extends FoundRoutine>({ routines, children }: RoutineSearchProps<Routine>) {
  const [searchText, setSearchText] = useState('')
  if (routines.length <= fewRoutines) return children(routines)
  const visibleRoutines = matching(
    routines,
    ({ number, name, attendees }) => foldName([number, name, ...attendees].join(' ')),
    searchText,
  )
  return (
    <>
      <search className={styles['search']}>
        <SearchField value={searchText} placeholder="Number, title or dancer" onChange={setSearchText} />
      </search>
      {visibleRoutines.length > 0 ? (
        children(visibleRoutines)
      ) : (
        <Panel>
          <output>No routine matches. Try fewer letters.</output>
        </Panel>
      )}
    </>
  )
}
