import type { RosterPerson } from '@callboard/contract/roster/roster.ts'
import { birthdateFrom } from '@callboard/domain/roster/birthdate.ts'
import { listedDetails, mapNames, storedDetails } from '@callboard/domain/roster/person-fields.ts'
import { filterRoster, rosterFilters, type RosterFilter } from '@callboard/domain/roster/roster-order.ts'
import { rosterEditErrors, type RosterDraft } from '@callboard/domain/roster/roster-entry.ts'
import { lazy, Suspense, useId, useMemo, useState, type ReactNode } from 'react'
import { useAct } from '../api/use-call.ts'
import { confirm } from '../ui/dialogs.ts'
import { DataRows } from '../ui/DataRows.tsx'
import { Empty } from '../ui/Empty.tsx'
import { RestoredNotice } from '../ui/RestoredNotice.tsx'
import { toast } from '../ui/toasts.ts'
import { useDraft, useDraftState } from '../ui/use-draft.ts'
import { rosterColumns, type RosterRow } from './roster-columns.tsx'
import { useToday } from './roster-people.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import styles from './Roster.module.css'

const ContactDialog = lazy(() => import('./ContactDialog.tsx').then((file) => ({ default: file.ContactDialog })))

type Lists = {
  genders: readonly { id: number; name: string }[]
  person_types: readonly { id: number; name: string }[]
  age_year: number
  dancer_age_threshold: number
}

type EditedRow = { id: number; draft: RosterDraft }

type RosterTableProps = {
  people: readonly RosterPerson[]
  lists: Lists
  /** More to do with the list, beside its filter. */
  tools?: ReactNode
}

const draftOf = (person: RosterPerson): RosterDraft => ({
  fname: person.fname,
  lname: person.lname,
  gender_id: person.gender_id,
  birthdate: person.birthdateString,
  ...mapNames(listedDetails, (name) => person[name] ?? ''),
})

/** The roster: sorted, filtered, edited in place. ROST-002, ROST-008 to ROST-014, ROST-029. */
export function RosterTable({ people, lists, tools }: RosterTableProps) {
  const [filter, setFilter] = useState<RosterFilter>('all')
  const formDraft = useDraft('roster-row')
  const [editing, setEditing] = useDraftState<EditedRow | null>(formDraft, 'editing', null)
  const [contactOf, setContactOf] = useState<RosterPerson | null>(null)
  const today = useToday()
  const save = useAct('PUT /v1/mybtf/roster', {
    refreshes: ['GET /v1/mybtf/roster'],
    onSuccess: () => {
      toast('Roster Updated!')
      formDraft.clear()
      setEditing(null)
    },
  })
  const remove = useAct('DELETE /v1/mybtf/roster', {
    refreshes: ['GET /v1/mybtf/roster'],
    onSuccess: () => toast('Roster Updated!'),
  })

  // Rows keep their identity while another is edited, so that only the edited one is drawn again.
  const plain = useMemo(
    () =>
      filterRoster(people, filter, lists.age_year, lists.dancer_age_threshold).map((person): RosterRow => ({
        person,
        edit: null,
      })),
    [people, filter, lists.age_year, lists.dancer_age_threshold],
  )
  const edit = editing && {
    draft: editing.draft,
    // Not saved until everything is there: the button says so by being off. ROST-012.
    complete: Object.keys(rosterEditErrors(editing.draft, today)).length === 0,
    pending: save.isPending,
    change: (change: Partial<RosterDraft>) => setEditing({ ...editing, draft: { ...editing.draft, ...change } }),
    cancel: () => {
      formDraft.clear()
      setEditing(null)
    },
    save: () => {
      const { fname, lname, gender_id, birthdate, ...details } = editing.draft
      const names = { fname: fname.trim(), lname: lname.trim() }
      const person = { id: editing.id, ...names, gender_id, ...storedDetails(details) }
      save.mutate({ body: { person: { ...person, birthdate: birthdateFrom(birthdate, today) } } })
    },
  }
  const rows = editing ? plain.map((row) => (row.person.id === editing.id ? { ...row, edit } : row)) : plain

  // A detail that nobody has takes no room from names, but for a row that is being changed.
  const details = listedDetails.filter((name) => editing || people.some((person) => person[name]))
  const detailKeys = details.join(' ')
  const columns = useMemo(
    () =>
      rosterColumns({
        genders: lists.genders,
        details,
        onEdit: (person) => setEditing({ id: person.id, draft: draftOf(person) }),
        onContact: setContactOf,
        onRemove: async ({ id, fname, lname }) => {
          const yes = await confirm({
            title: `Remove ${fname} ${lname}?`,
            message: 'They are removed from your roster. Their registrations stay.',
            yes: 'Yes, remove',
            no: 'No, keep',
            consequence: 'loss',
          })
          if (yes) remove.mutate({ query: { person_id: id } })
        },
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- mutate and setEditing are the same functions for the life of the list, details are named by their keys
    [lists.genders, detailKeys],
  )

  return (
    <>
      <RestoredNotice draft={formDraft} />
      <DataRows
        label="Roster"
        rows={rows}
        rowKey={({ person }) => person.id}
        rowName={({ person }) => `${person.fname} ${person.lname}`}
        columns={columns}
        startOrder={{ key: 'name', descending: false }}
        tools={
          <>
            <ShowMe value={filter} onChange={setFilter} />
            {tools}
          </>
        }
        empty={
          people.length === 0 ? (
            <Empty title="You do not have anyone in your roster.">
              Add your dancers, teachers and observers above. Everyone here can be registered for any city.
            </Empty>
          ) : (
            <>
              <ShowMe value={filter} onChange={setFilter} />
              <Empty title="No one here">No one in your roster matches “{filter}”.</Empty>
            </>
          )
        }
      />
      <Suspense fallback={null}>
        {contactOf && (
          <ContactDialog person={contactOf} types={lists.person_types} onClose={() => setContactOf(null)} />
        )}
      </Suspense>
    </>
  )
}

type ShowMeProps = { value: RosterFilter; onChange: (filter: RosterFilter) => void }

/** ROST-010. */
function ShowMe({ value, onChange }: ShowMeProps) {
  const id = useId()
  return (
    <span className={styles['show']}>
      <label htmlFor={id}>SHOW ME</label>
      <NativeSelect
        id={id}
        size="sm"
        value={value}
        data={[...rosterFilters]}
        onChange={(event) => onChange(rosterFilters.find((one) => one === event.currentTarget.value) ?? 'all')}
      />
    </span>
  )
}
