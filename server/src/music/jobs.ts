import { addDays, dayIn } from '@callboard/domain/kernel/calendar.ts'
import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { dropOldUploads } from '../platform/files/queries.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { dropLooseStudentIds } from '../registrations/attendees/student-id.ts'
import { dropLoosePhotos } from '../registrations/best-dancers/queries.ts'
import { dropLooseDonations } from '../registrations/donation-queries.ts'
import { loadSettingsOf } from '../platform/settings-queries.ts'
import { insertPurges, listEndedMusic } from './queries.ts'
import { dropLooseFiles, dropMusic } from '../registrations/routines/music-queries.ts'
import { dropLooseConfirmations } from '../registrations/snapshot-queries.ts'
import { dropLooseMediaPasses } from '../tours/news-queries.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Nightly: deletes music of past cities and unreferenced files. */
    clean_up_files: Record<string, never>
  }
}

/** One for each folder of the store. */
const looseFiles = [
  dropLooseFiles,
  dropLoosePhotos,
  dropLooseStudentIds,
  dropLooseDonations,
  dropLooseMediaPasses,
  dropLooseConfirmations,
]

export const musicJobs: JobHandlers<'clean_up_files'> = {
  async clean_up_files({ db, clock }) {
    const now = clock.now()
    // The westernmost time zone: there a day ends last.
    const today = dayIn('Pacific/Pago_Pago', now)
    await inTransaction(db, async (tx) => {
      const endedMusic = await listEndedMusic(tx, today)
      const settings = await loadSettingsOf(tx, endedMusic)
      const due = endedMusic.filter(
        ({ end_date }, i) => addDays(end_date, settings[i]?.music_retention_days ?? 0) < today,
      )
      await dropMusic(
        tx,
        due.map(({ id }) => id),
        now,
      )
      const count = (id: number) => due.filter(({ tour_date_id }) => tour_date_id === id).length
      const cities = [...new Set(due.map(({ tour_date_id }) => tour_date_id))]
      await insertPurges(
        tx,
        cities.map((tour_date_id) => ({ tour_date_id, files: count(tour_date_id), at: now })),
      )
      // One day of grace for uploads in progress.
      const before = daysAfter(now, -1)
      for (const dropLoose of looseFiles) await dropLoose(tx, before)
      await dropOldUploads(tx, before)
    })
  },
}
