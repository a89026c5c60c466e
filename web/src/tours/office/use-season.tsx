import { useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { SelectField } from '../../ui/fields.tsx'

/** The season a list is of, the current one until another is chosen, and the field to choose it. */
export function useSeason() {
  const { data } = useRead('GET /v1/office/seasons', {})
  const [selectedSeasonId, setSelectedSeasonId] = useState<number | null>(null)
  const seasons = data?.rows ?? []
  const season_id = selectedSeasonId ?? seasons.find(({ current }) => current)?.id
  const field = (
    <SelectField
      label="Season"
      value={season_id ?? null}
      options={seasons.map(({ id, start_year, end_year }) => ({ value: id, label: `${start_year}–${end_year}` }))}
      error={undefined}
      onChange={setSelectedSeasonId}
    />
  )
  return { season_id, known: data !== undefined, field }
}
