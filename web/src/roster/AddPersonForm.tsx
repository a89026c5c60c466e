import type { RosterPerson } from '@callboard/contract/roster/roster.ts'
import { detailField, listedDetails } from '@callboard/domain/roster/person-fields.ts'
import { rosterErrors, type RosterDraft } from '@callboard/domain/roster/roster-entry.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form, Submit } from '../ui/Form.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { isFocusLost } from '../ui/focus-return.ts'
import { Panel } from '../ui/Panel.tsx'
import { useAddPerson, useToday } from './roster-people.ts'
import styles from './Roster.module.css'
import { maskDate } from '../ui/masks.ts'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

const FuzzyDialog = lazy(() => import('./FuzzyDialog.tsx').then((file) => ({ default: file.FuzzyDialog })))

const nobody: RosterDraft = { fname: '', lname: '', gender_id: null, birthdate: '' }

type AddPersonFormProps = {
  people: readonly RosterPerson[]
  genders: readonly { id: number; name: string }[]
}

/** Adds a person to the roster, asking first whether it is somebody who is known. ROST-002 to ROST-005. */
export function AddPersonForm({ people, genders }: AddPersonFormProps) {
  const formDraft = useDraft('roster/add-person')
  const [draft, setDraft] = useDraftState(formDraft, 'draft', nobody)
  // A new form once the last person is in: its fields have not been left yet.
  const [round, setRound] = useState(0)
  const adding = useAddPerson(people)
  const errors = rosterErrors(draft, useToday())
  const set = (change: Partial<RosterDraft>) => setDraft({ ...draft, ...change })

  const settle = async (addition: Promise<boolean>) => {
    if (!(await addition)) return
    formDraft.clear()
    setDraft(nobody)
    setRound((last) => last + 1)
  }

  const box = useRef<HTMLDivElement>(null)
  // The form that was left is gone: the next person begins with their first name.
  useEffect(() => {
    if (round > 0 && isFocusLost()) box.current?.querySelector('input')?.focus()
  }, [round])

  return (
    <div ref={box} className={`${styles['add']} no-print`}>
      <Panel title="Add a person">
        <Form
          draft={formDraft}
          key={round}
          error={adding.error}
          pending={adding.pending}
          onSubmit={() => void settle(adding.add(draft))}
        >
          <div className={styles['fields']}>
            <TextField
              label="First name"
              name="fname"
              maxLength={60}
              value={draft.fname}
              onChange={(fname) => set({ fname })}
              error={errors.fname}
            />
            <TextField
              label="Last name"
              name="lname"
              maxLength={60}
              value={draft.lname}
              onChange={(lname) => set({ lname })}
              error={errors.lname}
            />
            <SelectField
              label="Gender"
              name="gender_id"
              value={draft.gender_id}
              onChange={(gender_id) => set({ gender_id })}
              options={genders.map(({ id, name }) => ({ value: id, label: name }))}
              error={errors.gender_id}
            />
            <BirthdateText
              value={draft.birthdate}
              onChange={(birthdate) => set({ birthdate })}
              error={errors.birthdate}
            />
            {listedDetails.map((name) => (
              <TextField
                key={name}
                label={detailField(name).label}
                name={name}
                optional
                maxLength={detailField(name).max}
                value={draft[name] ?? ''}
                onChange={(text) => set({ [name]: text })}
                error={errors[name]}
              />
            ))}
            <div className={styles['submit']}>
              <Submit pending={adding.pending}>Add to roster</Submit>
            </div>
          </div>
        </Form>
      </Panel>
      <Suspense fallback={null}>
        {adding.fuzzy && (
          <FuzzyDialog
            question={adding.fuzzy}
            pending={adding.pending}
            onCancel={adding.dropFuzzy}
            onChoose={(candidate) => void settle(adding.link(candidate))}
            onNone={() => void settle(adding.addAnyway())}
          />
        )}
      </Suspense>
    </div>
  )
}

type BirthdateTextProps = { value: string; onChange: (text: string) => void; error: string | undefined }

/** A birthdate as the roster takes it: text, judged by the rule as it stands. ROST-005. */
const BirthdateText = ({ value, onChange, error }: BirthdateTextProps) => (
  <TextField
    label="Birthdate"
    name="birthdate"
    optional
    inputMode="numeric"
    placeholder="MM/DD/YYYY"
    value={value}
    onChange={(text) => onChange(maskDate(text))}
    error={error}
  />
)
