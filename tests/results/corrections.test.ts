import { instant } from '@callboard/domain/kernel/instant.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { addItem } from '../scenarios/critiques.ts'
import { addAward, answer, enterSolos, giveMark, pickAward, preview, propose, release } from '../scenarios/results.ts'
import { begin, peopleBody } from '../scenarios/small-city.ts'
import { openReleases } from './release-kit.ts'

const { stage, season, studios, first, second, two, beginCity, act, takeMails, cityFlags } = await openReleases()
const { clock, db } = stage

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

describe('OFF-030 OFF-032 withdrawing results with a scholarship', () => {
  const [studio] = studios
  const [person_id = 0] = studio.dancers
  const winner = { id: null, registration_routine_id: null, studio_id: null, place: 1, blurb: '', amount: 25_000 }
  const withdraw = () => act(first, 'results', 'withdraw', { reason: 'A panel was entered twice' })
  const listGiven = () => db.selectFrom('scholarships').where('person_id', '=', person_id).select('id').execute()

  async function releaseScholarship() {
    await db.deleteFrom('scholarships').where('person_id', '=', person_id).execute()
    const award_id = await addAward(stage, first, tour_date_id, { name: 'Summer', kind: 'scholarship' })
    await pickAward(stage, first, { tour_date_id, award_id }, [{ ...winner, person_id }])
    await release(stage, two, tour_date_id)
    const [scholarship] = await listGiven()
    return { award_id, scholarship_id: scholarship?.id ?? 0 }
  }

  test('takes it back at once, and the next release gives it again where it is still picked', async () => {
    const { scholarship_id } = await releaseScholarship()
    const { id } = await begin(studio, await season.city())
    const people = (await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))).json()
    const choose = () =>
      studio.call('PUT', `/v1/dance360/attendees/${people.attendees[person_id].id}`, { scholarship_id })
    await answer(withdraw())
    expect(await listGiven()).toEqual([])
    expect((await choose()).json().code).toBe('attendee.scholarship_unknown')
    await release(stage, two, tour_date_id)
    expect(await listGiven()).toHaveLength(1)
  })

  test('is refused while a draft has chosen it or a registration used it, and nothing is withdrawn', async () => {
    const { scholarship_id } = await releaseScholarship()
    const { id } = await begin(studio, await season.city())
    const people = (await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))).json()
    const attendee = `/v1/dance360/attendees/${people.attendees[person_id].id}`
    await answer(studio.call('PUT', attendee, { scholarship_id }))
    const refusal = await withdraw()
    expect([refusal.statusCode, refusal.json().code, refusal.json().registration_id]).toEqual([
      ...[422, 'release.scholarship_used', id],
    ])
    expect(await cityFlags()).toMatchObject({ results: true })
    await answer(studio.call('PUT', attendee, { scholarship_id: null }))
    const { registration_id } = await enterSolos(stage, studio, await season.city(), [])
    const use = (used_registration_id: number | null) =>
      db.updateTable('scholarships').where('id', '=', scholarship_id).set({ used_registration_id }).execute()
    await use(registration_id)
    expect((await withdraw()).json().registration_id).toBe(registration_id)
    await use(null)
    await answer(withdraw())
    expect(await listGiven()).toEqual([])
  })

  test('is followed by a release that takes back what a withdrawn version gave', async () => {
    const { award_id, scholarship_id } = await releaseScholarship()
    const row = await db
      .selectFrom('scholarships')
      .where('id', '=', scholarship_id)
      .select(['person_id', 'season_id', 'amount', 'award_pick_id'])
      .executeTakeFirstOrThrow()
    await answer(withdraw())
    // As a withdrawal left it that did not take it back.
    await db
      .insertInto('scholarships')
      .values({ ...row, event_id: null, vip_type_id: null, recorded: clock.now() })
      .execute()
    await pickAward(stage, first, { tour_date_id, award_id }, [])
    await release(stage, two, tour_date_id)
    expect(await listGiven()).toEqual([])
  })
})

describe('OFF-031 OFF-032 a critique that was released', () => {
  const readDesk = async () => {
    const { entries } = await answer(stage.call(first, 'GET', `/v1/office/critiques?tour_date_id=${tour_date_id}`))
    return entries.find(({ id }: { id: number }) => id === own.routines[0]).sheets[0]
  }
  const write = (client_id: string, critique: object) =>
    answer(stage.call(first, 'PUT', `/v1/office/critiques/${client_id}`, critique))
  const readStudio = async () => {
    const url = `/v1/dance360/coda/critiques?registration_id=${own.registration_id}`
    const { routines } = await answer(studios[0].call('GET', url))
    const routine = routines.find(({ routine_id }: { routine_id: number }) => routine_id === own.routines[0])
    const [{ teacher_critique, note, good, bad }] = routine.judges
    return { teacher_critique, note, good: good.length, bad: bad.length }
  }
  const text = { critique: 'Use the floor', note: 'Breathe', good: [], bad: [] }

  test('stays for its studio until two people have released the change; a text alone is a correction', async () => {
    for (const part of ['critiques', 'data']) await release(stage, two, tour_date_id, { part })
    const released = await readStudio()
    expect(released.teacher_critique).toBe('Critique 9500')
    const { client_id } = await readDesk()
    await write(client_id, text)

    expect(await readStudio()).toEqual(released)
    expect(await readDesk()).toMatchObject(text)
    const { correction, is_unchanged } = await preview(stage, first, tour_date_id, 'critiques')
    expect([correction, is_unchanged]).toMatchObject([
      { version: 1, registrations: 1, changes: [expect.stringMatching(/Ash: its critique changed\.$/)] },
      false,
    ])
    await release(stage, two, tour_date_id, { part: 'critiques', reason: 'A text was missing' })
    expect(await readStudio()).toEqual({ teacher_critique: 'Use the floor', note: 'Breathe', good: 0, bad: 0 })
  })

  test('RES-019 data show no texts: a change of a text alone corrects none', async () => {
    for (const part of ['critiques', 'data']) await release(stage, two, tour_date_id, { part })
    await write((await readDesk()).client_id, text)
    const { correction, is_unchanged, outdated_parts, warnings, input_hash } = await preview(
      ...([stage, first, tour_date_id, 'data'] as const),
    )
    expect([correction, is_unchanged, outdated_parts]).toEqual([null, true, ['critiques']])
    const accepted = warnings.map(({ key }: { key: string }) => key)
    const proposal = await act(first, 'data', 'propose', { input_hash, accepted, reason: 'Again' })
    expect(proposal.json().code).toBe('release.no_change')
  })

  test('keeps its items too, and a second change of it meets the first', async () => {
    const item = await addItem(stage, `Turns ${tour_date_id}`)
    await release(stage, two, tour_date_id, { part: 'critiques' })
    const { client_id } = await readDesk()
    const base = { critique: 'Critique 9500', note: 'Note 9500', good: [], bad: [] }
    await write(client_id, { ...base, bad: [item], base })
    // Somebody else had the page open before: their change is merged.
    await write(client_id, { ...base, note: 'Breathe', base })
    expect(await readDesk()).toMatchObject({ critique: 'Critique 9500', note: 'Breathe', good: [], bad: [item] })
    expect(await readStudio()).toEqual({ teacher_critique: 'Critique 9500', note: 'Note 9500', good: 0, bad: 0 })
    await release(stage, two, tour_date_id, { part: 'critiques', reason: 'An item was missing' })
    expect(await readStudio()).toEqual({ teacher_critique: 'Critique 9500', note: 'Breathe', good: 0, bad: 1 })
  })

  test('is no longer confirmed as it was proposed once its text changed', async () => {
    const proposal_id = await propose(stage, first, tour_date_id, 'critiques')
    await write((await readDesk()).client_id, text)
    const confirmation = await act(second, 'critiques', 'confirm', { proposal_id, embargo_until: null })
    expect([confirmation.statusCode, confirmation.json().code]).toEqual([409, 'release.moved'])
    expect(confirmation.body).toContain('A critique changed.')
  })

  test('saved without a change begins no correction', async () => {
    await release(stage, two, tour_date_id, { part: 'critiques' })
    const { client_id, critique, note, good, bad } = await readDesk()
    await write(client_id, { critique, note, good, bad })
    expect((await readDesk()).client_id).toBe(client_id)
    expect((await preview(stage, first, tour_date_id, 'critiques')).is_unchanged).toBe(true)
  })
})
