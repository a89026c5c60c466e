import { scopeFields } from '@callboard/domain/results/placement.ts'
import { usualPlaces } from '@callboard/domain/results/ranking.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { PickList } from '../../ui/PickList.tsx'
import type { AwardBody, OfficeAward, OfficeAwards } from './use-awards.ts'

const groups: Readonly<Record<(typeof scopeFields)[number], string>> = {
  age_division_id: 'Age divisions compete separately',
  category_id: 'Categories compete separately',
  performance_division_id: 'Performance divisions compete separately',
}
const placeRules = [
  { value: 'usual', label: '10, 5, 3 or 1 by the number of entries' },
  { value: 'half', label: 'Half of the entries' },
  { value: 'one', label: 'One place' },
] as const
type PlaceRuleName = (typeof placeRules)[number]['value']
type TieBreak = AwardBody['tie_break'][number]

const tieBreaks: readonly { value: TieBreak; label: string }[] = [
  { value: 'sum_of_all_marks', label: 'The sum of all marks, dropped ones too' },
  { value: 'single_highest_mark', label: 'The highest single mark' },
  { value: 'head_judge', label: 'The mark of judge 1' },
]
const tieBreaksAtMost = 6

const ruleNameOf = (places: AwardBody['places']): PlaceRuleName =>
  places === 'half' ? 'half' : places.length === 1 ? 'one' : 'usual'
const ruleOf = (name: PlaceRuleName): AwardBody['places'] =>
  name === 'half' ? 'half' : name === 'one' ? [{ from: 1, places: 1 }] : usualPlaces === 'half' ? [] : [...usualPlaces]

type Scope = Pick<AwardBody['scope'], 'group_by'> & {
  age_divisions: readonly number[]
  categories: readonly number[]
  performance_divisions: readonly number[]
  showcase: boolean
}

/** The groups, filters and tie-breaks of a placement, as they are typed. */
export type PlacementDraft = {
  scope: Scope
  places: PlaceRuleName
  one_per_dancer: boolean
  tie_break: AwardBody['tie_break']
  /** Points, as they are typed. */
  minimum: string
}

export const placementDraftOf = (award: OfficeAward | null): PlacementDraft => ({
  scope: {
    ...{ age_divisions: [], categories: [], performance_divisions: [], showcase: false },
    ...(award?.scope ?? { group_by: ['age_division_id', 'category_id'] }),
  },
  places: award ? ruleNameOf(award.places) : 'usual',
  one_per_dancer: award?.one_per_dancer ?? true,
  // The cast: the wire's texts are links of a chain, which the server checked.
  tie_break: (award?.tie_break ?? []) as AwardBody['tie_break'],
  minimum: String((award?.minimum_points ?? 0) / 100),
})

const isPoints = (text: string) => /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim())

/** The fields of the award. A rule of places that this form does not know stays while its name is not changed. */
export const placementOf = ({ minimum, places, ...draft }: PlacementDraft, award: OfficeAward | null) => ({
  ...draft,
  places: award && ruleNameOf(award.places) === places ? award.places : ruleOf(places),
  minimum_points: isPoints(minimum) ? Math.round(Number(minimum.trim().replace(',', '.')) * 100) : 0,
})

const optionsOf = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

type PlacementFieldsProps = {
  data: OfficeAwards
  draft: PlacementDraft
  onChange: (draft: PlacementDraft) => void
}

/** Groups, filters, places and ties of a placement. */
export function PlacementFields({ data, draft, onChange }: PlacementFieldsProps) {
  const { scope, places, one_per_dancer, tie_break, minimum } = draft
  const set = (change: Partial<PlacementDraft>) => onChange({ ...draft, ...change })
  const setScope = (change: Partial<PlacementDraft['scope']>) => set({ scope: { ...scope, ...change } })
  return (
    <>
      {scopeFields.map((field) => (
        <ToggleField
          key={field}
          label={groups[field]}
          name={field}
          value={scope.group_by.includes(field)}
          onChange={(on) =>
            setScope({ group_by: scopeFields.filter((one) => (one === field ? on : scope.group_by.includes(one))) })
          }
          error={undefined}
        />
      ))}
      <PickList
        label="Age divisions"
        help="Choose none for all of them."
        options={optionsOf(data.age_divisions)}
        value={scope.age_divisions}
        onChange={(ids) => setScope({ age_divisions: [...ids] })}
      />
      <PickList
        label="Categories"
        help="Choose none for all of them."
        options={optionsOf(data.categories)}
        value={scope.categories}
        onChange={(ids) => setScope({ categories: [...ids] })}
      />
      <PickList
        label="Performance divisions"
        help="Choose none for all of them."
        options={optionsOf(data.performance_divisions)}
        value={scope.performance_divisions}
        onChange={(ids) => setScope({ performance_divisions: [...ids] })}
      />
      <ToggleField
        label="Showcase routines compete too"
        name="showcase"
        value={scope.showcase}
        onChange={(showcase) => setScope({ showcase })}
        error={undefined}
      />
      <TextField
        label="Minimum total"
        name="minimum_points"
        inputMode="decimal"
        value={minimum}
        onChange={(next) => set({ minimum: next })}
        help="Entries below it are not placed. 0: all are."
        error={isPoints(minimum) ? undefined : 'Points such as 280 or 280.5'}
      />
      <SelectField
        label="Places awarded"
        name="places"
        value={places}
        options={placeRules}
        onChange={(next) => next && set({ places: next })}
        error={undefined}
      />
      <ToggleField
        label="Only the best solo of each dancer"
        name="one_per_dancer"
        value={one_per_dancer}
        onChange={(on) => set({ one_per_dancer: on })}
        error={undefined}
      />
      <TieBreakFields chain={tie_break} onChange={(chain) => set({ tie_break: chain })} />
    </>
  )
}

type TieBreakFieldsProps = { chain: readonly TieBreak[]; onChange: (chain: TieBreak[]) => void }

/** The tie-breaks of equal totals, in their order. A link that is taken out takes the ones after it along. */
function TieBreakFields({ chain, onChange }: TieBreakFieldsProps) {
  const data = useLookup('GET /v1/office/scales', {})
  const criteria = (data?.scales ?? []).flatMap((scale) => scale.criteria.map(({ name }) => name))
  const links: readonly { value: TieBreak; label: string }[] = [
    ...tieBreaks,
    ...[...new Set(criteria)].map((name) => ({ value: `criterion:${name}` as const, label: `The points for ${name}` })),
  ]
  // Scales are still read, or one changed its parts.
  const missing = chain
    .filter((link) => links.every(({ value }) => value !== link))
    .map((value) => ({ value, label: value.replace(/^.*:/, '') }))
  const isOpen = chain.length < tieBreaksAtMost && chain.length < links.length
  return (
    <>
      {[...chain, ...(isOpen ? [null] : [])].map((link, index) => {
        const earlier = chain.slice(0, index)
        return (
          <SelectField
            // A link has no identity but its place in the chain.
            key={index}
            label={index === 0 ? 'Tiebreaker' : `Then by (${index + 1})`}
            name={`tie_break_${index}`}
            value={link}
            any={index === 0 ? 'Nothing: they share the place' : 'Nothing more'}
            options={[...links, ...missing].filter(({ value }) => !earlier.includes(value))}
            onChange={(next) => onChange(next === null ? [...earlier] : [...earlier, next])}
            error={undefined}
          />
        )
      })}
    </>
  )
}
