import { typesOf } from '@callboard/domain/registrations/nominations/nomination.ts'
import type { NominationType } from '@callboard/domain/tours/city.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import {
  nominatedRoutine,
  noneEligible,
  nominationOf,
  optionsFor,
  selectRoutine,
  withDetails,
  withRoutine,
  type NominationProps,
} from './choices.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from './Nominations.module.css'

const columns = [
  ['teen_senior', 'TEEN & SENIOR DIVISION'],
  ['mini_junior', 'MINI & JUNIOR DIVISION'],
  [null, 'ANY DIVISION'],
] as const satisfies readonly (readonly [NominationType['half'], string])[]

type SotyTableProps = NominationProps & {
  locked: boolean
  /** Something of it is only here so far. */
  unsaved: boolean
}

/** A routine for each type, older and younger beside each other. PROG-026 to PROG-028. */
export function SotyTable(props: SotyTableProps) {
  const { facts, nominations, unsaved } = props
  const types = typesOf('soty', facts)
  const most = facts.settings.soty_outside_choreographers
  const outside = nominations.filter(({ details }) => details.outside).length
  return (
    <>
      <div className={styles['note']}>
        <p>
          Only {most} of the {types.length} routines may be choreographed by an outside choreographer.
          {unsaved && nominations.length < types.length && ` They are saved once all ${types.length} are chosen.`}
        </p>
        <output className={styles['counts']}>
          <StatusBadge state={nominations.length === types.length ? 'done' : 'idle'}>
            {nominations.length} of {types.length} chosen
          </StatusBadge>
          <StatusBadge state={outside > most ? 'stop' : 'idle'}>
            {outside} of {most} by outside choreographers
          </StatusBadge>
        </output>
      </div>
      <div className={styles['halves']}>
        {columns.map(([half, title]) => {
          const own = types.filter((type) => type.half === half)
          return (
            own.length > 0 && (
              <Panel key={title} title={title} flush>
                <ol className={styles['types']}>
                  {own.map((type) => (
                    <li key={type.id}>
                      <SotyRow type={type} {...props} />
                    </li>
                  ))}
                </ol>
              </Panel>
            )
          )
        })}
      </div>
    </>
  )
}

function SotyRow({ type, locked, registration, nominations, onChange }: SotyTableProps & { type: NominationType }) {
  const nomination = nominationOf(type, nominations)
  const routine = nominatedRoutine(nomination, registration)
  const options = optionsFor(type, registration, nominations)
  return (
    <>
      <SelectField
        label={type.name}
        value={routine?.id ?? null}
        options={options}
        placeholder={options.length === 0 ? noneEligible : selectRoutine}
        disabled={locked || options.length === 0}
        error={undefined}
        onChange={(id) => {
          const next = registration.routines.find((one) => one.id === id)
          onChange(withRoutine(type, next, nominations, true))
        }}
      />
      {routine && (
        <div className={styles['by']}>
          <span>
            {routine.routine.choreographer ? `By ${routine.routine.choreographer}` : 'No choreographer named'}
          </span>
          <Checkbox
            label="Outside choreographer"
            aria-label={`${routine.routine.name}: outside choreographer`}
            checked={nomination?.details.outside ?? false}
            disabled={locked}
            onChange={(event) => onChange(withDetails(type, { outside: event.currentTarget.checked }, nominations))}
          />
        </div>
      )}
    </>
  )
}
