import { once } from 'node:events'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { anotherProcess, broken, concurrentUsers, readyInCity, review, takenOf, tally } from '../scenarios/crowd.ts'
import { openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z', connections: 10 })
const season = await openSeason(stage)
const clients = await concurrentUsers(stage, 30, 'Rival')

const takenPlaces = (tour_date_id: number, key: string) => takenOf(stage, tour_date_id, key)

// Two processes are started, which a busy machine takes its time over.
test(
  'COMP-084 a process killed while it holds and while it works: holds end by time, nothing is lost or left over',
  { timeout: 240_000 },
  async () => {
    const city = await season.city({ total_routine_limit: 10 })
    const ready = await readyInCity(stage, season, city, clients)
    const dying = await anotherProcess(stage)
    const reviews = ready.slice(0, 20).map((client) => review(dying, client))
    await Promise.race(reviews)
    dying.child.kill('SIGKILL')
    await once(dying.child, 'exit')
    const replies = await Promise.all(reviews)
    expect(replies.some(({ status }) => status === 0 || status === 200)).toBe(true)
    // The database rolls back the transaction of a dead connection.
    await expect.poll(() => broken(stage), { timeout: 60_000 }).toEqual([])
    const heldCount = await takenPlaces(city, 'routines')
    expect(heldCount).toBeLessThanOrEqual(10)
    // None of them returns. A quarter of an hour later the last ten find room, by time alone.
    stage.clock.time = instant('2024-10-01T16:16:00Z')
    const later = await anotherProcess(stage)
    try {
      const latecomers = await Promise.all(ready.slice(20).map((client) => review(later, client)))
      expect(tally(latecomers)).toEqual({ 200: 10 })
      expect(await broken(stage)).toEqual([])
    } finally {
      stage.clock.time = instant('2024-10-01T16:00:00Z')
      later.child.kill('SIGKILL')
    }
  },
)
