import type { RosterPerson } from '@callboard/contract/roster/roster.ts'
import { detailField, type ListedDetail } from '@callboard/domain/roster/person-fields.ts'
import type { RosterDraft } from '@callboard/domain/roster/roster-entry.ts'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconAddressBook, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Column } from '../ui/data-columns.ts'
import { maskDate } from '../ui/masks.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import styles from './Roster.module.css'

export type RosterRow = {
  person: RosterPerson
  /** There while this row is edited. */
  edit: {
    draft: RosterDraft
    complete: boolean
    pending: boolean
    change: (change: Partial<RosterDraft>) => void
    save: () => void
    cancel: () => void
  } | null
}

type ColumnOptions = {
  genders: readonly { id: number; name: string }[]
  /** Details with a column of their own. */
  details: readonly ListedDetail[]
  onEdit: (person: RosterPerson) => void
  onContact: (person: RosterPerson) => void
  onRemove: (person: RosterPerson) => Promise<void>
}

const nameOf = ({ person }: RosterRow) => `${person.lname}, ${person.fname}`

/** The addresses and numbers of a person, their own first; an import often has only a parent's. */
const contactsOf = ({ contact_info: { email, phone }, reminder_email, parent }: RosterPerson): string[] =>
  [email, phone, reminder_email, parent.email].flatMap((contact) => contact || [])

export function rosterColumns({ genders, details, onEdit, onContact, onRemove }: ColumnOptions): Column<RosterRow>[] {
  const genderOf = ({ person }: RosterRow) => genders.find(({ id }) => id === person.gender_id)?.name ?? ''
  return [
    {
      key: 'name',
      header: 'Name',
      width: 'minmax(0, 3fr)',
      sort: nameOf,
      text: ({ person }) => `${person.fname} ${person.lname}`,
      cell: (row) => (row.edit ? <EditNames edit={row.edit} /> : nameOf(row)),
    },
    {
      key: 'gender',
      phone: 'below',
      header: 'Gender',
      width: 'minmax(88px, 1fr)',
      sort: genderOf,
      cell: (row) =>
        row.edit ? (
          <NativeSelect
            size="xs"
            aria-label="Gender"
            value={row.edit.draft.gender_id ?? ''}
            onChange={({ currentTarget }) => row.edit?.change({ gender_id: Number(currentTarget.value) || null })}
            data={[
              { value: '', label: 'Choose…' },
              ...genders.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        ) : (
          genderOf(row)
        ),
    },
    {
      key: 'birthdate',
      phone: 'below',
      header: 'Birthdate',
      width: 'minmax(104px, 1fr)',
      sort: ({ person }) => person.birthdate,
      text: ({ person }) => person.birthdateString,
      cell: ({ person, edit }) =>
        edit ? (
          <TextInput
            size="xs"
            aria-label="Birthdate, MM/DD/YYYY"
            placeholder="MM/DD/YYYY"
            inputMode="numeric"
            value={edit.draft.birthdate}
            onChange={({ currentTarget }) => edit.change({ birthdate: maskDate(currentTarget.value) })}
          />
        ) : (
          <Birthdate text={person.birthdateString} />
        ),
    },
    {
      key: 'age',
      phone: 'below',
      header: 'Age',
      width: '48px',
      align: 'end',
      sort: ({ person }) => person.age,
      cell: ({ person: { age } }) =>
        age === null ? (
          '–'
        ) : (
          <span className="figures">
            <span className={styles['phoneWord']}>age </span>
            {age}
          </span>
        ),
    },
    ...details.map(detailColumn),
    {
      key: 'contact',
      phone: 'below',
      header: 'Contact',
      width: 'minmax(0, 3fr)',
      text: ({ person }) => contactsOf(person).join(' '),
      cell: ({ person }) => {
        const [contact] = contactsOf(person)
        return contact ? <span className={styles['contact']}>{contact}</span> : '–'
      },
    },
    {
      key: 'acts',
      phone: 'beside',
      header: 'Actions',
      quietHeader: true,
      align: 'end',
      width: '136px',
      cell: ({ person, edit }) =>
        edit ? (
          <span className={styles['acts']}>
            <Button size="compact-sm" disabled={!edit.complete} loading={edit.pending} onClick={edit.save}>
              Save
            </Button>
            <Button size="compact-sm" variant="default" onClick={edit.cancel}>
              Cancel
            </Button>
          </span>
        ) : (
          <RowActs person={person} onEdit={onEdit} onContact={onContact} onRemove={onRemove} />
        ),
    },
  ]
}

const detailColumn = (name: ListedDetail): Column<RosterRow> => ({
  key: name,
  phone: 'below',
  header: detailField(name).label,
  width: 'minmax(96px, 1fr)',
  sort: ({ person }) => person[name],
  text: ({ person }) => person[name] ?? '',
  cell: ({ person, edit }) =>
    edit ? (
      <TextInput
        size="xs"
        aria-label={detailField(name).label}
        maxLength={detailField(name).max}
        value={edit.draft[name] ?? ''}
        onChange={({ currentTarget }) => edit.change({ [name]: currentTarget.value })}
      />
    ) : person[name] ? (
      <span className={styles['detail']}>{person[name]}</span>
    ) : (
      '–'
    ),
})

/** A birthdate; on a phone, where values have no headers, a missing one is named. */
const Birthdate = ({ text }: { text: string }) =>
  text ? (
    <span className="figures">{text}</span>
  ) : (
    <>
      <span className={styles['phoneWord']}>No birthdate</span>
      <span className={styles['tableWord']}>–</span>
    </>
  )

// The pencil that had the focus is gone; its row goes on with the first name.
const focused = (input: HTMLInputElement | null) => {
  if (input && !input.closest('tr')?.contains(document.activeElement)) input.focus()
}

const EditNames = ({ edit }: { edit: NonNullable<RosterRow['edit']> }) => (
  <span className={styles['names']}>
    <TextInput
      size="xs"
      aria-label="First name"
      maxLength={60}
      ref={focused}
      value={edit.draft.fname}
      onChange={({ currentTarget }) => edit.change({ fname: currentTarget.value })}
    />
    <TextInput
      size="xs"
      aria-label="Last name"
      maxLength={60}
      value={edit.draft.lname}
      onChange={({ currentTarget }) => edit.change({ lname: currentTarget.value })}
    />
  </span>
)

function RowActs({
  person,
  onEdit,
  onContact,
  onRemove,
}: Omit<ColumnOptions, 'genders' | 'details'> & { person: RosterPerson }) {
  const name = `${person.fname} ${person.lname}`
  return (
    <span className={styles['acts']}>
      <ActionIcon size={32} aria-label={`Edit ${name}`} onClick={() => onEdit(person)}>
        <IconPencil className="icon" />
      </ActionIcon>
      <ActionIcon size={32} aria-label={`Contact of ${name}`} onClick={() => onContact(person)}>
        <IconAddressBook className="icon" />
      </ActionIcon>
      <ActionIcon size={32} aria-label={`Remove ${name}`} onClick={() => void onRemove(person)}>
        <IconTrash className="icon" />
      </ActionIcon>
    </span>
  )
}
