import { birthdateText } from '@callboard/domain/roster/birthdate.ts'
import {
  rowState,
  standsInTheWay,
  type RowChoice,
  type Meeting,
  type PlannedRow,
} from '@callboard/domain/roster/import/plan.ts'
import { personFields, rosterDetailNames } from '@callboard/domain/roster/person-fields.ts'
import type { ImportDraft } from '@callboard/domain/roster/import/rows.ts'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Importing } from './use-import.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import styles from './Import.module.css'

export type NamedItem = { id: number; name: string }

type ImportRowProps = {
  row: PlannedRow
  /** Its fields are open. */
  edits: boolean
  importing: Importing
  genders: readonly NamedItem[]
  types: readonly NamedItem[]
  onOpen: (line: number) => void
}

const nameIn = (list: readonly NamedItem[], itemId: number | null) => list.find(({ id }) => id === itemId)?.name ?? ''

// Contacts and details share one column: most sheets have few of them.
const contactFields = ['email', 'phone', ...rosterDetailNames] as const

export function ImportRow({ row, edits, importing, genders, types, onOpen }: ImportRowProps) {
  const { line, draft } = row
  const wrong = standsInTheWay(row)
  const who = `${draft.fname} ${draft.lname}`.trim() || `row ${line}`
  const field = (name: 'fname' | 'lname' | 'birthdate' | (typeof contactFields)[number]) => (
    <TextInput
      size="xs"
      key={name}
      aria-label={`${personFields[name].label} of row ${line}`}
      value={draft[name]}
      error={wrong[name]}
      onChange={({ currentTarget }) => importing.edit(line, { [name]: currentTarget.value } as Partial<ImportDraft>)}
      {...(name === 'birthdate' && { placeholder: 'MM/DD/YYYY', inputMode: 'numeric' as const })}
    />
  )
  const contact = contactFields
    .map((name) => draft[name])
    .filter(Boolean)
    .join(' · ')
  const wrongContacts = contactFields.filter((name) => wrong[name])
  return (
    <tr data-state={rowState(row)}>
      <td className="figures">{line}</td>
      <Cell name="First name">{edits ? field('fname') : draft.fname}</Cell>
      <Cell name="Last name">{edits ? field('lname') : draft.lname}</Cell>
      <Cell name="Gender">
        {edits ? (
          <NativeSelect
            size="xs"
            aria-label={`Gender of row ${line}`}
            value={draft.gender_id ?? ''}
            error={wrong.gender_id}
            data={[
              { value: '', label: 'Choose…' },
              ...genders.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) => importing.edit(line, { gender_id: Number(currentTarget.value) || null })}
          />
        ) : (
          nameIn(genders, draft.gender_id)
        )}
      </Cell>
      <Cell name="Birthdate">
        {edits ? field('birthdate') : <span className="figures">{draft.birthdate || '–'}</span>}
      </Cell>
      <Cell name="Contact">
        {edits && wrongContacts.length > 0 ? (
          <span className={styles['contacts']}>{wrongContacts.map(field)}</span>
        ) : (
          <span className={styles['contact']}>
            {[nameIn(types, draft.person_type_id), contact].filter(Boolean).join(' · ') || '–'}
          </span>
        )}
      </Cell>
      <td className={styles['fate']}>
        <span className={styles['fateLine']}>
          <Fate row={row} who={who} onChoose={(choice) => importing.choose(line, choice)} />
          {!edits && (
            <ActionIcon size={28} aria-label={`Edit ${who}`} onClick={() => onOpen(line)}>
              <IconPencil className="icon" />
            </ActionIcon>
          )}
        </span>
        {row.meeting && <span className={styles['quiet']}>{meetingWords(row.meeting)}</span>}
      </td>
    </tr>
  )
}

const Cell = ({ name, children }: { name: string; children: ReactNode }) => <td data-name={name}>{children}</td>

const choiceWords: Readonly<Record<RowChoice, string>> = {
  add: 'Add as a new person',
  skip: 'Leave out',
  birthdate: 'Save the birthdate',
}

const tones = {
  add: ['done', 'Add'],
  birthdate: ['done', 'Birthdate'],
  skip: ['idle', 'Left out'],
  wrong: ['stop', 'Correct it'],
  asks: ['standby', 'Your answer'],
} as const

function Fate({ row, who, onChoose }: { row: PlannedRow; who: string; onChoose: (choice: RowChoice) => void }) {
  const [tone, words] = tones[rowState(row)]
  return (
    <>
      <StatusBadge state={tone}>{words}</StatusBadge>
      {(row.meeting || tone === 'stop' || row.choice !== 'add') && (
        <NativeSelect
          size="xs"
          aria-label={`What happens with ${who}, row ${row.line}`}
          value={row.choice ?? ''}
          data={[
            ...(row.choice === null ? [{ value: '', label: 'Choose…', disabled: true }] : []),
            ...row.choices.map((choice) => ({ value: choice, label: choiceWords[choice] })),
          ]}
          onChange={({ currentTarget }) => {
            const selectedChoice = row.choices.find((choice) => choice === currentTarget.value)
            if (selectedChoice) onChoose(selectedChoice)
          }}
        />
      )}
    </>
  )
}

function meetingWords(meeting: Meeting): string {
  if (meeting.kind === 'twice') return `Same person as row ${meeting.line}.`
  const { fname, lname, birthdate } = meeting.person
  const born = birthdate ? `, born ${birthdateText(birthdate)}` : ', without a birthdate'
  const existingPerson = `${fname} ${lname}${born}`
  return {
    same: 'Already in your roster.',
    without_birthdate: 'In your roster without a birthdate.',
    other_birthdate: `Your roster has ${existingPerson}.`,
    alike: `Similar to ${existingPerson}, in your roster.`,
  }[meeting.kind]
}
