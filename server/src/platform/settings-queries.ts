import { defaultSettings, settingNames, type ProductSettings } from '@callboard/domain/tours/settings/registry.ts'
import { sql } from 'kysely'
import type { Tx } from './db/connect.ts'

type SettingsScope = { tour_date_id: number; event_id: number; season_id: number }

// No event, season or city has id 0, so only product-wide settings apply.
export const wholeProduct: SettingsScope = { tour_date_id: 0, event_id: 0, season_id: 0 }

/** Every configured value as it holds for a city: tour date, else event, else season, else product, else default. */
export async function loadSettings(tx: Tx, scope: SettingsScope): Promise<ProductSettings> {
  return settle(await loadRows(tx, [scope]), scope)
}

/** Loads the settings of many cities in one query, in input order. */
export async function loadSettingsOf(tx: Tx, scopes: readonly SettingsScope[]): Promise<ProductSettings[]> {
  const rows = await loadRows(tx, scopes)
  return scopes.map((scope) => settle(rows, scope))
}

const distinct = (ids: readonly number[]) => [...new Set(ids)]

const loadRows = (tx: Tx, scopes: readonly SettingsScope[]) =>
  tx
    .selectFrom('settings')
    .select(['name', 'value', 'tour_date_id', 'event_id', 'season_id'])
    .where((on) =>
      on.or([
        on('tour_date_id', '=', (any) => any.fn.any(any.val(distinct(scopes.map((scope) => scope.tour_date_id))))),
        on('event_id', '=', (any) => any.fn.any(any.val(distinct(scopes.map((scope) => scope.event_id))))),
        on('season_id', '=', (any) => any.fn.any(any.val(distinct(scopes.map((scope) => scope.season_id))))),
        on.and([on('tour_date_id', 'is', null), on('event_id', 'is', null), on('season_id', 'is', null)]),
      ]),
    )
    .execute()

type Row = Awaited<ReturnType<typeof loadRows>>[number]

function settle(rows: readonly Row[], scope: SettingsScope): ProductSettings {
  const holds = (row: Row) =>
    (row.tour_date_id ?? scope.tour_date_id) === scope.tour_date_id &&
    (row.event_id ?? scope.event_id) === scope.event_id &&
    (row.season_id ?? scope.season_id) === scope.season_id
  const rank = (row: Row) => (row.tour_date_id ? 3 : row.event_id ? 2 : row.season_id ? 1 : 0)
  const validRows = rows.filter((row) => settingNames.includes(row.name as keyof ProductSettings) && holds(row))
  // Narrower scopes come later and win.
  const set = validRows.sort((a, b) => rank(a) - rank(b)).map(({ name, value }) => [name, value])
  return { ...defaultSettings, ...Object.fromEntries(set) }
}

export type SettingPlace = {
  season_id?: number | undefined
  event_id?: number | undefined
  tour_date_id?: number | undefined
}

const scopeColumns = ['tour_date_id', 'event_id', 'season_id'] as const

/** Loads the settings of exactly one scope; an empty scope means the whole product. OFF-047. */
export const loadSetAt = (tx: Tx, place: SettingPlace) => {
  let query = tx.selectFrom('settings').select(['name', 'value'])
  for (const column of scopeColumns) {
    const id = place[column]
    query = id === undefined ? query.where(column, 'is', null) : query.where(column, '=', id)
  }
  return query.execute()
}

const deleteSettings = (tx: Tx, names: readonly string[], place: SettingPlace) => {
  let query = tx.deleteFrom('settings').where('name', '=', sql<string>`any(${[...names]}::text[])`)
  for (const column of scopeColumns) {
    const id = place[column]
    query = id === undefined ? query.where(column, 'is', null) : query.where(column, '=', id)
  }
  return query.execute()
}

export const deleteSetting = (tx: Tx, name: string, place: SettingPlace) => deleteSettings(tx, [name], place)

/** Deletes every setting of an event or a season, those that its scope shares with another one too. */
export const deleteSettingsAt = (tx: Tx, scope: { event_id: number } | { season_id: number }) => {
  const settings = tx.deleteFrom('settings')
  return 'event_id' in scope
    ? settings.where('event_id', '=', scope.event_id).execute()
    : settings.where('season_id', '=', scope.season_id).execute()
}

type Setting = { name: string; value: unknown }

/** Replaces the values of settings at one scope. */
async function putSettings(tx: Tx, place: SettingPlace, settings: readonly Setting[]): Promise<void> {
  if (settings.length === 0) return
  await deleteSettings(
    tx,
    settings.map(({ name }) => name),
    place,
  )
  const { tour_date_id = null, event_id = null, season_id = null } = place
  await tx
    .insertInto('settings')
    .values(
      settings.map(({ name, value }) => ({ name, tour_date_id, event_id, season_id, value: JSON.stringify(value) })),
    )
    .execute()
}

/** Replaces the value of a setting at one scope. */
export const putSetting = (tx: Tx, name: string, place: SettingPlace, value: unknown) =>
  putSettings(tx, place, [{ name, value }])

/**
 * Sets at one scope what is set at another of the same kind, as of a city that is copied; `changeValues` returns the values
 * that are to differ.
 */
export async function copySettings(
  tx: Tx,
  from: SettingPlace,
  to: SettingPlace,
  changeValues: (settings: readonly Setting[]) => ReadonlyMap<string, unknown> = () => new Map(),
): Promise<void> {
  const settings = await loadSetAt(tx, from)
  const changes = changeValues(settings)
  await putSettings(
    tx,
    to,
    settings.map(({ name, value }) => ({ name, value: changes.get(name) ?? value })),
  )
}
