import { awardKindLabels, awardKinds, isPickedKind, type AwardKind } from '@callboard/domain/results/award.ts'
import { scopeFields } from '@callboard/domain/results/placement.ts'
import { usualPlaces } from '@callboard/domain/results/ranking.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SelectField, TextField, ToggleField } from '../../ui/fields.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { AwardBody, Awards, OfficeAward, OfficeAwards } from './use-awards.ts'

const kinds = awardKinds.map((value) => ({ value, label: awardKindLabels[value] }))
const groups: Readonly<Record<(typeof scopeFields)[number], string>> = {
  age_division_id: 'Each age division competes apart',
  category_id: 'Each category competes apart',
  performance_division_id: 'Each performance division competes apart',
}
const placeRules = [
  { value: 'usual', label: '10, 5, 3 or 1 by the number of entries' },
  { value: 'half', label: 'Half of the entries' },
  { value: 'one', label: 'One place' },
] as const
type PlaceRuleName = (typeof placeRules)[number]['value']

const ruleNameOf = (places: AwardBody['places']): PlaceRuleName =>
  places === 'half' ? 'half' : places.length === 1 ? 'one' : 'usual'
const ruleOf = (name: PlaceRuleName): AwardBody['places'] =>
  name === 'half' ? 'half' : name === 'one' ? [{ from: 1, places: 1 }] : usualPlaces === 'half' ? [] : [...usualPlaces]

const wholeNumber = (text: string, most: number) =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? undefined : `A whole number up to ${most}`

type AwardDialogProps = { awards: Awards; data: OfficeAwards; award: OfficeAward | null; onClose: () => void }

/** A new award of a city, or a change of one. */
export function AwardDialog({ awards, data, award, onClose }: AwardDialogProps) {
  const { tour_date_id, blocks } = data
  const formDraft = useDraft('results/award', tour_date_id, award?.id ?? 'new')
  const [name, setName] = useDraftState(formDraft, 'name', award?.name ?? '')
  const [kind, setKind] = useDraftState<AwardKind>(formDraft, 'kind', award?.kind ?? 'placement')
  const [groupBy, setGroupBy] = useDraftState<AwardBody['scope']['group_by']>(
    formDraft,
    'group_by',
    award?.scope.group_by ?? ['age_division_id', 'category_id'],
  )
  const [places, setPlaces] = useDraftState<PlaceRuleName>(
    formDraft,
    'places',
    award ? ruleNameOf(award.places) : 'usual',
  )
  const [onePerDancer, setOnePerDancer] = useDraftState(formDraft, 'one_per_dancer', award?.one_per_dancer ?? true)
  const [best, setBest] = useDraftState(formDraft, 'best', String(award?.best ?? 5))
  const [least, setLeast] = useDraftState(formDraft, 'least', String(award?.least_entries ?? 5))
  const [block, setBlock] = useDraftState<number | null>(formDraft, 'block', award?.block_id ?? null)
  const [everyCity, setEveryCity] = useDraftState(formDraft, 'every_city', award?.tour_date_id === null)
  const [active, setActive] = useDraftState(formDraft, 'active', award?.active ?? true)
  const isPlacement = kind === 'placement' || kind === 'high_score'

  async function save() {
    const fields = {
      ...{ name: name.trim(), kind, one_per_dancer: onePerDancer, block_id: block, active },
      scope: { ...award?.scope, group_by: isPickedKind(kind) ? [] : groupBy },
      places: award && ruleNameOf(award.places) === places ? award.places : ruleOf(places),
      tie_break: (award?.tie_break ?? []) as AwardBody['tie_break'],
      ...{ minimum_points: award?.minimum_points ?? 0, position: award?.position ?? data.awards.length + 1 },
      ...{ best: Number(best), least_entries: Number(least) },
    }
    const isDone = await awards.save(() =>
      award
        ? call('PUT /v1/office/awards/{id}', {
            params: { id: award.id },
            body: { tour_date_id, version: award.version, ...fields },
          })
        : call('POST /v1/office/awards', { body: { tour_date_id, every_city: everyCity, ...fields } }),
    )
    if (!isDone) return
    formDraft.clear()
    onClose()
  }

  return (
    <FormDialog
      title={award ? 'Change award' : 'Add an award'}
      draft={formDraft}
      error={awards.failure}
      pending={awards.pending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        maxLength={120}
        error={name.trim() ? undefined : 'Required'}
      />
      <SelectField
        label="Kind"
        name="kind"
        value={kind}
        options={kinds}
        onChange={(next) => next && setKind(next)}
        error={undefined}
      />
      {isPlacement && (
        <>
          {scopeFields.map((field) => (
            <ToggleField
              key={field}
              label={groups[field]}
              name={field}
              value={groupBy.includes(field)}
              onChange={(on) => setGroupBy(scopeFields.filter((one) => (one === field ? on : groupBy.includes(one))))}
              error={undefined}
            />
          ))}
          <SelectField
            label="Places awarded"
            name="places"
            value={places}
            options={placeRules}
            onChange={(next) => next && setPlaces(next)}
            error={undefined}
          />
          <ToggleField
            label="Only the best solo of each dancer"
            name="one_per_dancer"
            value={onePerDancer}
            onChange={setOnePerDancer}
            error={undefined}
          />
        </>
      )}
      {kind === 'studio' && (
        <>
          <TextField
            label="Totals that count"
            name="best"
            inputMode="numeric"
            value={best}
            onChange={setBest}
            help="The mean of a studio’s best totals is compared."
            error={wholeNumber(best, 100)}
          />
          <TextField
            label="Entries needed"
            name="least_entries"
            inputMode="numeric"
            value={least}
            onChange={setLeast}
            error={wholeNumber(least, 100)}
          />
        </>
      )}
      <SelectField
        label="Announced in"
        name="block_id"
        value={block}
        options={blocks.map(({ id, name: label }) => ({ value: id, label }))}
        onChange={setBlock}
        any="No block"
        error={undefined}
      />
      {!award && (
        <ToggleField
          label="In every city of this event’s season"
          name="every_city"
          value={everyCity}
          onChange={setEveryCity}
          error={undefined}
        />
      )}
      {award && <ToggleField label="Is given" name="active" value={active} onChange={setActive} error={undefined} />}
    </FormDialog>
  )
}
