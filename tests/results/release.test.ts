import { instant } from '@callboard/domain/kernel/instant.ts'
import { verifyResults } from '@callboard/server/results/verify.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addAward,
  addAwardsBlock,
  answer,
  enterSolos,
  giveMark,
  pickAward,
  preview,
  propose,
  release,
} from '../scenarios/results.ts'
import { addAccount } from '../scenarios/small-city.ts'
import { openReleases } from './release-kit.ts'

const { stage, season, first, second, two, studios, beginCity, act, takeMails, runRelease, cityFlags } =
  await openReleases()
const { db, call, clock } = stage

let { tour_date_id, own, other, seats, award_id } = await beginCity()
beforeEach(async () => {
  ;({ tour_date_id, own, other, seats, award_id } = await beginCity())
})

describe('OFF-032 a release needs two people', () => {
  test('the proposer cannot confirm, a second person can, and only then it is shown and mailed', async () => {
    const proposal_id = await propose(stage, first, tour_date_id)
    expect(await cityFlags()).toMatchObject({ results: false, coda: false })
    const same = await act(first, 'results', 'confirm', { proposal_id, embargo_until: null })
    expect([same.statusCode, same.json().code]).toEqual([403, 'release.same_person'])
    expect(await takeMails()).toEqual([])
    const confirmed = await answer(act(second, 'results', 'confirm', { proposal_id, embargo_until: null }))
    expect(confirmed.versions).toMatchObject([{ version: 1, registrations: 2, one_person: false }])
    expect(await cityFlags()).toEqual({ results: true, critiques: false, data: false, coda: true })
    expect((await takeMails()).map(({ registration_id }) => registration_id).toSorted()).toEqual(
      [own.registration_id, other.registration_id].toSorted(),
    )
  })

  test('the database refuses one person too', async () => {
    await release(stage, two, tour_date_id)
    const forged = sql`update result_versions set confirmed_by = proposed_by where tour_date_id = ${tour_date_id}`
    await expect(forged.execute(db)).rejects.toThrow('two_persons_release')
  })

  test('a setting lets one person do both, and the version says so', async () => {
    await db.insertInto('settings').values({ name: 'one_person_release', value: 'true', tour_date_id }).execute()
    const proposal_id = await propose(stage, first, tour_date_id)
    const { proposal } = await preview(stage, first, tour_date_id)
    expect(proposal).toMatchObject({ id: proposal_id, is_own: false })
    const { versions } = await answer(act(first, 'results', 'confirm', { proposal_id, embargo_until: null }))
    expect(versions).toMatchObject([{ one_person: true }])
  })

  test('C113 publishing a city starts proposals and shows nothing', async () => {
    const url = `/v1/office/tour-dates/${tour_date_id}/publish`
    const early = await call(first, 'PUT', url, { results: true })
    expect([early.statusCode, early.json().code]).toEqual([422, 'release.unaccepted'])
    await db.updateTable('judged_blocks').set({ locked_at: clock.now(), locked_by: first }).execute()
    await db.updateTable('award_definitions').set({ active: false }).where('id', '=', award_id).execute()
    expect(await answer(call(first, 'PUT', url, { results: true, coda: true }))).toEqual({ proposed: ['results'] })
    expect(await cityFlags()).toMatchObject({ results: false, coda: false })
  })

  test('the city’s own switches no longer show results', async () => {
    const admin = await addAccount(stage, 'admin@example.com', 'admin')
    const reply = await call(admin, 'PUT', `/v1/office/tour-dates/${tour_date_id}`, { results: true, coda: true })
    expect(reply.json()).toMatchObject({ results: false, coda: false })
    expect(await cityFlags()).toMatchObject({ results: false, coda: false })
  })
})

describe('OFF-032 only what two people saw is released', () => {
  test('a mark changed between proposal and confirmation is a refusal that says what moved', async () => {
    const proposal_id = await propose(stage, first, tour_date_id)
    await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, 9_600)
    const reply = await act(second, 'results', 'confirm', { proposal_id, embargo_until: null })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'release.moved'])
    expect(reply.json().moved).toEqual(['1 Ash: total 286 (was 285).'])
    expect((await preview(stage, second, tour_date_id)).proposal.moved).toEqual(['1 Ash: total 286 (was 285).'])
    expect(await cityFlags()).toMatchObject({ results: false })
  })

  test('without the comparison of hashes another result than the proposed one would be released', async () => {
    const proposal_id = await propose(stage, first, tour_date_id)
    const earlier = await db
      .selectFrom('result_proposals')
      .where('id', '=', proposal_id)
      .select('body')
      .executeTakeFirstOrThrow()
    await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, 9_600)
    const now = await preview(stage, second, tour_date_id)
    // The control: the proposal's hashes are made those of now, as if nobody compared.
    await db
      .updateTable('result_proposals')
      .set({ input_hash: now.input_hash, result_hash: now.result_hash })
      .where('id', '=', proposal_id)
      .execute()
    await answer(act(second, 'results', 'confirm', { proposal_id, embargo_until: null }))
    const { body } = await db
      .selectFrom('result_versions')
      .where('tour_date_id', '=', tour_date_id)
      .select('body')
      .executeTakeFirstOrThrow()
    expect(earlier.body.entries[0]?.total).toBe(28_500)
    expect(body.entries[0]?.total).toBe(28_600)
  })

  test('a warning that is not accepted by name refuses the proposal', async () => {
    const { input_hash, warnings } = await preview(stage, first, tour_date_id)
    expect(warnings.map(({ text }: { text: string }) => text)).toContain('The block Morning is not locked.')
    const reply = await act(first, 'results', 'propose', { input_hash, accepted: [], reason: '' })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'release.unaccepted'])
  })

  test('RES-016 a judge whose mark never came is named before a release, although three others make a total', async () => {
    const wordsOf = async () =>
      (await preview(stage, first, tour_date_id)).warnings.map(({ text }: { text: string }) => text)
    const warning = '1 Ash: judge 4 gave no mark and did not abstain.'
    expect(await wordsOf()).not.toContain(warning)
    await db
      .updateTable('score_sheets')
      .set({ withdrawn_at: clock.now() })
      .where('registration_routine_id', '=', own.routines[0] ?? 0)
      .where('seat_id', '=', seats[3] ?? 0)
      .execute()
    expect(await wordsOf()).toContain(warning)
    await db
      .updateTable('judge_seats')
      .set({ shadow: true })
      .where('id', '=', seats[3] ?? 0)
      .execute()
    expect(await wordsOf()).not.toContain(warning)
  })

  test('COMP-067 a city that splits its teens names the performance division of each group, and no other city does', async () => {
    const [ash = 0, birch = 0, cedar = 0] = own.routines
    const choose = (id: number, values: { performance_division_id: number; age_division_level_id: number }) =>
      db.updateTable('registration_routines').set(values).where('id', '=', id).execute()
    await choose(ash, { performance_division_id: 1, age_division_level_id: 3 })
    await choose(birch, { performance_division_id: 5, age_division_level_id: 3 })
    await choose(cedar, { performance_division_id: 5, age_division_level_id: 2 })
    await choose(other.routines[0] ?? 0, { performance_division_id: 1, age_division_level_id: 2 })
    const single = async () =>
      (await preview(stage, first, tour_date_id)).warnings.flatMap(({ text }: { text: string }) =>
        text.includes('only entry') ? [text] : [],
      )
    expect(await single()).toEqual([])
    await db.updateTable('tour_dates').set({ split_teen_performance: true }).where('id', '=', tour_date_id).execute()
    const award = await db
      .selectFrom('award_definitions')
      .where('id', '=', award_id)
      .select('name')
      .executeTakeFirstOrThrow()
    expect(await single()).toEqual([
      `${award.name}, Teen Solo Jazz: 1 Ash is the only entry.`,
      `${award.name}, Teen Solo Tap: 2 Birch is the only entry.`,
    ])
  })

  test('of two confirmations at once one is done', async () => {
    const proposal_id = await propose(stage, first, tour_date_id)
    const third = await addAccount(stage, 'three@example.com')
    const confirm = (user: number) => act(user, 'results', 'confirm', { proposal_id, embargo_until: null })
    const replies = await Promise.all([confirm(second), confirm(third)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
    expect(await takeMails()).toHaveLength(2)
  })
})

describe('OFF-032 an embargo ends by the clock', () => {
  test('flags, mails and scholarships follow once, when its time has come', async () => {
    await release(stage, two, tour_date_id, { embargo_until: '2024-11-10T20:00:00Z' })
    await runRelease()
    expect(await cityFlags()).toMatchObject({ results: false, coda: false })
    expect(await takeMails()).toEqual([])
    clock.time = instant('2024-11-10T20:00:00Z')
    await runRelease()
    await runRelease()
    expect(await cityFlags()).toMatchObject({ results: true, coda: true })
    expect(await takeMails()).toHaveLength(2)
  })

  test('a time in the past is refused; the office can end an embargo', async () => {
    const proposal_id = await propose(stage, first, tour_date_id)
    const past = await act(second, 'results', 'confirm', { proposal_id, embargo_until: '2024-11-10T15:00:00Z' })
    expect(past.json().code).toBe('release.embargo_past')
    await answer(act(second, 'results', 'confirm', { proposal_id, embargo_until: '2024-11-12T15:00:00Z' }))
    await answer(act(first, 'results', 'open'))
    expect(await cityFlags()).toMatchObject({ results: true })
    expect(await takeMails()).toHaveLength(2)
  })

  test('a version that nobody saw is replaced without a correction', async () => {
    await release(stage, two, tour_date_id, { embargo_until: '2024-11-12T15:00:00Z' })
    await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, 9_600)
    await release(stage, two, tour_date_id, { reason: 'A mark was typed wrong' })
    expect((await takeMails()).every(({ text }) => !text.includes('corrected'))).toBe(true)
  })
})

describe('OFF-032 a release waits until the awards of a block are done', () => {
  const readers = async () => (await preview(stage, first, tour_date_id)).versions[0]
  const ownResults = () =>
    call(studios[0].user_id, 'GET', `/v1/dance360/coda/results?registration_id=${own.registration_id}`)

  test('RES-020 then every part that waits is shown and mailed to its readers, by the state and by no job', async () => {
    const block_id = await addAwardsBlock(stage, tour_date_id)
    for (const part of ['results', 'data']) {
      const proposal_id = await propose(stage, first, tour_date_id, part)
      const body = { proposal_id, embargo_until: null, embargo_block_id: block_id }
      await answer(act(second, part, 'confirm', body))
    }
    expect(await readers()).toMatchObject({ embargo_until: null, embargo_block: { name: 'Evening awards' } })
    clock.time = instant('2025-11-10T20:00:00Z')
    await runRelease()
    expect(await cityFlags()).toMatchObject({ results: false, data: false, coda: false })
    expect((await ownResults()).json()).toMatchObject({ released: false })
    const finishAwards = () => call(first, 'POST', `/v1/office/blocks/${block_id}/awards-done`, { tour_date_id })
    expect((await answer(finishAwards())).opened).toEqual(['results', 'data'])
    expect((await ownResults()).json()).toMatchObject({ released: true })
    expect(await cityFlags()).toMatchObject({ results: true, data: true, coda: true })
    const mails = await takeMails()
    const readersOf = (noun: string) =>
      mails.flatMap(({ subject, registration_id }) =>
        subject.startsWith(`Your ${noun} from `) ? [registration_id] : [],
      )
    expect(readersOf('results')).toHaveLength(2)
    // Data of fewer than three routines is not shown, so no mail leads there.
    const routineCounts = await stage.db
      .selectFrom('registration_routines')
      .groupBy('registration_id')
      .having((of) => of(of.fn.countAll(), '>=', 3))
      .where('registration_id', 'in', readersOf('results').map(Number))
      .select('registration_id')
      .execute()
    expect(readersOf('competition data')).toEqual(routineCounts.map(({ registration_id }) => registration_id))
    expect(mails).toHaveLength(3)
    expect((await answer(finishAwards())).opened).toEqual([])
  })

  test('its block cannot be deleted meanwhile, and another city’s block is refused', async () => {
    const block_id = await addAwardsBlock(stage, tour_date_id)
    const proposal_id = await propose(stage, first, tour_date_id)
    const confirmAfter = (embargo_block_id: number) =>
      act(second, 'results', 'confirm', { proposal_id, embargo_until: null, embargo_block_id })
    expect((await confirmAfter(await addAwardsBlock(stage, await season.city()))).json().code).toBe(
      'release.no_such_block',
    )
    await answer(confirmAfter(block_id))
    const { version } = await answer(call(first, 'GET', `/v1/office/running-order?tour_date_id=${tour_date_id}`))
    const query = new URLSearchParams({ tour_date_id: String(tour_date_id), version: String(version) })
    const removal = await call(first, 'DELETE', `/v1/office/running-order/blocks/${block_id}?${query}`)
    expect([removal.statusCode, removal.json().code]).toEqual([422, 'release.block_waits'])
    await answer(act(first, 'results', 'open'))
    expect(await cityFlags()).toMatchObject({ results: true })
  })

  test('its block stays one of awards meanwhile, and is deleted once the release is withdrawn', async () => {
    const block_id = await addAwardsBlock(stage, tour_date_id)
    const proposal_id = await propose(stage, first, tour_date_id)
    const confirmation = { proposal_id, embargo_until: null, embargo_block_id: block_id }
    await answer(act(second, 'results', 'confirm', confirmation))
    const path = `/v1/office/running-order/blocks/${block_id}`
    const readVersion = async (): Promise<number> =>
      (await answer(call(first, 'GET', `/v1/office/running-order?tour_date_id=${tour_date_id}`))).version
    const block = { stage: 1, name: 'Evening', local_start: '2024-11-02T18:00', minutes: 45 }
    const change = async (kind: string) =>
      call(first, 'PUT', path, { tour_date_id, version: await readVersion(), ...block, kind })
    const refusal = await change('break')
    expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'release.block_waits'])
    await answer(change('awards'))
    await answer(act(first, 'results', 'withdraw', { reason: 'A panel was entered twice' }))
    await answer(change('break'))
    await answer(call(first, 'DELETE', `${path}?tour_date_id=${tour_date_id}&version=${await readVersion()}`))
  })
})

describe('OFF-032 a call that is sent again', () => {
  test('with its key does the same once; the key of another request is refused', async () => {
    const proposal_id = await propose(stage, first, tour_date_id)
    const headers = { ...(await stage.sessionOf(second)), 'idempotency-key': 'confirm-one-release' }
    const confirm = (embargo_until: string | null) =>
      stage.app.inject({
        ...{ method: 'POST', url: '/v1/office/results/results/confirm', headers },
        payload: { tour_date_id, proposal_id, embargo_until },
      })
    const replies = [await confirm(null), await confirm(null)]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(replies[1]?.json()).toEqual(replies[0]?.json())
    expect((await takeMails()).length).toBe(2)
    const other = await confirm('2024-11-12T15:00:00Z')
    expect([other.statusCode, other.json().code]).toEqual([409, 'release.sent_already'])
  })

  test('OFF-030 an award that somebody else changed is refused, and its picks too', async () => {
    const { awards } = await answer(call(first, 'GET', `/v1/office/awards?tour_date_id=${tour_date_id}`))
    const { picks: _, tour_date_id: __, ...award } = awards.find(({ id }: { id: number }) => id === award_id)
    const change = (name: string) =>
      call(first, 'PUT', `/v1/office/awards/${award_id}`, { ...award, tour_date_id, name })
    await answer(change('Overall Solo'))
    const late = await change('Overall Teen')
    expect([late.statusCode, late.json().code]).toEqual([409, 'award.changed_meanwhile'])
    const body = { tour_date_id, award_definition_id: award_id, version: award.version, picks: [] }
    expect((await call(first, 'PUT', '/v1/office/picks', body)).json().code).toBe('award.changed_meanwhile')
  })
})

describe('OFF-030 a scholarship', () => {
  const person_id = () => studios[0].dancers[0] ?? 0
  const listGiven = () =>
    db
      .selectFrom('scholarships')
      .where('person_id', '=', person_id())
      .select(['id', 'amount', 'award_pick_id'])
      .execute()
  const pick = (picks: object[], id: number) => pickAward(stage, first, { tour_date_id, award_id: id }, picks)
  const winner = () => ({
    ...{ id: null, registration_routine_id: null, person_id: person_id(), studio_id: null },
    ...{ place: 1, blurb: 'For her musicality', amount: 25_000 },
  })

  test('is written once for a pick, also when more is released after it; a used one cannot be taken back', async () => {
    const scholarship = await addAward(stage, first, tour_date_id, { name: 'Summer', kind: 'scholarship' })
    await pick([winner()], scholarship)
    await release(stage, two, tour_date_id)
    expect(await listGiven()).toMatchObject([{ amount: 25_000 }])
    await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, 9_600)
    await pick([winner()], scholarship)
    await release(stage, two, tour_date_id, { reason: 'A mark was typed wrong' })
    expect(await listGiven()).toHaveLength(1)

    const later = await season.city()
    const next = await enterSolos(stage, studios[0], later, [])
    await db
      .updateTable('scholarships')
      .set({ used_registration_id: next.registration_id })
      .where('person_id', '=', person_id())
      .execute()
    await pick([], scholarship)
    const proposal_id = await propose(stage, first, tour_date_id, 'results', 'Wrong winner')
    const reply = await act(second, 'results', 'confirm', { proposal_id, embargo_until: null })
    expect([reply.json().code, reply.json().registration_id]).toEqual([
      'release.scholarship_used',
      next.registration_id,
    ])
    await db
      .updateTable('scholarships')
      .set({ used_registration_id: null })
      .where('person_id', '=', person_id())
      .execute()
    await answer(act(second, 'results', 'confirm', { proposal_id, embargo_until: null }))
    expect(await listGiven()).toEqual([])
  })
})

describe('stored results are verified', () => {
  const faults = async () => (await verifyResults(db)).faults.filter((fault) => fault.tour_date_id === tour_date_id)

  test('RES-016 every version is recomputed from its stored inputs; a flipped digit is found', async () => {
    await release(stage, two, tour_date_id)
    await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, 9_600)
    await release(stage, two, tour_date_id, { reason: 'A mark was typed wrong' })
    expect(await faults()).toEqual([])
    const flip = (column: 'body' | 'inputs', from: string, to: string) =>
      sql`update result_versions set ${sql.ref(column)} = replace(${sql.ref(column)}::text, ${from}, ${to})::jsonb
        where tour_date_id = ${tour_date_id} and version = 1`.execute(db)
    await flip('body', '"total": 28500', '"total": 28600')
    expect((await faults()).map(({ what }) => what)).toContain('its results were changed')
    await flip('body', '"total": 28600', '"total": 28500')
    await flip('inputs', '"points": 9500', '"points": 9600')
    expect((await faults()).map(({ what }) => what)).toEqual([
      'its inputs were changed',
      'its inputs give other results',
    ])
    await flip('inputs', '"points": 9600', '"points": 9500')
    expect(await faults()).toEqual([])
    await sql`update result_slices s set body = replace(s.body::text, '"total": 28500', '"total": 28900')::jsonb
      from result_versions v where v.id = s.result_version_id and v.tour_date_id = ${tour_date_id} and v.version = 1`.execute(
      db,
    )
    expect((await faults()).map(({ what }) => what)).toEqual([
      `what registration ${own.registration_id} reads was changed`,
    ])
  })
})
