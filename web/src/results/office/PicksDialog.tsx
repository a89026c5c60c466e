import type { Cents } from '@callboard/domain/kernel/money.ts'
import { pickedPlace } from '@callboard/domain/results/ranking.ts'
import { Button } from '@mantine/core'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { MoneyField } from '../../ui/masked-fields.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { awardForm, type Awards, type OfficeAward, type OfficeAwards, type PickBody } from './use-awards.ts'

/** A pick as it is typed; `subject` is 'routine 12', 'person 4' or 'studio 2'. */
type TypedPick = { subject: string | null; place: number; blurb: string; amount: number | null }
type Pick = PickBody['picks'][number]

const subjectOf = ({ registration_routine_id, person_id, studio_id }: Pick): string | null =>
  registration_routine_id !== null
    ? `routine ${registration_routine_id}`
    : person_id !== null
      ? `person ${person_id}`
      : studio_id !== null
        ? `studio ${studio_id}`
        : null

function pickOf({ subject, place, blurb, amount }: TypedPick): Pick {
  const [kind, id] = (subject ?? '').split(' ')
  const idOf = (name: string) => (kind === name ? Number(id) : null)
  return {
    ...{ id: null, place, blurb, amount },
    ...{ registration_routine_id: idOf('routine'), person_id: idOf('person'), studio_id: idOf('studio') },
  }
}

const emptyPick: TypedPick = { subject: null, place: 1, blurb: '', amount: null }
const places = [1, 2, 3, 4, 5].map((value) => ({ value, label: pickedPlace(value) }))

type PicksDialogProps = { awards: Awards; data: OfficeAwards; award: OfficeAward; onClose: () => void }

/** The winners of an award that the office picks, each with a blurb. */
export function PicksDialog({ awards, data, award, onClose }: PicksDialogProps) {
  const { tour_date_id, routines, people, studios } = data
  const isScholarship = award.kind === 'scholarship'
  const formDraft = useDraft('results/picks', tour_date_id, award.id)
  const [picks, setPicks] = useDraftState<readonly TypedPick[]>(
    formDraft,
    'picks',
    award.picks.length > 0 ? award.picks.map((pick) => ({ ...pick, subject: subjectOf(pick) })) : [emptyPick],
  )
  const optionsOf = (kind: string, rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name }))
  const options = isScholarship
    ? optionsOf('person', people)
    : [...optionsOf('routine', routines), ...optionsOf('person', people), ...optionsOf('studio', studios)]
  const change = (at: number, next: Partial<TypedPick>) =>
    setPicks(picks.map((pick, index) => (index === at ? { ...pick, ...next } : pick)))

  const { save, form } = awardForm(awards, formDraft, onClose)
  function submit() {
    const body = { tour_date_id, award_definition_id: award.id, version: award.version, picks: picks.map(pickOf) }
    void save(() => call('PUT /v1/office/picks', { body }))
  }

  return (
    <FormDialog title={`Pick ${award.name}`} {...form} onSubmit={submit}>
      {picks.map(({ subject, place, blurb, amount }, index) => (
        // A pick has no identity but its place in the list.
        <fieldset key={index} style={{ border: 0, padding: 0, margin: 0, display: 'grid', gap: 12 }}>
          <legend>Pick {index + 1}</legend>
          <SelectField
            label="Who"
            name={`subject_${index}`}
            value={subject}
            options={options}
            onChange={(next) => change(index, { subject: next })}
            error={subject ? undefined : 'Required'}
          />
          <SelectField
            label="Place"
            name={`place_${index}`}
            value={place}
            options={places}
            onChange={(next) => next && change(index, { place: next })}
            error={undefined}
          />
          <TextField
            label="Blurb"
            name={`blurb_${index}`}
            value={blurb}
            onChange={(next) => change(index, { blurb: next })}
            maxLength={1_000}
            optional
            error={undefined}
          />
          {isScholarship && (
            <MoneyField
              label="Amount"
              name={`amount_${index}`}
              value={amount as Cents | null}
              onChange={(next) => change(index, { amount: next })}
              error={amount ? undefined : 'Required'}
            />
          )}
          <Button variant="subtle" size="compact-sm" onClick={() => setPicks(picks.filter((_, at) => at !== index))}>
            Remove pick {index + 1}
          </Button>
        </fieldset>
      ))}
      <Button variant="default" onClick={() => setPicks([...picks, emptyPick])}>
        Add a pick
      </Button>
    </FormDialog>
  )
}
