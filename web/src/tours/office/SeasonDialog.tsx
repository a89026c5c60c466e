import { explain } from '@callboard/domain/refusals.ts'
import { checkSeasonSpan } from '@callboard/domain/tours/season-plan.ts'
import type { Reply } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { FieldRow, Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type Season = Reply<'GET /v1/office/seasons'>['rows'][number]
type YearName = 'start_year' | 'end_year' | 'age_year'
type FlagName = 'current' | 'is_portal' | 'omit_jacket_name'

const years: readonly (readonly [YearName, string])[] = [
  ['start_year', 'First year'],
  ['end_year', 'Last year'],
]
const flags: readonly (readonly [FlagName, string, string])[] = [
  ['current', 'The current season', 'It replaces the season that is current now.'],
  ['is_portal', 'Has a results portal', 'Scores and critiques of this season are read in the portal.'],
  ['omit_jacket_name', 'No names on jackets', 'The name on the jacket is not asked for.'],
]

/** The first season of all begins blank. */
const yearsAfter = (last: number | null) =>
  last === null
    ? { start_year: '', end_year: '', age_year: '' }
    : { start_year: `${last}`, end_year: `${last + 1}`, age_year: `${last + 1}` }

const numbersOf = (texts: Readonly<Record<YearName, string>>) => ({
  ...{ start_year: Number(texts.start_year), end_year: Number(texts.end_year), age_year: Number(texts.age_year) },
})

type SeasonDialogProps = { season: Season | null; after: number | null; onClose: () => void }

/** A new season, or one that changes. Ages count on January 1 of its age year. OFF-002. */
export function SeasonDialog({ season, after, onClose }: SeasonDialogProps) {
  const formDraft = useDraft('tours/season', season?.id ?? 'new')
  const [draft, setDraft, baseYears] = useDraftState(
    formDraft,
    'draft',
    season
      ? { start_year: `${season.start_year}`, end_year: `${season.end_year}`, age_year: `${season.age_year}` }
      : yearsAfter(after),
  )
  const [on, setOn, baseFlags] = useDraftState<Record<FlagName, boolean>>(formDraft, 'on', {
    current: season?.current ?? false,
    is_portal: season?.is_portal ?? false,
    omit_jacket_name: season?.omit_jacket_name ?? false,
  })
  const mutationOptions = {
    refreshes: ['GET /v1/office/seasons'] as const,
    failure: 'in place' as const,
    onSuccess: () => {
      formDraft.clear()
      toast(season ? 'Season saved' : 'Season created')
      onClose()
    },
  }
  const creating = useAct('POST /v1/office/seasons', mutationOptions)
  const changing = useAct('PUT /v1/office/seasons/{id}', mutationOptions)
  const { isPending, error } = season ? changing : creating
  const number = (name: YearName) => Number(draft[name])
  const body = { ...numbersOf(draft), ...on }
  const base = { ...numbersOf(baseYears), ...baseFlags }
  const span = checkSeasonSpan({ start_year: number('start_year'), end_year: number('end_year') })
  const wrong = (name: YearName) => (name === 'end_year' && !span.ok ? explain(span.refusal) : undefined)
  const year = (name: YearName, label: string, help?: string) => (
    <TextField
      key={name}
      name={name}
      label={label}
      help={help}
      inputMode="numeric"
      maxLength={4}
      value={draft[name]}
      onChange={(text) => setDraft({ ...draft, [name]: text.replace(/\D/g, '') })}
      error={number(name) >= 2000 && number(name) <= 2100 ? wrong(name) : 'Enter a year.'}
    />
  )
  return (
    <Dialog opened title={season ? `Season ${season.start_year}–${season.end_year}` : 'New season'} onCancel={onClose}>
      <Form
        draft={formDraft}
        error={error}
        pending={isPending}
        onSubmit={() =>
          season ? changing.mutate({ params: { id: season.id }, body: { ...body, base } }) : creating.mutate({ body })
        }
      >
        <FieldRow>{years.map(([name, label]) => year(name, label))}</FieldRow>
        {year('age_year', 'Ages are counted on January 1 of')}
        {flags.map(([name, label, help]) => (
          <ToggleField
            key={name}
            label={label}
            help={help}
            value={on[name]}
            error={undefined}
            onChange={(value) => setOn({ ...on, [name]: value })}
          />
        ))}
        <DialogSubmit draft={formDraft} onClose={onClose} pending={isPending}>
          {season ? 'Save season' : 'Create season'}
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
