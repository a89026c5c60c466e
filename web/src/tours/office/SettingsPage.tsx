import { settingDefinitions, settingNames, type SettingName } from '@callboard/domain/tours/settings/registry.ts'
import { useState } from 'react'
import { useSession } from '../../shell/session.ts'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Sections } from '../../ui/Sections.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { SettingRow, type SettingScope } from './SettingRow.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'

const scopes = [
  { value: 'product', label: 'Everywhere' },
  { value: 'season', label: 'One season' },
  { value: 'event', label: 'One event' },
  { value: 'tour_date', label: 'One city' },
] as const
type Scope = (typeof scopes)[number]['value']

const groups = [...new Set(settingNames.map((name) => settingDefinitions[name].group))]

/** Every configured value, made from the registry: where it is set, and what holds where it is not. OFF-047. */
export function SettingsPage() {
  const [scope, setScope] = useState<Scope>('product')
  const [selectedId, setSelectedId] = useState<number | null>(null)
  const [searchText, setSearchText] = useState('')
  const events = useLookup('GET /v1/office/events', {}, { enabled: scope === 'event' })
  const seasons = useLookup('GET /v1/office/seasons', {}, { enabled: scope === 'season' })
  const cities = useLookup('GET /v1/office/tour-dates', {}, { enabled: scope === 'tour_date' })
  const options: Record<Scope, readonly { value: number; label: string }[]> = {
    product: [],
    season: (seasons?.rows ?? []).map(({ id, start_year, end_year }) => ({
      value: id,
      label: `${start_year}–${end_year}`,
    })),
    event: (events?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
    tour_date: (cities?.rows ?? []).map(({ id, city, event, start_date }) => ({
      value: id,
      label: `${city} (${event} ${start_date.slice(0, 4)})`,
    })),
  }
  const place = placeOf(scope, selectedId)
  return (
    <div className={styles['stack']}>
      <PageHeader title="Settings">
        The most specific setting wins: city, then event, then season, then everywhere.
      </PageHeader>
      <div className={styles['filters']}>
        <SelectField
          label="Settings for"
          value={scope}
          options={scopes}
          error={undefined}
          onChange={(next) => {
            setScope(next ?? 'product')
            setSelectedId(null)
          }}
        />
        {scope !== 'product' && (
          <SelectField
            label={scopes.find(({ value }) => value === scope)?.label ?? ''}
            value={selectedId}
            options={options[scope]}
            error={undefined}
            onChange={setSelectedId}
          />
        )}
        <TextField
          label="Find a setting"
          type="search"
          value={searchText}
          onChange={setSearchText}
          error={undefined}
          placeholder="deposit, age, fee…"
        />
      </div>
      {place ? (
        <Settings place={place} searchText={searchText.trim().toLowerCase()} />
      ) : (
        <Panel>
          <Empty title="Choose which one">Its own values appear here, beside those it inherits.</Empty>
        </Panel>
      )}
    </div>
  )
}

function placeOf(scope: Scope, selectedId: number | null): SettingScope | null {
  if (scope === 'product') return {}
  if (selectedId === null) return null
  if (scope === 'season') return { season_id: selectedId }
  return scope === 'event' ? { event_id: selectedId } : { tour_date_id: selectedId }
}

const isMatch = (name: SettingName, searchText: string) => {
  const { label, help } = settingDefinitions[name]
  return `${label} ${help}`.toLowerCase().includes(searchText)
}

function Settings({ place, searchText }: { place: SettingScope; searchText: string }) {
  const user = useSession()
  const { data, error, refetch } = useRead('GET /v1/office/settings', { query: place })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton fields={8} />
  const visibleNames = settingNames.filter((name) => isHere(name, data) && isMatch(name, searchText))
  return (
    <>
      {user?.role === 'office' && (
        <p className={styles['notice']} style={{ margin: 0 }}>
          Only administrators can change settings. You can read them.
        </p>
      )}
      {visibleNames.length === 0 && (
        <Panel>
          <Empty title="No setting matches">Try fewer letters, or another place above.</Empty>
        </Panel>
      )}
      <Sections label="Sections of the settings">
        {groups.map((group) => {
          const names = visibleNames.filter((name) => settingDefinitions[name].group === group)
          if (names.length === 0) return null
          return (
            <Panel key={group} title={group} flush>
              {names.map((name) => (
                <SettingRow
                  key={`${JSON.stringify(place)}/${name}/${JSON.stringify(data.set[name])}`}
                  name={name}
                  place={place}
                  settings={data}
                  readOnly={user?.role !== 'admin'}
                />
              ))}
            </Panel>
          )
        })}
      </Sections>
    </>
  )
}

const isHere = (name: SettingName, { scope }: Reply<'GET /v1/office/settings'>) =>
  (settingDefinitions[name].scope as readonly string[]).includes(scope)
