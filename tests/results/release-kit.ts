import { instant } from '@callboard/domain/kernel/instant.ts'
import { addJob } from '@callboard/server/platform/queue/queue.ts'
import { openStage } from '../kit.ts'
import { addAward, danceAll, enterSolos, giveMark, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

/** A stage with two people of the office and two studios; each test begins its own city. */
export async function openReleases() {
  const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
  const { db, call, clock } = stage
  const season = await openSeason(stage)
  const [first, second] = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')]
  const studios = [await season.studio({ dancers: 4 }), await season.studio({ dancers: 4 })] as const
  let tour_date_id = 0

  /** A judged city that is the one of the calls below: three solos of the first studio and one of the second. */
  async function beginCity() {
    clock.time = instant('2024-11-10T16:00:00Z')
    await db.deleteFrom('mails').where('template', '=', 'results').execute()
    tour_date_id = await season.city()
    const own = await enterSolos(stage, studios[0], tour_date_id, ['Ash', 'Birch', 'Cedar'])
    const other = await enterSolos(stage, studios[1], tour_date_id, ['Dune'])
    const block_id = await danceAll(stage, first, tour_date_id)
    const { seats } = await seatPanel(stage, tour_date_id, block_id, 4)
    for (const [index, entry] of [...own.routines, ...other.routines].entries()) {
      for (const seat of seats) await giveMark(stage, entry, seat, 9_500 - 100 * index)
    }
    return { tour_date_id, own, other, seats, award_id: await addAward(stage, first, tour_date_id, {}) }
  }

  return {
    ...{ stage, season, first, second, two: [first, second] as const, studios, beginCity },
    act: (user: number, part: string, name: string, body: object = {}) =>
      call(user, 'POST', `/v1/office/results/${part}/${name}`, { tour_date_id, ...body }),
    /** The mails of releases since the last reading. */
    takeMails: async () => {
      const rows = await db
        .selectFrom('mails')
        .where('template', '=', 'results')
        .select(['registration_id', 'subject', 'text'])
        .execute()
      await db.deleteFrom('mails').where('template', '=', 'results').execute()
      return rows
    },
    runRelease: async () => {
      await db.transaction().execute((tx) => addJob(tx, 'release_results', {}))
      await stage.runJobs()
    },
    cityFlags: () =>
      db
        .selectFrom('tour_dates')
        .where('id', '=', tour_date_id)
        .select(['results', 'critiques', 'data', 'coda'])
        .executeTakeFirstOrThrow(),
  }
}
