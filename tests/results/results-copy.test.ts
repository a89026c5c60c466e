import { instant } from '@callboard/domain/kernel/instant.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { addAward, danceAll, enterSolos, giveMark, release, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { db, clock } = stage
const season = await openSeason(stage)
const two = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')] as const
const [mine, theirs] = [await season.studio({ dancers: 4 }), await season.studio({ dancers: 4 })] as const
const copy = async () => (await mine.call('GET', `/v1/mybtf/${mine.user_id}/export`)).json()

test('SEC-019 the copy of an account’s data has its released results and critiques, and nobody else’s', async () => {
  const tour_date_id = await season.city()
  const own = await enterSolos(stage, mine, tour_date_id, ['Ash'])
  const other = await enterSolos(stage, theirs, tour_date_id, ['Dune'])
  const [ash = 0] = own.routines
  const [dune = 0] = other.routines
  const { seats } = await seatPanel(stage, tour_date_id, await danceAll(stage, two[0], tour_date_id), 3)
  for (const seat of seats) {
    await giveMark(stage, ash, seat, 9_735)
    await giveMark(stage, dune, seat, 8_315)
  }
  const text = (registration_routine_id: number, critique: string) =>
    db.updateTable('score_sheets').where('registration_routine_id', '=', registration_routine_id).set({ critique })
  await text(ash, 'Point the back foot').execute()
  await text(dune, 'Breathe before the turn').execute()
  await addAward(stage, two[0], tour_date_id, {})

  expect(await copy()).toMatchObject({ results: [], critiques: [] })
  const embargo_until = '2024-11-10T20:00:00Z'
  for (const part of ['results', 'critiques'] as const) await release(stage, two, tour_date_id, { part, embargo_until })
  expect(await copy()).toMatchObject({ results: [], critiques: [] })

  clock.time = instant(embargo_until)
  const { results, critiques } = await copy()
  expect(results).toMatchObject([
    { registration_id: own.registration_id, part: 'critiques' },
    { registration_id: own.registration_id, part: 'results', body: { entries: [{ id: ash, total: 29_205 }] } },
  ])
  const [{ definition_id }] = results[1].body.entries[0].places
  expect(results[1].award_names[definition_id]).toMatch(/\w/)
  expect(critiques).toHaveLength(seats.length)
  for (const critique of critiques)
    expect(critique).toMatchObject({ registration_routine_id: ash, critique: 'Point the back foot' })
  expect(JSON.stringify({ results, critiques })).not.toMatch(/8315|Breathe/)
})
