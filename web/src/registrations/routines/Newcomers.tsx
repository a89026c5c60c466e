import type { CastMember, Facts } from '@callboard/domain/registrations/registration.ts'
import { isWaitedFor } from '@callboard/domain/registrations/places/levels-free.ts'
import { levelsForNewcomer } from '@callboard/domain/waiting-list/newcomers.ts'
import { SelectField } from '../../ui/fields.tsx'
import type { RosterName } from './competition.ts'
import styles from './RoutineForm.module.css'

type ComingDancersProps = {
  cast: readonly CastMember[]
  roster: readonly RosterName[]
  facts: Facts
  onChange: (cast: readonly CastMember[]) => void
}

/** Dancers of a waiting routine who are not registered yet: the level each of them comes in at. A18. */
export function Newcomers({ cast, roster, facts, onChange }: ComingDancersProps) {
  const coming = cast.flatMap(({ person_id, workshop_level_id }) => {
    const person = roster.find(({ id }) => id === person_id)
    return person && workshop_level_id !== undefined ? [{ person, workshop_level_id }] : []
  })
  if (coming.length === 0) return null
  return (
    <fieldset className={styles['options']}>
      <legend>Register with this routine</legend>
      <p className={styles['note']}>
        They are not registered yet. Once there is room for the routine and everyone in it, we offer you all places
        together. Nothing is charged before you accept.
      </p>
      {coming.map(({ person, workshop_level_id }) => (
        <SelectField
          key={person.id}
          label={`Workshop level of ${person.fname} ${person.lname}`}
          options={levelsForNewcomer(person, facts).levels.map(({ id, plural_name }) => ({
            value: id,
            label: isWaitedFor(id, facts) ? `${plural_name} · sold out, waits for a place` : plural_name,
          }))}
          value={workshop_level_id}
          onChange={(level) =>
            onChange(
              cast.map((one) => (one.person_id === person.id && level ? { ...one, workshop_level_id: level } : one)),
            )
          }
          error={undefined}
        />
      ))}
    </fieldset>
  )
}
