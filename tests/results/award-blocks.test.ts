import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { addAward, addAwardsBlock, answer } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-10T16:00:00Z' })
const { call } = stage
const office = await addAccount(stage)
const season = await openSeason(stage)
const cities = [await season.city(), await season.city()] as const
const [first, second] = [await addAwardsBlock(stage, cities[0]), await addAwardsBlock(stage, cities[1])]

type Award = { id: number; block_id: number | null; version: number }
const awardIn = async (tour_date_id: number): Promise<Award & Record<string, unknown>> =>
  (await answer(call(office, 'GET', `/v1/office/awards?tour_date_id=${tour_date_id}`))).awards[0]

async function announceIn(tour_date_id: number, block_id: number | null) {
  const { id, tour_date_id: _, picks: _picks, ...award } = await awardIn(tour_date_id)
  return call(office, 'PUT', `/v1/office/awards/${id}`, { ...award, tour_date_id, block_id })
}

test('OFF-030 an award of every city is announced in a block of each, and a change in one city leaves the others', async () => {
  await addAward(stage, office, cities[0], { name: 'Season medal', every_city: true, block_id: first })
  expect(await awardIn(cities[1])).toMatchObject({ name: 'Season medal', block_id: null })
  // Saved as it stands, it has no block here.
  expect((await announceIn(cities[1], null)).statusCode).toBe(200)
  expect((await announceIn(cities[1], second)).statusCode).toBe(200)
  expect([await awardIn(cities[0]), await awardIn(cities[1])]).toMatchObject([
    { block_id: first },
    { block_id: second },
  ])
  expect((await announceIn(cities[1], first)).json().code).toBe('award.not_of_city')
  await answer(announceIn(cities[0], null))
  expect([await awardIn(cities[0]), await awardIn(cities[1])]).toMatchObject([{ block_id: null }, { block_id: second }])
})

test('OFF-030 an award whose block became a break has no block, and is saved as it stands', async () => {
  const block_id = await addAwardsBlock(stage, cities[1])
  await answer(announceIn(cities[1], block_id))
  const { version } = await answer(call(office, 'GET', `/v1/office/running-order?tour_date_id=${cities[1]}`))
  const block = { stage: 1, kind: 'break', name: 'Dinner', local_start: '2024-11-02T18:00', minutes: 45 }
  const path = `/v1/office/running-order/blocks/${block_id}`
  await answer(call(office, 'PUT', path, { tour_date_id: cities[1], version, ...block }))
  const { block_id: current } = await awardIn(cities[1])
  expect(current).toBeNull()
  await answer(announceIn(cities[1], current))
})

test('OFF-030 an award is refused with the reason, and an award saved with the name it had stays', async () => {
  const city = await season.city()
  const award = { name: 'Overall', tie_break: [], places: [{ from: 1, places: 1 }], kind: 'placement' }
  await addAward(stage, office, city, award)
  const refusal = (change: object) => addAward(stage, office, city, { ...award, name: 'Another', ...change })
  await expect(refusal({ name: 'Overall' })).rejects.toThrow('award.name_taken')
  await expect(refusal({ places: [award.places[0], award.places[0]] })).rejects.toThrow(
    'Two rows of places begin at 1 entry.',
  )
  await expect(refusal({ tie_break: ['criterion:Style'] })).rejects.toThrow('award.criterion_unknown')
  await expect(refusal({ kind: 'audition', scope: { group_by: ['age_division_id'] } })).rejects.toThrow(
    'award.scope_unfit',
  )
  await answer(announceIn(city, null))
})
