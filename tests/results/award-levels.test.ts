import { insertEvents, insertSeasons, lastSeason } from '@callboard/server/dev/build-season.ts'
import { describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { answer, danceAll, enterSolos, giveMark, release, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const two = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')] as const
const studio = await season.studio({ dancers: 1 })
const tour_date_id = await season.city()
const { registration_id, routines } = await enterSolos(stage, studio, tour_date_id, ['Ash'])
const block_id = await danceAll(stage, two[0], tour_date_id)
const { seats } = await seatPanel(stage, tour_date_id, block_id, 3)
for (const seat of seats) await giveMark(stage, routines[0] ?? 0, seat, 9_500)

type Awards = { levels_of: string; levels: { name: string }[]; scale_versions: Record<string, number> }
const read = (): Promise<Awards> => answer(call(two[0], 'GET', `/v1/office/awards?tour_date_id=${tour_date_id}`))

/** Gives a scope one level besides its lowest; none: takes its levels away. */
async function save(of: string, name: string | null): Promise<void> {
  const version = (await read()).scale_versions[of] ?? 0
  const levels = name === null ? [] : [28_000, 0].map((minimum_points, place) => ({ id: null, name: `${name} ${place}`, minimum_points })) // oxfmt-ignore
  await answer(call(two[0], 'PUT', '/v1/office/award-scale', { tour_date_id, of, version, levels }))
}
const scaleNow = async () => {
  const { levels_of, levels } = await read()
  return [levels_of, levels[0]?.name]
}

/** The level that a release of now would say of the routine. */
const levelNow = async () => {
  const path = `/v1/office/results/results?tour_date_id=${tour_date_id}`
  return (await answer(call(two[0], 'GET', path))).entries[0].level
}

describe('RES-007 RES-038 OFF-031 of the levels of several scopes one holds', () => {
  test('the product’s hold by themselves; the season’s replace them, the event’s these, those of both all others', async () => {
    const [scope, product] = await scaleNow()
    expect(scope).toBe('product')
    expect(await levelNow()).toBe('High Gold')
    await save('season', 'Season')
    expect([await scaleNow(), await levelNow()]).toEqual([['season', 'Season 0'], 'Season 0'])
    await save('event', 'Event')
    expect([await scaleNow(), await levelNow()]).toEqual([['event', 'Event 0'], 'Event 0'])
    await save('event and season', 'Both')
    expect([await scaleNow(), await levelNow()]).toEqual([['event and season', 'Both 0'], 'Both 0'])
    await release(stage, two, tour_date_id)
    const portal = await answer(studio.call('GET', `/v1/dance360/coda/results?registration_id=${registration_id}`))
    expect(portal.adjudicated[0].competition_award).toBe('Both 0')

    // Taken away one by one, the next wider scale holds again.
    await save('event and season', null)
    expect(await scaleNow()).toEqual(['event', 'Event 0'])
    await save('event', null)
    expect(await scaleNow()).toEqual(['season', 'Season 0'])
    await save('season', null)
    expect(await scaleNow()).toEqual(['product', product])
  })

  test('levels of another event or another season hold nowhere here', async () => {
    const before = await scaleNow()
    await db.transaction().execute(async (tx) => {
      await insertSeasons(tx, [lastSeason])
      await insertEvents(
        tx,
        [{ id: 900, name: 'Elsewhere', subdomain: 'elsewhere', color: '#1B5E83' }],
        [lastSeason.id],
      )
    })
    const [event_id, season_id] = [900, lastSeason.id]
    const own = await db
      .selectFrom('tour_dates')
      .where('id', '=', tour_date_id)
      .select(['event_id', 'season_id'])
      .executeTakeFirstOrThrow()
    const level = { name: 'Elsewhere', minimum_score: 0, minimum_points: 0, position: 1 }
    await db
      .insertInto('competition_awards')
      .values(
        [
          { ...level, event_id, season_id: null },
          { ...level, event_id: null, season_id },
          { ...level, event_id, season_id },
          { ...level, event_id: own.event_id, season_id },
          { ...level, event_id, season_id: own.season_id },
        ].map((row, index) => ({ ...row, id: 9_000 + index })),
      )
      .execute()
    expect(await scaleNow()).toEqual(before)
  })
})
