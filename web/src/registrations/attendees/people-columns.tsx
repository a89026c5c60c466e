import { removeAttendee } from '@callboard/domain/registrations/attendees/remove-attendee.ts'
import { setAttendedReg } from '@callboard/domain/registrations/attendees/set-discounts.ts'
import { setOneDay } from '@callboard/domain/registrations/attendees/set-level.ts'
import { setIntensive } from '@callboard/domain/registrations/attendees/set-options.ts'
import { attendeeDetails } from '@callboard/domain/roster/person-fields.ts'
import { usd } from '@callboard/domain/kernel/money.ts'
import type { CityChoice, Intensive } from '@callboard/domain/tours/city.ts'
import { IconX } from '@tabler/icons-react'
import { CompactSelect } from '../../ui/CompactSelect.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { moneyText } from '../../ui/Money.tsx'
import styles from './attendees.module.css'
import { offersOneDay, type LevelChoice } from './level-choices.ts'
import { LevelSelect } from './LevelSelect.tsx'
import { takenOptions } from './offered-options.ts'
import type { PersonRow } from './people-rows.ts'
import type { Perform } from './perform.ts'

type ColumnsGiven = {
  kind: 'dancer' | 'teacher' | 'observer' | 'attendee'
  /** The levels to choose among, by the kind of the person. */
  choices: (row: PersonRow) => readonly LevelChoice[]
  /** Chosen per person where the event is an intensive; empty elsewhere. */
  intensives: readonly Intensive[]
  hasOptions: boolean
  /** How much the discount for having attended before takes off: '25%'. */
  attended_percent: string
  /** Names of the selected labs and battles. */
  city_choices: readonly CityChoice[]
  perform: Perform
  onOpen: (person_id: number) => void
  onCollege: (row: PersonRow) => void
  /** Scholarships by the person who may use them. */
  holders: ReadonlySet<number>
  onScholarship: (person_id: number) => void
}

/** The columns of a list of registered people. */
export function peopleColumns(context: ColumnsGiven): Column<PersonRow>[] {
  const { kind, choices, intensives, perform, onOpen } = context
  const isDancer = kind === 'dancer' || kind === 'attendee'
  // One column more has to fit beside the roster.
  const narrow = intensives.length > 0
  return [
    {
      key: 'name',
      header: kind === 'attendee' ? 'Attendee' : kindHeaders[kind],
      width: narrow ? 'minmax(120px, 1fr)' : 'minmax(190px, 1fr)',
      sort: ({ name }) => name,
      text: ({ name, level }) => `${name} ${level?.level ?? ''}`,
      cell: ({ name, age, person_id, competing, attendee }) => (
        <span className={styles['person']}>
          <button type="button" onClick={() => onOpen(person_id)}>
            {name}
          </button>
          <span className={styles['age']}>
            {[
              age === null ? kind !== 'observer' && 'no birthdate' : String(age),
              competing && 'competing',
              ...attendeeDetails.map((detail) => attendee.person[detail]),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    {
      key: 'level',
      phone: 'below',
      header: kind === 'observer' ? 'Days' : narrow ? 'Level' : 'Workshop level',
      width: narrow ? '92px' : kind === 'dancer' ? '112px' : 'minmax(112px, 220px)',
      sort: ({ level }) => level?.minimum_age ?? 0,
      cell: (row) => <LevelSelect row={row} choices={choices(row)} perform={perform} />,
    },
    ...(intensives.length > 0 ? [intensiveColumn(intensives, perform)] : []),
    ...(isDancer ? [optionsColumn(context)] : []),
    {
      key: 'amount',
      phone: 'beside',
      header: 'Amount',
      width: '76px',
      align: 'end',
      sort: ({ amount }) => amount,
      cell: ({ amount, name, person_id }) => (
        <button
          type="button"
          className={styles['amount']}
          aria-label={`${moneyText(amount)}: what ${name} pays, and why`}
          onClick={() => onOpen(person_id)}
        >
          {moneyText(amount)}
        </button>
      ),
    },
    {
      key: 'remove',
      phone: 'beside',
      header: 'Remove',
      quietHeader: true,
      width: '32px',
      align: 'end',
      cell: ({ name, person_id }) => (
        <button
          type="button"
          className={styles['remove']}
          aria-label={`Remove ${name}`}
          onClick={() => void perform((registration) => removeAttendee(registration, person_id))}
        >
          <IconX className="icon" aria-hidden />
        </button>
      ),
    },
  ]
}

const kindHeaders = { dancer: 'Dancer', teacher: 'Teacher', observer: 'Observer' } as const

function intensiveColumn(intensives: readonly Intensive[], perform: Perform): Column<PersonRow> {
  return {
    key: 'intensive',
    phone: 'below',
    header: 'Intensive',
    width: 'minmax(128px, 1.1fr)',
    sort: ({ attendee }) => intensives.find(({ id }) => id === attendee.intensive_id)?.name ?? null,
    cell: ({ attendee, name, person_id }) => (
      <CompactSelect
        aria-label={`Intensive of ${name}`}
        value={attendee.intensive_id ?? ''}
        onChange={({ currentTarget: { value } }) =>
          void perform((registration, facts) =>
            setIntensive(registration, { person_id, intensive_id: value === '' ? null : Number(value) }, facts),
          )
        }
      >
        <option value="">Choose an intensive</option>
        {intensives
          .filter(({ id, offered }) => offered || id === attendee.intensive_id)
          .map(({ id, name: label, price }) => (
            <option key={id} value={id}>
              {label} · {usd(price)}
            </option>
          ))}
      </CompactSelect>
    ),
  }
}

function optionsColumn({
  intensives,
  perform,
  hasOptions,
  attended_percent,
  city_choices,
  onOpen,
  onCollege,
  holders,
  onScholarship,
}: ColumnsGiven): Column<PersonRow> {
  return {
    key: 'options',
    phone: 'below',
    header: 'Options',
    width: intensives.length > 0 ? 'minmax(108px, 1fr)' : 'minmax(170px, 276px)',
    text: ({ attendee }) => optionWords(attendee, city_choices),
    cell: (row) => {
      const { attendee, level, name, person_id } = row
      const { one_day, attended_reg, college_discount } = attendee
      const extras = takenOptions(attendee, city_choices)
      return (
        <span className={styles['chips']}>
          {(one_day || offersOneDay(level, attendee)) && (
            <Chip
              on={one_day}
              label="One day"
              of={name}
              onPress={() =>
                void perform((registration, facts) => setOneDay(registration, { person_id, one_day: !one_day }, facts))
              }
            />
          )}
          {(attended_reg || (level?.kind === 'dancer' && !attendee.virtual)) && (
            <Chip
              on={attended_reg}
              label={`Attended before (${attended_percent} off)`}
              shortLabel={`Attended −${attended_percent}`}
              of={name}
              onPress={() =>
                void perform((registration, facts, answer) =>
                  setAttendedReg(registration, { person_id, attended_reg: !attended_reg, answered: !!answer }, facts),
                )
              }
            />
          )}
          {(college_discount || level?.college_eligible) && (
            <Chip on={college_discount} label="College" of={name} onPress={() => onCollege(row)} />
          )}
          {(attendee.has_scholarship || holders.has(person_id)) && (
            <button
              type="button"
              className={styles['chip']}
              data-on={attendee.has_scholarship || undefined}
              aria-label={`Scholarship of ${name}${attendee.has_scholarship ? `, ${moneyText(attendee.scholarship_amount)} used` : ', not used'}`}
              onClick={() => onScholarship(person_id)}
            >
              Scholarship
            </button>
          )}
          {(hasOptions || extras.length > 0) && (
            <button
              type="button"
              className={styles['chip']}
              data-on={extras.length > 0 || undefined}
              data-more
              aria-label={extras.length > 0 ? `Extras of ${name}: ${extras.join(', ')}` : `Add extras for ${name}`}
              onClick={() => onOpen(person_id)}
            >
              {extras.length === 0 ? '+ Extras' : extras.length === 1 ? shortOf(extras[0]) : `${extras.length} extras`}
            </button>
          )}
          <button
            type="button"
            className={`${styles['chip']} ${styles['everything']}`}
            aria-label={`Options of ${name}`}
            onClick={() => onOpen(person_id)}
          >
            Options
          </button>
        </span>
      )
    },
  }
}

const shortOf = (label = ''): string => (label === 'Media season pass' ? 'Media pass' : label)

const optionWords = (attendee: PersonRow['attendee'], city_choices: readonly CityChoice[]) =>
  [
    attendee.one_day && 'one day',
    attendee.attended_reg && 'attended',
    attendee.college_discount && 'college',
    attendee.virtual && 'virtual',
    ...takenOptions(attendee, city_choices),
  ]
    .filter(Boolean)
    .join(' ')

type ChipProps = {
  on: boolean
  label: string
  /** Shown instead of a label that does not fit into one line with the others. */
  shortLabel?: string
  of: string
  onPress: () => void
}

const Chip = ({ on, label, shortLabel = label, of, onPress }: ChipProps) => (
  <button type="button" className={styles['chip']} aria-pressed={on} aria-label={`${label}, ${of}`} onClick={onPress}>
    {shortLabel}
  </button>
)
