import { divisionsFor } from '@callboard/domain/registrations/routines/plan-routine.ts'
import { missingOf } from '@callboard/domain/registrations/best-dancers/complete.ts'
import type { BestDancerChoices } from '@callboard/domain/registrations/best-dancers/best-dancer.ts'
import { isCompeting, programOf, typeOf, typesOffered } from '@callboard/domain/registrations/best-dancers/program.ts'
import type { Attendee, BestDancerRoutine, Facts } from '@callboard/domain/registrations/registration.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { moneyText } from '../../ui/Money.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import styles from './Program.module.css'

/** Keeps the leading and trailing spaces of the input while it equals the committed value without them. */
function useTextDraft(value: string, commit: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const displayedText = text.trim() === value.trim() ? text : value
  return [
    displayedText,
    (next) => {
      setText(next)
      commit(next)
    },
  ]
}

type Choose = (choices: Partial<BestDancerChoices>) => void
type DancerCardProps = {
  attendee: Attendee
  facts: Facts
  level: string
  /** The steps before must be done anew for these: they cannot be changed any more. */
  closed: { jacket: boolean; routine: boolean }
  photo: ReactNode
  choose: Choose
}

/** One dancer of the step: how they take part, and what that asks of them. PROG-001. */
export function DancerCard(props: DancerCardProps) {
  const { attendee, facts, level, photo } = props
  const name = `${attendee.person.fname} ${attendee.person.lname}`
  const head = (
    <>
      <div>
        <h3 className={styles['name']}>{name}</h3>
        <p className={styles['quiet']}>{level}</p>
      </div>
      <TypeSelect {...props} name={name} />
    </>
  )
  if (attendee.best_dancer_type_id === null) return <div className={styles['plain']}>{head}</div>
  const missing = missingOf(attendee, facts)
  return (
    <div className={styles['card']}>
      {photo}
      <div>
        <div className={styles['head']}>{head}</div>
        <div className={styles['fields']}>
          {attendee.routine && isCompeting(attendee, facts) && (
            <RoutineFields {...props} name={name} routine={attendee.routine} />
          )}
          <JacketFields {...props} name={name} />
        </div>
        <div className={styles['missing']}>
          {missing.length === 0 ? (
            <StatusBadge state="done">Complete</StatusBadge>
          ) : (
            <StatusBadge state="standby">Missing: {missing.join(', ')}</StatusBadge>
          )}
        </div>
      </div>
    </div>
  )
}

type NamedCardProps = DancerCardProps & { name: string }

function TypeSelect({ attendee, facts, name, closed, choose }: NamedCardProps) {
  const currentType = typeOf(attendee, facts)
  const offeredTypes = typesOffered(facts)
  const types = currentType && !offeredTypes.includes(currentType) ? [currentType, ...offeredTypes] : offeredTypes
  return (
    <NativeSelect
      aria-label={`${name} takes part as`}
      value={String(attendee.best_dancer_type_id ?? '')}
      disabled={closed.routine && isCompeting(attendee, facts)}
      onChange={({ currentTarget: { value } }) => choose({ best_dancer_type_id: value === '' ? null : Number(value) })}
    >
      <option value="">Not taking part</option>
      {types.map(({ id, name: type, amount }) => (
        <option key={id} value={id}>
          {amount === 0 ? type : `${type}, ${moneyText(amount)}`}
        </option>
      ))}
    </NativeSelect>
  )
}

function RoutineFields({ routine, name, facts, closed, choose }: NamedCardProps & { routine: BestDancerRoutine }) {
  const change = (changes: Partial<BestDancerRoutine>) => choose({ routine: { ...routine, ...changes } })
  const [title, setTitle] = useTextDraft(routine.name, (text) => change({ name: text }))
  const [choreographer, setChoreographer] = useTextDraft(routine.choreographer, (text) =>
    change({ choreographer: text }),
  )
  return (
    <>
      <div className={styles['title']}>
        <TextField
          label="Routine title"
          value={title}
          onChange={setTitle}
          error={title.trim() ? undefined : 'Enter the title, or TBA.'}
          maxLength={100}
          disabled={closed.routine}
        />
        {!title.trim() && !closed.routine && (
          <Button
            variant="default"
            aria-label={`The title of ${name} is to be announced`}
            onClick={() => setTitle('TBA')}
          >
            TBA
          </Button>
        )}
      </div>
      <TextField
        label="Choreographer"
        value={choreographer}
        onChange={setChoreographer}
        error={undefined}
        maxLength={100}
        disabled={closed.routine}
      />
      <SelectField
        label="Performance division"
        value={routine.performance_division_id}
        onChange={(performance_division_id) => change({ performance_division_id })}
        options={divisionsFor(routine, facts).map(({ id, name: label }) => ({ value: id, label }))}
        error={routine.performance_division_id === null ? 'Choose one.' : undefined}
        disabled={closed.routine}
      />
    </>
  )
}

function JacketFields({ attendee, facts, closed, choose }: NamedCardProps) {
  const { garment, asks_name } = programOf(facts)
  const [jacketName, setName] = useTextDraft(attendee.jacket_name ?? '', (text) => choose({ jacket_name: text }))
  return (
    <>
      <SelectField
        label={garment === 'top' ? 'Top size' : 'Jacket size'}
        value={attendee.jacket_size_id}
        onChange={(jacket_size_id) => choose({ jacket_size_id })}
        options={facts.jacket_sizes.map(({ id, name }) => ({ value: id, label: name }))}
        error={undefined}
        disabled={closed.jacket}
      />
      {asks_name && (
        <TextField
          label="Name on the jacket"
          value={jacketName}
          onChange={setName}
          error={undefined}
          maxLength={60}
          disabled={closed.jacket}
        />
      )}
    </>
  )
}
