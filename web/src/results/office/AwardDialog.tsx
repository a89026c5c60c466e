import { awardKindLabels, awardKinds, type AwardKind } from '@callboard/domain/results/award.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NameField, SelectField, TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { PlacementFields, placementDraftOf, placementOf, type PlacementDraft } from './PlacementFields.tsx'
import { awardForm, type Awards, type OfficeAward, type OfficeAwards } from './use-awards.ts'

const kinds = awardKinds.map((value) => ({ value, label: awardKindLabels[value] }))
const wholeNumber = (text: string, most: number) =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? undefined : `A whole number up to ${most}`

type AwardDialogProps = { awards: Awards; data: OfficeAwards; award: OfficeAward | null; onClose: () => void }

/** A new award of a city, or a change of one. */
export function AwardDialog({ awards, data, award, onClose }: AwardDialogProps) {
  const { tour_date_id, blocks } = data
  const formDraft = useDraft('results/award', tour_date_id, award?.id ?? 'new')
  const [name, setName] = useDraftState(formDraft, 'name', award?.name ?? '')
  const [kind, setKind] = useDraftState<AwardKind>(formDraft, 'kind', award?.kind ?? 'placement')
  const [placement, setPlacement] = useDraftState<PlacementDraft>(formDraft, 'placement', placementDraftOf(award))
  const [best, setBest] = useDraftState(formDraft, 'best', String(award?.best ?? 5))
  const [least, setLeast] = useDraftState(formDraft, 'least', String(award?.least_entries ?? 5))
  const [block, setBlock] = useDraftState<number | null>(formDraft, 'block', award?.block_id ?? null)
  const [everyCity, setEveryCity] = useDraftState(formDraft, 'every_city', award?.tour_date_id === null)
  const [active, setActive] = useDraftState(formDraft, 'active', award?.active ?? true)
  const isPlacement = kind === 'placement' || kind === 'high_score'

  const { save, form } = awardForm(awards, formDraft, onClose)
  function submit() {
    const fields = {
      ...placementOf(placement, award),
      ...{ name: name.trim(), kind, block_id: block, active, position: award?.position ?? data.awards.length + 1 },
      ...{ best: Number(best), least_entries: Number(least) },
      ...(!isPlacement && { scope: { group_by: [] } }),
    }
    void save(() =>
      award
        ? call('PUT /v1/office/awards/{id}', {
            params: { id: award.id },
            body: { tour_date_id, version: award.version, ...fields },
          })
        : call('POST /v1/office/awards', { body: { tour_date_id, every_city: everyCity, ...fields } }),
    )
  }

  return (
    <FormDialog title={award ? 'Change award' : 'Add an award'} {...form} onSubmit={submit}>
      <NameField value={name} onChange={setName} maxLength={120} />
      <SelectField
        label="Kind"
        name="kind"
        value={kind}
        options={kinds}
        onChange={(next) => next && setKind(next)}
        error={undefined}
      />
      {isPlacement && <PlacementFields data={data} draft={placement} onChange={setPlacement} />}
      {kind === 'studio' && (
        <>
          <TextField
            label="Totals that count"
            name="best"
            inputMode="numeric"
            value={best}
            onChange={setBest}
            help="The average of a studio’s best totals is compared."
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
