import { instant } from '@callboard/domain/kernel/instant.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { giveMark, preview, propose, release } from '../scenarios/results.ts'
import { openReleases } from './release-kit.ts'

const { stage, first, second, two, beginCity, act, takeMails, runRelease } = await openReleases()

let { tour_date_id, own, seats } = await beginCity()
beforeEach(async () => {
  ;({ tour_date_id, own, seats } = await beginCity())
})

const switchCritiquesOff = () =>
  stage.db.updateTable('tour_dates').set({ no_critiques: true }).where('id', '=', tour_date_id).execute()

describe('RES-041 a city whose switch says that there are no critiques', () => {
  test('neither proposes nor confirms any; its results are released as ever', async () => {
    const proposal_id = await propose(stage, first, tour_date_id, 'critiques')
    const { input_hash, warnings, is_lacking } = await preview(stage, first, tour_date_id, 'critiques')
    expect(is_lacking).toBe(false)
    await switchCritiquesOff()
    expect(await preview(stage, first, tour_date_id, 'critiques')).toMatchObject({ is_lacking: true })
    const accepted = warnings.map(({ key }: { key: string }) => key)
    const replies = [
      await act(first, 'critiques', 'propose', { input_hash, accepted, reason: '' }),
      await act(second, 'critiques', 'confirm', { proposal_id, embargo_until: null }),
    ]
    expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual([
      [422, 'critiques.none'],
      [422, 'critiques.none'],
    ])
    expect(await preview(stage, first, tour_date_id)).toMatchObject({ is_lacking: false })
    await release(stage, two, tour_date_id)
    expect(await takeMails()).toHaveLength(2)
  })

  test('mails nobody when the time of critiques comes that were confirmed before', async () => {
    await release(stage, two, tour_date_id, { part: 'critiques', embargo_until: '2024-11-10T20:00:00Z' })
    await switchCritiquesOff()
    stage.clock.time = instant('2024-11-10T20:00:00Z')
    await runRelease()
    expect(await takeMails()).toEqual([])
  })

  test('is not asked to release critiques again after a changed mark', async () => {
    await release(stage, two, tour_date_id, { part: 'critiques' })
    await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, 9_600)
    expect(await preview(stage, first, tour_date_id)).toMatchObject({ outdated_parts: ['critiques'] })
    expect((await preview(stage, first, tour_date_id, 'critiques')).correction).not.toBeNull()
    await switchCritiquesOff()
    expect(await preview(stage, first, tour_date_id)).toMatchObject({ outdated_parts: [] })
    expect((await preview(stage, first, tour_date_id, 'critiques')).correction).toBeNull()
  })
})
