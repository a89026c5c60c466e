import { setLevel } from '@callboard/domain/registrations/attendees/set-level.ts'
import { use, useEffect, useState } from 'react'
import { explained } from '../../api/failure.ts'
import { CompactSelect } from '../../ui/CompactSelect.tsx'
import { confirm, notice } from '../../ui/dialogs.ts'
import { attendeeTitles, LevelLineContext, type Perform } from './perform.ts'
import styles from './attendees.module.css'
import { valueOf, type LevelChoice } from './level-choices.ts'
import type { PersonRow } from './people-rows.ts'

type LevelSelectProps = { row: PersonRow; choices: readonly LevelChoice[]; perform: Perform }

/** How long the word about an invalid level stays. ATT-018. */
const invalidMilliseconds = 3_000

/** The workshop level of an attendee. A change is confirmed first; if it is refused, the level stays. ATT-018 to ATT-020, ATT-074. */
export function LevelSelect({ row, choices, perform }: LevelSelectProps) {
  const { attendee, name, person_id } = row
  const [invalid, setInvalid] = useState<string>()
  const line = use(LevelLineContext)
  const now = valueOf(attendee)
  const here = choices.find(({ value }) => value === now)

  useEffect(() => {
    if (!invalid) return
    const timer = setTimeout(() => setInvalid(undefined), invalidMilliseconds)
    return () => clearTimeout(timer)
  }, [invalid])

  async function choose(value: string) {
    const selectedChoice = choices.find((choice) => choice.value === value)
    if (!selectedChoice || !here) return
    const { workshop_level_id, virtual } = selectedChoice
    const choice = { person_id, workshop_level_id, virtual }
    let refusal: ReturnType<typeof setLevel> | undefined
    // Asked of the rule first, so that nobody confirms what cannot be.
    const unhandledRefusal = await perform(
      (registration, facts) => {
        refusal = setLevel(registration, choice, facts)
        return refusal.ok ? { ok: true, value: registration } : refusal
      },
      ['attendee.level_invalid', 'attendee.level_sold_out', 'attendee.level_not_available'],
    )
    if (unhandledRefusal?.code === 'attendee.level_invalid') {
      setInvalid(await explained(unhandledRefusal))
      return
    }
    if (unhandledRefusal) {
      const soldOutNotice = {
        title: attendeeTitles['attendee.level_sold_out'] ?? 'Sorry',
        message: await explained(unhandledRefusal),
      }
      if (!line?.isWaitedFor(workshop_level_id)) await notice(soldOutNotice)
      else if (await confirm({ ...soldOutNotice, yes: 'Join the waiting list', no: 'Not now', consequence: 'none' })) {
        line.wait(workshop_level_id, [person_id])
      }
      return
    }
    const sure = await confirm({
      title: 'Change workshop level',
      message: `${name} moves from ${here.label} to ${selectedChoice.label}.`,
      yes: 'Change level',
      no: 'Keep the old level',
      consequence: 'none',
    })
    if (sure) await perform((registration, facts) => setLevel(registration, choice, facts))
  }

  return (
    <span className={styles['level']}>
      <CompactSelect
        closedText={here?.short ?? row.level?.plural_name ?? 'Choose a level'}
        aria-label={`Workshop level of ${name}`}
        value={now}
        aria-invalid={invalid !== undefined}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        {!here && <option value={now}>{row.level?.plural_name ?? 'Choose a level'}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </CompactSelect>
      {invalid && (
        <span role="alert" className={styles['invalid']}>
          {invalid}
        </span>
      )}
    </span>
  )
}
