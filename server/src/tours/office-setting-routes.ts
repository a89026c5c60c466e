import { changeSetting, readSettings } from '@callboard/contract/tours/office-settings.ts'
import { checkSetting, isSettingName } from '@callboard/domain/tours/check-setting.ts'
import type { SettingScope } from '@callboard/domain/tours/settings/definition.ts'
import { settingDefinitions, settingNames } from '@callboard/domain/tours/settings/registry.ts'
import { requireSecondFactor } from '../accounts/queries.ts'
import { findCity } from './city-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { findEvent, findSeason } from './event-office-queries.ts'
import { NotFound, orNotFound, orRefuse } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { lockSmallCities, recountLater } from '../capacity/queries.ts'
import { decidesPlaces } from '../capacity/small-city-queries.ts'
import { deleteSetting, loadSetAt, putSetting, type SettingPlace } from '../platform/settings-queries.ts'
import { audited } from '../platform/audit-queries.ts'

type Wider = { from: 'product' | 'season' | 'event'; place: SettingPlace }
type Level = { scope: SettingScope; place: SettingPlace; wider: readonly Wider[] }

/** The narrowest place named, and what it inherits from, widest first: the order in which rules resolve. OFF-047. */
async function levelOf(tx: Tx, { season_id, event_id, tour_date_id }: SettingPlace): Promise<Level> {
  const product: Wider = { from: 'product', place: {} }
  if (tour_date_id !== undefined) {
    const city = orNotFound(await findCity(tx, tour_date_id))
    const wider: Wider[] = [
      product,
      { from: 'season', place: { season_id: city.season_id } },
      { from: 'event', place: { event_id: city.event_id } },
    ]
    return { scope: 'tour_date', place: { tour_date_id }, wider }
  }
  if (event_id !== undefined) {
    orNotFound(await findEvent(tx, event_id))
    return { scope: 'event', place: { event_id }, wider: [product] }
  }
  if (season_id !== undefined) {
    orNotFound(await findSeason(tx, season_id))
    return { scope: 'season', place: { season_id }, wider: [product] }
  }
  return { scope: 'product', place: {}, wider: [] }
}

type Inherited = Record<string, { value: unknown; from: Wider['from'] | 'default' }>

async function settingsAt(tx: Tx, { scope, place, wider }: Level) {
  const inherited: Inherited = Object.fromEntries(
    settingNames.map((name) => [name, { value: settingDefinitions[name].value, from: 'default' as const }]),
  )
  for (const { from, place: wide } of wider) {
    for (const { name, value } of await loadSetAt(tx, wide)) {
      if (isSettingName(name)) inherited[name] = { value, from }
    }
  }
  const here = await loadSetAt(tx, place)
  const set = Object.fromEntries(here.filter(({ name }) => isSettingName(name)).map(({ name, value }) => [name, value]))
  return { scope, set, inherited }
}

export function officeSettingRoutes(app: App) {
  serve(app, readSettings, async (tx, { query }) => settingsAt(tx, await levelOf(tx, query)))

  serve(app, changeSetting, async (tx, { body: { name, value, ...settingPlace }, ...caller }) => {
    if (!isSettingName(name)) throw new NotFound()
    const level = await levelOf(tx, settingPlace)
    const smallBefore = decidesPlaces(name) ? await lockSmallCities(tx) : []
    const before = (await settingsAt(tx, level)).set[name] ?? null
    if (value === null) await deleteSetting(tx, name, level.place)
    else await putSetting(tx, name, level.place, orRefuse(checkSetting(name, level.scope, value)))
    await audited(tx, caller, {
      action: value === null ? 'use inherited setting' : 'change setting',
      entity: 'setting',
      entity_id: name,
      before: { ...level.place, value: before },
      after: { ...level.place, value },
    })
    await recountLater(tx, smallBefore)
    if (name === 'staff_second_factor' && value !== false) await requireSecondFactor(tx)
    return settingsAt(tx, level)
  })
}
