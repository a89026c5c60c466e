import { levelsForNewcomer } from '@callboard/domain/waiting-list/newcomers.ts'
import { admitPerson } from '@callboard/domain/waiting-list/person.ts'
import { seasonAge } from '@callboard/domain/registrations/attendees/candidate.ts'
import { nameOf } from '@callboard/domain/registrations/attendees/attendee-change.ts'
import { nameRank } from '@callboard/domain/roster/find-people.ts'
import type { AttendeePerson, Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { explain } from '@callboard/domain/refusals.ts'
import type { WorkshopLevel } from '@callboard/domain/tours/city.ts'
import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { SelectField } from '../ui/fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/toasts.ts'
import { useWaitingList, waitingRefreshes } from './use-waiting.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import styles from './WaitingEntries.module.css'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type PersonOfRoster = { id: number } & AttendeePerson

type LevelWaitDialogProps = {
  level: WorkshopLevel
  /** Where another full level may be chosen instead. */
  levels?: readonly WorkshopLevel[]
  onLevel?: (level_id: number) => void
  registration: Registration
  facts: Facts
  roster: readonly PersonOfRoster[]
  /** Chosen already. */
  start: readonly number[]
  /** Saves what is not saved yet, so that joining knows of it. */
  beforeJoining: () => Promise<unknown>
  onJoined: () => void
  onClose: () => void
}

/** Adds roster people to the waiting list of a full level, one by one or as a group. A18. */
export function LevelWaitDialog(props: LevelWaitDialogProps) {
  const { level, levels = [], onLevel, registration, facts, roster, start, beforeJoining, onJoined, onClose } = props
  const formDraft = useDraft('waiting-list/level', registration.id, level.id)
  const [selectedIds, setSelectedIds] = useDraftState<readonly number[]>(formDraft, 'selectedIds', start)
  const [together, setTogether] = useDraftState(formDraft, 'together', false)
  const [searchText, setSearchText] = useState('')
  const list = useWaitingList(registration.id)
  const joining = useAct('POST /v1/waiting-list', {
    refreshes: waitingRefreshes,
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(selectedIds.length === 1 ? 'On the waiting list' : `${selectedIds.length} people are on the waiting list`)
      onJoined()
      onClose()
    },
  })
  const inLine = new Set(list?.entries.flatMap(({ people }) => people.map(({ person_id }) => person_id)))
  const people = roster
    .map((person) => {
      const why = whyNot(person, { level, registration, facts, inLine })
      return { person, why, rank: why ? 2 : levelsForNewcomer(person, facts).suggested?.id === level.id ? 0 : 1 }
    })
    .toSorted((one, other) => one.rank - other.rank)
  const matchingPeople = people.filter(({ person }) => nameRank(person, searchText) !== null)
  const submit = async () => {
    await beforeJoining()
    joining.mutate({
      body: {
        registration_id: registration.id,
        people: selectedIds.map((person_id) => ({ person_id, workshop_level_id: level.id })),
        takes_part: !together,
      },
    })
  }
  return (
    <FormDialog
      draft={formDraft}
      title={`Waiting list for ${level.plural_name}`}
      error={joining.error}
      pending={joining.isPending}
      onSubmit={() => void submit()}
      onClose={onClose}
      submit="Join the waiting list"
    >
      <p style={{ margin: 0 }}>
        When a place opens up, we email an offer to the first in line and hold the place until the offer ends. Nothing
        is charged before you accept.
      </p>
      {onLevel && levels.length > 1 && (
        <SelectField
          label="Workshop level"
          options={levels.map(({ id, plural_name }) => ({ value: id, label: plural_name }))}
          value={level.id}
          onChange={(id) => id !== null && onLevel(id)}
          error={undefined}
        />
      )}
      <fieldset className={styles['people']}>
        <legend>Who waits for {level.level}?</legend>
        {people.length > searchedFrom && (
          <TextInput
            type="search"
            size="sm"
            aria-label="Find a name"
            placeholder={`Find among ${people.length}`}
            value={searchText}
            onChange={(event) => setSearchText(event.currentTarget.value)}
            // Finding somebody sends nothing.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
        {matchingPeople.length === 0 && <p className={styles['none']}>No one in your roster matches “{searchText}”.</p>}
        {matchingPeople.map(({ person, why }) => (
          <Checkbox
            key={person.id}
            label={nameAndAge(person, facts)}
            description={why ?? levelNow(person.id, registration, facts)}
            disabled={why !== null}
            checked={selectedIds.includes(person.id)}
            onChange={({ currentTarget: { checked } }) =>
              setSelectedIds(checked ? [...selectedIds, person.id] : selectedIds.filter((id) => id !== person.id))
            }
          />
        ))}
      </fieldset>
      {selectedIds.length > 1 && (
        <Checkbox
          label="All or none: offer places only when there is one for each of them"
          checked={together}
          onChange={({ currentTarget: { checked } }) => setTogether(checked)}
        />
      )}
    </FormDialog>
  )
}

/** From how many people finding one by name is worth its place. */
const searchedFrom = 8

const nameAndAge = (person: PersonOfRoster, facts: Facts): string => {
  const age = seasonAge(person, facts)
  return age === null ? nameOf(person) : `${nameOf(person)}, ${age}`
}

/** Where somebody is registered meanwhile. */
function levelNow(person_id: number, { attendees }: Registration, { workshop_levels }: Facts): string | undefined {
  const level = workshop_levels.find(({ id }) => id === attendees[person_id]?.workshop_level_id)
  return level && `Registered as ${level.level}`
}

type Beside = { level: WorkshopLevel; registration: Registration; facts: Facts; inLine: ReadonlySet<number> }

const BirthdateMissing = () => (
  <>
    Needs a birthdate first. <Link to={paths.roster}>Add it in the roster</Link>
  </>
)

/** Why somebody cannot wait for the level, in words; null: they can. */
function whyNot({ id, ...person }: PersonOfRoster, { level, registration, facts, inLine }: Beside): ReactNode {
  if (inLine.has(id)) return 'Already on the list'
  const outcome = admitPerson(registration, { person_id: id, person }, level.id, facts)
  if (!outcome.ok && outcome.refusal.code === 'attendee.birthdate_missing') return <BirthdateMissing />
  if (!outcome.ok)
    return outcome.refusal.code === 'attendee.level_invalid' ? 'Too young for this level' : explain(outcome.refusal)
  const hasHeldPlace = (facts.held?.[`level:${level.id}`] ?? 0) > 0 || registration.completed
  return hasHeldPlace && registration.attendees[id]?.workshop_level_id === level.id ? 'Has a place' : null
}
