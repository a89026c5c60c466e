import { Button } from '@mantine/core'
import { call, type CallInput } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NameField, SelectField, TextField } from '../../ui/fields.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { awardForm, type Awards, type OfficeAwards } from './use-awards.ts'

type LevelScope = CallInput<'PUT /v1/office/award-scale'>['body']['of']
type TypedLevel = { id: number | null; name: string; from: string }

const scopes: readonly { value: LevelScope; label: string }[] = [
  { value: 'event and season', label: 'This event in this season' },
  { value: 'event', label: 'This event in every season' },
  { value: 'season', label: 'Every event of this season' },
]
const isPoints = (text: string) => /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim())
const pointsOf = (text: string) => Math.round(Number(text.trim().replace(',', '.')) * 100)

type LevelsDialogProps = { awards: Awards; data: OfficeAwards; onClose: () => void }

/** Levels of an event, a season or both in place of the product's own. None: the wider ones hold again. */
export function LevelsDialog({ awards, data, onClose }: LevelsDialogProps) {
  const { tour_date_id, levels_of, scale_versions } = data
  const isOwn = levels_of !== 'product'
  const formDraft = useDraft('results/levels', tour_date_id)
  const [scope, setScope] = useDraftState<LevelScope>(formDraft, 'of', isOwn ? levels_of : 'event and season')
  const [levels, setLevels] = useDraftState<readonly TypedLevel[]>(
    formDraft,
    'levels',
    data.levels.map(({ id, name, minimum_points }) => ({
      ...{ id: isOwn ? id : null, name, from: String(minimum_points / 100) },
    })),
  )
  const change = (at: number, next: Partial<TypedLevel>) =>
    setLevels(levels.map((level, index) => (index === at ? { ...level, ...next } : level)))

  const { save, form } = awardForm(awards, formDraft, onClose)
  function submit() {
    const body = {
      tour_date_id,
      of: scope,
      version: scale_versions[scope],
      levels: levels.map(({ id, name, from }) => ({
        ...{ id: scope === levels_of ? id : null, name: name.trim(), minimum_points: pointsOf(from) },
      })),
    }
    void save(() => call('PUT /v1/office/award-scale', { body }))
  }

  return (
    <FormDialog title="Change levels" {...form} onSubmit={submit}>
      <SelectField
        label="These levels apply to"
        name="of"
        value={scope}
        options={scopes}
        onChange={(next) => next && setScope(next)}
        error={undefined}
      />
      {levels.map(({ name, from }, index) => (
        // A level that is typed has no identity but its place in the list.
        <fieldset key={index} style={{ border: 0, padding: 0, margin: 0, display: 'grid', gap: 12 }}>
          <legend>Level {index + 1}</legend>
          <NameField
            name={`name_${index}`}
            value={name}
            onChange={(next) => change(index, { name: next })}
            maxLength={60}
          />
          <TextField
            label="From total"
            name={`from_${index}`}
            inputMode="decimal"
            value={from}
            onChange={(next) => change(index, { from: next })}
            error={isPoints(from) ? undefined : 'Points such as 280 or 280.5'}
          />
          <Button variant="subtle" size="compact-sm" onClick={() => setLevels(levels.filter((_, at) => at !== index))}>
            Remove level {index + 1}
          </Button>
        </fieldset>
      ))}
      <Button variant="default" onClick={() => setLevels([...levels, { id: null, name: '', from: '0' }])}>
        Add a level
      </Button>
    </FormDialog>
  )
}
