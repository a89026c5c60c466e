import { explain } from '@callboard/domain/refusals.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { whyNotOption } from '@callboard/domain/registrations/routines/options.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { optionFields, type RoutineOption } from '@callboard/domain/registrations/routines/routine-options.ts'
import { moneyText } from '../../ui/Money.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import styles from './RoutineForm.module.css'
import { memo } from 'react'

type RoutineOptionsProps = {
  draft: RoutineDraft
  onChange: (change: Partial<RoutineDraft>) => void
  registration: Registration
  facts: Facts
  /** A registered routine: nothing here may change. */
  locked: boolean
}

/** Options of a routine beyond its category; a disabled option shows the reason. COMP-019 to COMP-021, COMP-041 to COMP-046. */
export const RoutineOptions = memo(function RoutineOptions({
  draft,
  onChange,
  registration,
  facts,
  locked,
}: RoutineOptionsProps) {
  const { settings, tour_date } = facts
  const whyNot = (option: RoutineOption | 'extra_time') => {
    const refusal = draft.attendees.length > 0 ? whyNotOption(option, draft, registration, facts) : null
    return refusal ? explain(refusal) : draft.attendees.length === 0 ? 'Choose the dancers first.' : undefined
  }
  const toggle = (option: RoutineOption, label: string, help: string | undefined) => {
    const reason = whyNot(option)
    return (
      <ToggleField
        key={option}
        label={label}
        name={option}
        value={draft[option]}
        onChange={(on) => onChange({ [option]: on })}
        error={undefined}
        disabled={locked || (reason !== undefined && !draft[option])}
        help={locked ? help : (reason ?? help)}
      />
    )
  }

  const priceOf = (option: RoutineOption) =>
    option === 'crew_showdown_pq' ? `${moneyText(settings.crew_showdown_video_fee)} per dancer.` : undefined
  const noExtraTime = whyNot('extra_time')
  const minutes = Array.from({ length: settings.extra_time_max + 1 }, (_, value) => ({
    value,
    label: value === 0 ? 'None' : value === 1 ? '1 minute' : `${value} minutes`,
  }))
  return (
    <fieldset className={styles['options']}>
      <legend>Options</legend>
      <SelectField
        label="Extra time"
        name="extra_time"
        options={minutes}
        value={draft.extra_time}
        onChange={(extra_time) => onChange({ extra_time: extra_time ?? 0 })}
        error={undefined}
        disabled={locked || (noExtraTime !== undefined && draft.extra_time === 0)}
        help={noExtraTime ?? `${moneyText(settings.extra_time_fee)} per minute and dancer.`}
      />
      {optionFields.map(([option, { label, isOffered, help }]) =>
        isOffered?.(facts) ? toggle(option, label, help ?? priceOf(option)) : null,
      )}
      {draft.crew_showdown_pq && (
        <p className={styles['note']}>Preliminary videos are due by {settings.preliminary_video_deadline}.</p>
      )}
      {tour_date.event.needs_no_prequalification && (
        <p className={styles['note']}>No prequalification is needed for this event.</p>
      )}
      {draft.old_music_id !== null && (
        <ToggleField
          label={`Copy its music: ${draft.copy_music ? 'Yes' : 'No'}`}
          name="copy_music"
          value={draft.copy_music}
          onChange={(copy_music) => onChange({ copy_music })}
          error={undefined}
          disabled={draft.virtual || tour_date.virtual_only}
          help={
            draft.virtual || tour_date.virtual_only
              ? 'Music is not copied for virtual routines.'
              : 'Uses the music of the routine it was copied from.'
          }
        />
      )}
    </fieldset>
  )
})
