import { nameOf } from '@callboard/domain/registrations/attendees/attendee-change.ts'
import type { LevelKind } from '@callboard/domain/tours/city.ts'
import { ageAsOf } from '@callboard/domain/roster/birthdate.ts'
import { findPeople } from '@callboard/domain/roster/find-people.ts'
import { compareNames, filterRoster, rosterFilters, type RosterFilter } from '@callboard/domain/roster/roster-order.ts'
import type { AttendeePerson } from '@callboard/domain/registrations/registration.ts'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import {
  Fragment,
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useOptimistic,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { afterPaint } from '../../ui/scheduling.ts'
import { usePhone } from '../../ui/clock.ts'
import { CompactSelect } from '../../ui/CompactSelect.tsx'
import { useGridKeys } from '../../ui/grid-keys.ts'
import { Link } from '../../ui/Link.tsx'
import { useFocusWhenLost } from '../../ui/focus-when-lost.ts'
import styles from './RosterPanel.module.css'

export type PanelPerson = { id: number } & AttendeePerson

type RosterPanelProps = {
  /** The words for the owner of the roster. */
  whose: { Your: string; your: string; You: string }
  /** Undefined while it is on its way. */
  people: readonly PanelPerson[] | undefined
  /** In their place, when they could not be read. */
  failure?: ReactNode
  /** Registered people by roster id, with their role. */
  registered: ReadonlyMap<number, LevelKind>
  /** The kind of level this step registers. */
  kind: LevelKind
  age_year: number
  dancer_age_threshold: number
  /** From this age on somebody teaches. ATT-012. */
  teacher_minimum_age: number
  editPath: string
  /** Where a sheet is imported, and the step it comes back to. */
  importing: { path: string; back: string }
  /** Adds the person, or takes off who is already of this kind. */
  onToggle: (person: PanelPerson) => void
  /** Adds everyone of these who fits the step: the people that the filter and the search show. */
  onAll: (people: readonly PanelPerson[]) => void
  /** How many of these `onAll` adds. */
  countNew: (people: readonly PanelPerson[]) => number
}

const kindNames: Record<LevelKind, string> = { dancer: 'Dancer', teacher: 'Teacher', observer: 'Observer' }

/** The roster beside a step: filter, EDIT, + ALL, and everyone in it, one press each. ROST-025, ROST-026. */
export function RosterPanel(props: RosterPanelProps) {
  const { whose, people, registered, kind, age_year, dancer_age_threshold, teacher_minimum_age } = props
  const { onToggle, onAll, countNew } = props
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const [filter, setFilter] = useState<RosterFilter>('all')
  const [searchText, setSearchText] = useState('')
  // The input updates at once; the rows and the button that adds them follow at lower priority.
  const deferredSearch = useDeferredValue(searchText)
  // Those who were registered when only the others were asked for, so that nobody vanishes who is added then.
  const [hiddenPeople, setHiddenPeople] = useState<ReadonlyMap<number, LevelKind> | null>(null)
  const matchingPeople = useMemo(() => {
    const shownPeople = hiddenPeople ? (people ?? []).filter(({ id }) => !hiddenPeople.has(id)) : (people ?? [])
    const sortedPeople = filterRoster(shownPeople, filter, age_year, dancer_age_threshold).toSorted(compareNames)
    return findPeople(sortedPeople, deferredSearch)
  }, [people, hiddenPeople, filter, deferredSearch, age_year, dancer_age_threshold])

  // People registered before the step opened form their own group, so that rows do not move while the user adds people.
  const [settled] = useState(registered)
  const groups = useMemo(
    () => inGroups(matchingPeople, { kind, settled, age_year, teacher_minimum_age }),
    [matchingPeople, kind, settled, age_year, teacher_minimum_age],
  )

  // The same function for the life of the panel, so that only the row of who changed is drawn again.
  const latest = useRef(onToggle)
  useEffect(() => {
    latest.current = onToggle
  })
  const toggle = useMemo(() => (person: PanelPerson) => latest.current(person), [])

  const left = (people ?? []).filter(({ id }) => !registered.has(id)).length
  const matchingLeft = matchingPeople.filter(({ id }) => !registered.has(id)).length
  const isNarrowed = deferredSearch.trim() !== '' || filter !== 'all'
  // Of those who are shown, the ones who fit the step: so many are added.
  const newCount = useMemo(() => (isNarrowed ? countNew(matchingPeople) : 0), [countNew, matchingPeople, isNarrowed])
  const visible = !phone || open
  // Once everyone is in, the button that brought them no longer works.
  const entries = useGridKeys<HTMLDivElement>('li')
  const panel = useFocusWhenLost<HTMLElement>(people && (isNarrowed ? newCount === 0 : matchingLeft === 0))
  return (
    <section ref={panel} tabIndex={-1} className={styles['panel']} aria-label={`${whose.Your} roster`}>
      <div className={styles['head']}>
        <h2>{`${whose.Your} roster`}</h2>
        {people && (
          <button
            type="button"
            className={styles['left']}
            aria-pressed={hiddenPeople !== null}
            title={hiddenPeople ? 'Show everyone' : 'Show only these'}
            onClick={() => {
              setHiddenPeople(hiddenPeople ? null : registered)
              setOpen(true)
            }}
          >
            {`${left} not registered`}
          </button>
        )}
        {phone && (
          <button type="button" className={styles['open']} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Close' : 'Add people'}
          </button>
        )}
      </div>
      {visible && (
        <>
          <div className={styles['tools']}>
            <label>
              <span>SHOW ME</span>
              <CompactSelect
                className={styles['filter'] ?? ''}
                value={filter}
                onChange={(event) => setFilter(filterNamed(event.currentTarget.value))}
              >
                {rosterFilters.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </CompactSelect>
            </label>
            <input
              type="search"
              aria-label={`Find in ${whose.your} roster`}
              placeholder="Find a name"
              value={searchText}
              onChange={(event) => setSearchText(event.currentTarget.value)}
            />
            <Link to={props.editPath} className={styles['act']}>
              EDIT
            </Link>
            <Link to={props.importing.path} search={{ back: props.importing.back }} className={styles['act']}>
              Import
            </Link>
            <button
              type="button"
              className={styles['act']}
              disabled={isNarrowed ? newCount === 0 : matchingLeft === 0}
              onClick={() => onAll(matchingPeople)}
            >
              {isNarrowed ? `+ Add ${newCount} shown` : '+ ALL'}
            </button>
          </div>
          {!people && props.failure}
          {people?.length === 0 && (
            <p className={styles['none']}>
              {whose.Your === 'Your' ? 'You do not have anyone in your roster.' : `No one is in ${whose.your} roster.`}
            </p>
          )}
          {people && people.length > 0 && matchingPeople.length === 0 && (
            <p className={styles['none']}>{`No one in ${whose.your} roster matches.`}</p>
          )}
          <div ref={entries} className={styles['list']}>
            {groups.map(({ title, people: members }) => (
              <Fragment key={title}>
                {title && <h3>{title}</h3>}
                <ul aria-label={title || 'Everyone'}>
                  {members.map((person) => (
                    <Entry
                      key={person.id}
                      person={person}
                      as={registered.get(person.id)}
                      kind={kind}
                      age={person.birthdate && ageAsOf(person.birthdate, age_year)}
                      onToggle={toggle}
                    />
                  ))}
                </ul>
              </Fragment>
            ))}
          </div>
        </>
      )}
    </section>
  )
}

type Grouping = Pick<RosterPanelProps, 'kind' | 'age_year' | 'teacher_minimum_age'> & {
  settled: ReadonlyMap<number, LevelKind>
}

/** Sixty dancers do not stand before the four who may teach: who is likely to be added comes first. */
function inGroups(people: readonly PanelPerson[], { kind, settled, age_year, teacher_minimum_age }: Grouping) {
  if (kind === 'dancer') return [{ title: '', people }]
  const teaches = ({ birthdate }: PanelPerson) => birthdate && ageAsOf(birthdate, age_year) >= teacher_minimum_age
  const groupOf = (person: PanelPerson) => {
    if (settled.has(person.id)) return 'Registered'
    if (kind === 'teacher') return teaches(person) ? `${teacher_minimum_age} and over` : 'Everyone else'
    return 'Not registered'
  }
  const titles = [`${teacher_minimum_age} and over`, 'Not registered', 'Everyone else', 'Registered']
  return titles
    .map((title) => ({ title, people: people.filter((person) => groupOf(person) === title) }))
    .filter((group) => group.people.length > 0)
}

const filterNamed = (name: string): RosterFilter => rosterFilters.find((one) => one === name) ?? 'all'

type EntryProps = {
  person: PanelPerson
  as: LevelKind | undefined
  kind: LevelKind
  age: number | null
  onToggle: (person: PanelPerson) => void
}

const Entry = memo(function Entry({ person, as, kind, age, onToggle }: EntryProps) {
  const name = nameOf(person)
  const [shownAs, setShownAs] = useOptimistic(as)
  // The press shows here first: the list, the bill and the steps of 300 dancers take longer than a frame. Refused, or not
  // answered yet, it is shown as before.
  const press = () =>
    startTransition(async () => {
      setShownAs(shownAs === kind ? undefined : kind)
      await afterPaint()
      onToggle(person)
    })
  return (
    <li>
      <button
        type="button"
        className={styles['entry']}
        aria-pressed={shownAs === kind}
        aria-label={`${name}, ${age === null ? 'no birthdate' : `${age}`}${shownAs ? `, ${kindNames[shownAs].toLowerCase()}` : ''}`}
        onClick={press}
      >
        {shownAs ? <IconCheck className="icon" aria-hidden /> : <IconPlus className="icon" aria-hidden />}
        <span className={styles['name']}>{name}</span>
        <span className={styles['age']}>{shownAs ? kindNames[shownAs] : (age ?? 'no birthdate')}</span>
      </button>
    </li>
  )
})
