import { enterChoice, findPeople, type EnterChoice } from '@callboard/domain/roster/find-people.ts'
import { TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { memo, useDeferredValue, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useGridKeys } from '../../ui/grid-keys.ts'
import styles from './DancersPicker.module.css'
import type { DancerCandidate } from './dancer-candidates.ts'
import { useLatest } from './stable-values.ts'

type DancersPickerProps = {
  people: readonly DancerCandidate[]
  chosen: readonly { person_id: number }[]
  /** Asked for each change; who may not dance is refused there. */
  onToggle: (person: DancerCandidate) => void
  /** Why nobody can be added or taken out. */
  locked: string | undefined
  error: string | undefined
}

/** Selects the cast: selected dancers first, then all eligible people with a text filter. */
export const DancersPicker = memo(function DancersPicker({
  people,
  chosen,
  onToggle,
  locked,
  error,
}: DancersPickerProps) {
  const [searchText, setSearchText] = useState('')
  const looked = useDeferredValue(searchText)
  const fault = useId()
  const box = useRef<HTMLDivElement>(null)
  const rows = useGridKeys<HTMLUListElement>('li')
  const chosenRows = useGridKeys<HTMLUListElement>('li')
  const toggle = useLatest(onToggle)
  const dancing = useMemo(() => new Set(chosen.map(({ person_id }) => person_id)), [chosen])
  const byId = useMemo(() => new Map(people.map((person) => [person.person_id, person])), [people])
  const matchingPeople = useMemo(() => findPeople(people, looked), [people, looked])
  const choose = (text: string) =>
    enterChoice(people, text, {
      isIn: ({ person_id }) => dancing.has(person_id),
      canAdd: ({ refusal }) => refusal === null,
    })
  const choice = choose(looked)
  const announcement = enterAnnouncement(choice)
  const hint = useId()

  function moveToList(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    box.current?.querySelector<HTMLInputElement>('li input:not(:disabled)')?.focus()
  }

  return (
    <fieldset
      className={styles['picker']}
      data-wrong={error !== undefined || undefined}
      {...(error && { 'aria-describedby': fault })}
    >
      <legend className={styles['label']}>Dancers</legend>
      {/* A child that comes or goes directly below a fieldset makes the browser lay out the whole form anew. */}
      <div className={styles['parts']}>
        {chosen.length > 0 && (
          <ul ref={chosenRows} className={styles['chosen']} aria-label="In this routine">
            {chosen.map(({ person_id }) => (
              <ChosenDancer
                key={person_id}
                person={byId.get(person_id)}
                onRemove={locked === undefined ? toggle : undefined}
              />
            ))}
          </ul>
        )}
        {locked === undefined ? (
          <div ref={box} className={styles['box']}>
            <TextInput
              type="search"
              size="sm"
              className={styles['search']}
              aria-label="Find dancers"
              placeholder={`Find among ${people.length}: name or initials`}
              leftSection={<IconSearch className="icon" />}
              value={searchText}
              onChange={(event) => setSearchText(event.currentTarget.value)}
              onKeyDown={(event) => {
                moveToList(event)
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                event.preventDefault()
                const choiceNow = choose(searchText)
                if (choiceNow.kind !== 'add') return
                toggle(choiceNow.person)
                setSearchText('')
              }}
              aria-describedby={hint}
              {...(error && { 'data-refused': true, 'aria-invalid': true })}
            />
            <p id={hint} className={styles['hint']} aria-live="polite">
              {announcement}
            </p>
            <ul className={styles['list']} ref={rows} tabIndex={-1}>
              {matchingPeople.map((person) => (
                <PickRow
                  key={person.person_id}
                  person={person}
                  chosen={dancing.has(person.person_id)}
                  enterHint={enterHintOf(choice, person)}
                  onToggle={toggle}
                />
              ))}
              {matchingPeople.length === 0 && (
                <li className={styles['none']}>
                  {people.length === 0 ? 'Register dancers for the workshop first.' : `No one matches “${looked}”.`}
                </li>
              )}
            </ul>
          </div>
        ) : (
          <p className={styles['locked']}>{locked}</p>
        )}
        {error && (
          <div id={fault} className={styles['error']}>
            {error}
          </div>
        )}
      </div>
    </fieldset>
  )
})

/** The effect of Enter, for the line below the field and for screen readers. */
function enterAnnouncement(choice: EnterChoice<DancerCandidate>): string {
  if (choice.kind === 'add') return `Press Enter to add ${choice.person.name}.`
  if (choice.kind === 'already') return `${choice.person.name} is already in this routine.`
  if (choice.kind === 'tie') return `${choice.people.length} dancers fit. Keep typing, or press ↓ to choose one.`
  return ''
}

/** The effect of Enter, shown in the row that it concerns. */
function enterHintOf(choice: EnterChoice<DancerCandidate>, { person_id }: DancerCandidate): string {
  if (choice.kind === 'add') return choice.person.person_id === person_id ? '↵ adds' : ''
  if (choice.kind === 'already') return choice.person.person_id === person_id ? 'already in' : ''
  if (choice.kind === 'tie') return choice.people.some((one) => one.person_id === person_id) ? '↓ choose' : ''
  return ''
}

type ChosenDancerProps = {
  person: DancerCandidate | undefined
  onRemove: ((person: DancerCandidate) => void) | undefined
}

const ChosenDancer = memo(function ChosenDancer({ person, onRemove }: ChosenDancerProps) {
  if (!person) return null
  const { name, age } = person
  return (
    <li className={styles['one']}>
      <span>
        {name}
        {age !== null && <span className={styles['age']}> {age}</span>}
      </span>
      {onRemove && (
        <button type="button" aria-label={`Take ${name} out`} onClick={() => onRemove(person)}>
          <IconX className="icon" aria-hidden />
        </button>
      )}
    </li>
  )
})

type PickRowProps = {
  person: DancerCandidate
  chosen: boolean
  /** The effect of Enter in the search field on this person; empty: none. */
  enterHint: string
  onToggle: (person: DancerCandidate) => void
}

const PickRow = memo(function PickRow({ person, chosen, enterHint, onToggle }: PickRowProps) {
  const { name, age, standing, refusal } = person
  return (
    <li>
      <label
        className={styles['row']}
        data-chosen={chosen || undefined}
        data-refused-person={refusal !== null || undefined}
      >
        <input type="checkbox" checked={chosen} onChange={() => onToggle(person)} aria-label={name} />
        <span className={styles['name']}>{name}</span>
        <span className={styles['years']}>{age ?? '–'}</span>
        <span className={styles['standing']}>{standing}</span>
        {enterHint && (
          <span className={styles['enter']} aria-hidden>
            {enterHint}
          </span>
        )}
      </label>
    </li>
  )
})
