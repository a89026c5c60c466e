import { instant } from '@callboard/domain/kernel/instant.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, giveMark, preview, propose, release } from '../scenarios/results.ts'
import { openReleases } from './release-kit.ts'

const { stage, first, second, two, beginCity, act, takeMails, cityFlags } = await openReleases()
const { clock } = stage

let { tour_date_id, own, other, seats } = await beginCity()
beforeEach(async () => {
  ;({ tour_date_id, own, other, seats } = await beginCity())
})

describe('OFF-032 a correction', () => {
  test('has a reason, and mails only the registration whose results changed, with what changed', async () => {
    await release(stage, two, tour_date_id)
    await takeMails()
    await giveMark(stage, other.routines[0] ?? 0, seats[0] ?? 0, 9_300)
    const { input_hash, warnings } = await preview(stage, first, tour_date_id)
    const accepted = warnings.map(({ key }: { key: string }) => key)
    const unreasoned = await act(first, 'results', 'propose', { input_hash, accepted, reason: ' ' })
    expect(unreasoned.json().code).toBe('release.reason_missing')
    await release(stage, two, tour_date_id, { reason: 'A mark was typed wrong' })
    const [mail, ...others] = await takeMails()
    expect(others).toEqual([])
    expect(mail?.registration_id).toBe(other.registration_id)
    expect(mail?.text).toContain('A mark was typed wrong')
    expect(mail?.text).toMatch(/\d Dune: total 277 \(was 276\)\./)
    expect(mail?.text).not.toMatch(/Ash|Birch|Cedar/)
  })

  test('is shown before it is proposed, as studios will read it, against the version they see', async () => {
    const correction = async () => (await preview(stage, second, tour_date_id)).correction
    expect(await correction()).toBeNull()
    await release(stage, two, tour_date_id)
    expect(await correction()).toBeNull()
    await giveMark(stage, other.routines[0] ?? 0, seats[0] ?? 0, 9_300)
    const change = expect.stringMatching(/^\d Dune: total 277 \(was 276\)\.$/)
    expect(await correction()).toEqual({ version: 1, registrations: 1, changes: [change] })
    // A version under embargo is seen by nobody: the next one is compared with what they see.
    await propose(stage, first, tour_date_id, 'results', 'A mark was typed wrong')
    const { proposal } = await preview(stage, second, tour_date_id)
    const embargo_until = '2024-11-12T15:00:00Z'
    await answer(act(second, 'results', 'confirm', { proposal_id: proposal.id, embargo_until }))
    await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, 9_600)
    const both = [expect.stringMatching(/Ash: total 286 \(was 285\)/), change]
    expect(await correction()).toEqual({ version: 1, registrations: 2, changes: expect.arrayContaining(both) })
    clock.time = instant('2024-11-12T15:00:00Z')
    expect(await correction()).toEqual({ version: 2, registrations: 1, changes: [both[0]] })
  })

  test('of one part names the others that say something else now, until they are corrected too', async () => {
    for (const part of ['results', 'critiques']) await release(stage, two, tour_date_id, { part })
    const outdated = async (part: string) => (await preview(stage, first, tour_date_id, part)).outdated_parts
    expect([await outdated('results'), await outdated('critiques')]).toEqual([[], []])
    await giveMark(stage, other.routines[0] ?? 0, seats[0] ?? 0, 9_300)
    await release(stage, two, tour_date_id, { reason: 'A mark was typed wrong' })
    // Data were never released.
    expect([await outdated('results'), await outdated('critiques')]).toEqual([['critiques'], []])
    await release(stage, two, tour_date_id, { part: 'critiques', reason: 'A mark was typed wrong' })
    expect(await outdated('results')).toEqual([])
  })

  test('without a difference is refused', async () => {
    await release(stage, two, tour_date_id)
    const { input_hash, warnings } = await preview(stage, first, tour_date_id)
    const accepted = warnings.map(({ key }: { key: string }) => key)
    const reply = await act(first, 'results', 'propose', { input_hash, accepted, reason: 'Again' })
    expect(reply.json().code).toBe('release.no_change')
  })

  test('withdrawing closes the part until the next release', async () => {
    await release(stage, two, tour_date_id)
    await answer(act(first, 'results', 'withdraw', { reason: 'A panel was entered twice' }))
    expect(await cityFlags()).toMatchObject({ results: false, coda: false })
    const again = await act(first, 'results', 'withdraw', { reason: 'Twice' })
    expect(again.json().code).toBe('release.not_released')
  })
})
