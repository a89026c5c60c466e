import { titleOfType } from '@callboard/domain/registrations/nominations/nomination.ts'
import type { NominationType } from '@callboard/domain/tours/city.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useLookup } from '../../api/use-lookup.ts'
import { ToggleField } from '../../ui/ToggleField.tsx'
import type { CityPart } from './flag-words.ts'
import own from './CityNominations.module.css'
import styles from '../../ui/Office.module.css'

type NominationRow = { id: number; name: string; nomination_id: number; half: NominationType['half'] }

/** The rows of a list as they are stored; their shape is the list's own. */
const namedRows = (rows: readonly Record<string, unknown>[]) => rows as unknown as readonly NominationRow[]

/** Selects the award types that studios of this city may nominate for. OFF-014. */
export function CityNominations({ city, onChange, readOnly }: CityPart) {
  const nominations = useLookup('GET /v1/office/static/{table}', { params: { table: 'nominations' } })
  const types = useLookup('GET /v1/office/static/{table}', {
    params: { table: 'nomination_types' },
    query: { event_id: city.event_id },
  })
  const selectedIds = new Set(city.nomination_types)
  const groups = namedRows(nominations?.rows ?? []).map(({ id, name }) => ({
    name,
    types: namedRows(types?.rows ?? []).filter(({ nomination_id }) => nomination_id === id),
  }))
  const groupsWithTypes = groups.filter((group) => group.types.length > 0)
  if (groupsWithTypes.length === 0) return null
  const set = (id: number, on: boolean) =>
    onChange({
      nomination_types: on ? [...city.nomination_types, id] : city.nomination_types.filter((one) => one !== id),
    })
  return (
    <Panel title="Nominations">
      {groupsWithTypes.map((group) => (
        <fieldset key={group.name} className={own['group']}>
          <legend>{group.name}</legend>
          <div className={styles['switches']}>
            {group.types.map(({ id, ...type }) => (
              <ToggleField
                key={id}
                // Under the name of its category.
                label={type.half === null ? type.name : titleOfType({ name: group.name, step: 'soty' }, type)}
                value={selectedIds.has(id)}
                disabled={readOnly}
                error={undefined}
                onChange={(on) => set(id, on)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </Panel>
  )
}
