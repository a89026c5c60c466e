import { removeEvent, removeSeason, removeTourDate } from '@callboard/contract/tours/office-deletes.ts'
import { logoFolder } from '@callboard/domain/kernel/files.ts'
import { audited } from '../platform/audit-queries.ts'
import { deleteFilesLater } from '../platform/files/queries.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import type { Tx } from '../platform/db/connect.ts'
import { deleteSettingsAt } from '../platform/settings-queries.ts'
import { deleteCity, findCityHead } from './city-queries.ts'
import { deleteEvent, deleteSeason, findEvent } from './event-office-queries.ts'
import { listLogoKeys } from './logo-queries.ts'
import { countRegistrationsIn, findOfficeCity, lockCities } from './publishing-queries.ts'
import { deleteUndoneCopies, lockSeason } from './season-copy-queries.ts'

/** Deletes the waivers of an event or a season. Waivers come after tours, so composition passes it in. */
type DeleteWaivers = (tx: Tx, scope: { event_id: number } | { season_id: number }) => Promise<void>

/** The tables that may still refer to a city, an event or a season, in the office's words. */
const contents: Readonly<Record<string, string>> = {
  tour_dates: 'cities',
  registrations: 'registrations',
  season_copies: 'a copy that was not undone',
  promo_codes: 'promo codes',
  promo_uses: 'promo codes in use',
  scholarships: 'scholarships',
  attendance_records: 'records of attendance',
  media_passes: 'media passes',
  waiver_types: 'waivers',
  waiver_texts: 'waivers',
  waiver_requests: 'waivers',
  waivers: 'signed waivers',
  group_mails: 'group emails',
  music_purges: 'purged music',
  running_orders: 'a running order',
  panels: 'judging panels',
  score_scales: 'score scales',
  survey_versions: 'surveys',
  survey_labels: 'surveys',
  workshop_classes: 'workshop classes',
  competition_awards: 'award levels',
  award_definitions: 'awards',
  award_picks: 'awards',
  result_proposals: 'results',
  result_versions: 'results',
  critique_items: 'vocabulary of critiques',
  media_objects: 'recordings',
  attendees: 'registrations',
  registration_routines: 'registrations',
}

/** Refuses in words where another row still refers to one that is deleted; the transaction ends with it. */
async function refuseInUse(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, table } = error as { code?: string; table?: string }
    if (code !== '23503' || table === undefined) throw error
    throw new Refused({ code: 'office.delete_in_use', used_by: contents[table] ?? table.replaceAll('_', ' ') })
  }
}

/** Deletes drafts and seasons that nothing depends on yet. */
export function officeDeleteRoutes(app: App, deleteWaivers: DeleteWaivers) {
  serve(app, removeTourDate, async (tx, { params: { id }, ...caller }) => {
    await lockCities(tx, [id])
    const { published } = orNotFound(await findOfficeCity(tx, id, caller.now))
    if (published) throw new Refused({ code: 'office.delete_published' })
    const registrations = await countRegistrationsIn(tx, [id])
    if (registrations > 0) {
      const used_by = registrations === 1 ? 'one registration' : `${registrations} registrations`
      throw new Refused({ code: 'office.delete_in_use', used_by })
    }
    const head = orNotFound(await findCityHead(tx, id))
    const before = { name: `${head.event} ${head.city}`, start_date: head.start_date }
    await refuseInUse(() => deleteCity(tx, id))
    await audited(tx, caller, { action: 'delete city', entity: 'tour_date', entity_id: id, before, after: null })
    return {}
  })

  serve(app, removeEvent, async (tx, { params: { id }, ...caller }) => {
    const { name, published } = orNotFound(await findEvent(tx, id))
    if (published) throw new Refused({ code: 'office.delete_published' })
    await refuseInUse(async () => {
      await deleteSettingsAt(tx, { event_id: id })
      await deleteWaivers(tx, { event_id: id })
      await deleteEvent(tx, id)
    })
    await deleteFilesLater(tx, await listLogoKeys(tx, logoFolder(id)))
    await audited(tx, caller, { action: 'delete event', entity: 'event', entity_id: id, before: { name }, after: null })
    return {}
  })

  serve(app, removeSeason, async (tx, { params: { id }, ...caller }) => {
    const { start_year, end_year, current } = orNotFound(await lockSeason(tx, id))
    if (current) throw new Refused({ code: 'office.delete_current' })
    await refuseInUse(async () => {
      await deleteSettingsAt(tx, { season_id: id })
      await deleteWaivers(tx, { season_id: id })
      await deleteUndoneCopies(tx, id)
      await deleteSeason(tx, id)
    })
    const before = { name: `${start_year}–${end_year}` }
    await audited(tx, caller, { action: 'delete season', entity: 'season', entity_id: id, before, after: null })
    return {}
  })
}
