import { addMonths, dayIn } from '@callboard/domain/kernel/calendar.ts'
import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { loadSettingsOf } from '../platform/settings-queries.ts'
import { deleteEndedMixes, deleteUnfinished, dropLooseMixes, expireMedia, listMediaCities } from './media-queries.ts'
import { convertWaitingMedia, processMedia } from './process-media.ts'
import { mediaTools } from './run-tool.ts'
import { openSpool } from './upload-spool.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Stores an upload that is whole, and makes it playable. */
    process_media: { media_id: string }
    /** Nightly and at each start: has media converted that came while ffmpeg was missing. */
    convert_waiting_media: Record<string, never>
    /** Nightly: ends media whose time is over. */
    expire_media: Record<string, never>
  }
}

/**
 * Deletes uploads that were not whole within a day, mixed videos after 30 days, and the files of media whose months
 * after the season are over. docs/rules/critiques.md.
 */
export async function expireOldMedia(dependencies: Dependencies): Promise<void> {
  const { db, clock } = dependencies
  const now = clock.now()
  // The westernmost time zone: there a day ends last.
  const today = dayIn('Pacific/Pago_Pago', now)
  const unfinished = await inTransaction(db, async (tx) => {
    await deleteEndedMixes(tx, now)
    await dropLooseMixes(tx, daysAfter(now, -1))
    const cities = await listMediaCities(tx)
    const settings = await loadSettingsOf(tx, cities)
    const endedCities = cities.filter(
      ({ season_end }, i) => addMonths(season_end, settings[i]?.critique_months ?? 0) < today,
    )
    await expireMedia(
      tx,
      endedCities.map(({ tour_date_id }) => tour_date_id),
      now,
    )
    return deleteUnfinished(tx, daysAfter(now, -1))
  })
  const spool = openSpool(mediaTools(dependencies).folder)
  for (const id of unfinished) await spool.remove(id)
}

export const mediaJobs: JobHandlers<'process_media' | 'convert_waiting_media' | 'expire_media'> = {
  process_media: (dependencies, { media_id }) => processMedia(dependencies, media_id),
  convert_waiting_media: convertWaitingMedia,
  expire_media: expireOldMedia,
}
