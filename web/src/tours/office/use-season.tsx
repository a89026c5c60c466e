import { useRead } from '../../api/use-call.ts'
import { SelectField } from '../../ui/fields.tsx'

/** The chosen season, null for the current one, and what chooses another: as `useState` gives them. */
type SeasonChoice = readonly [season_id: number | null, select: (season_id: number | null) => void]

/** The season a list is of, the current one until another is chosen, and the field to choose it. */
export function useSeason([selectedSeasonId, onSelect]: SeasonChoice) {
  const read = useRead('GET /v1/office/seasons', {})
  const seasons = read.data?.rows ?? []
  const season_id = selectedSeasonId ?? seasons.find(({ current }) => current)?.id
  const field = (
    <SelectField
      label="Season"
      value={season_id ?? null}
      options={seasons.map(({ id, start_year, end_year }) => ({ value: id, label: `${start_year}–${end_year}` }))}
      error={undefined}
      onChange={onSelect}
    />
  )
  return { season_id, read, field }
}
