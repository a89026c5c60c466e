import { instant } from '@callboard/domain/kernel/instant.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { findAwardCity } from '@callboard/server/results/award-queries.ts'
import { findLatestVersion } from '@callboard/server/results/release-queries.ts'
import { confirmPart, openVersion } from '@callboard/server/results/release.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import {
  addAward,
  danceAll,
  enterSolos,
  giveMark,
  pickAward,
  preview,
  propose,
  release,
  seatPanel,
} from '../scenarios/results.ts'
import { addAccount, begin, openSeason, peopleBody } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { db, call, clock, app } = stage
const season = await openSeason(stage)
const [first, second] = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')]
const studio = await season.studio({ dancers: 4 })

let tour_date_id = 0
let routines: readonly number[] = []
let seat = 0

beforeEach(async () => {
  clock.time = instant('2024-11-10T16:00:00Z')
  await db.deleteFrom('mails').where('template', '=', 'results').execute()
  tour_date_id = await season.city()
  ;({ routines } = await enterSolos(stage, studio, tour_date_id, ['Ash', 'Birch']))
  const { seats } = await seatPanel(stage, tour_date_id, await danceAll(stage, first, tour_date_id), 3)
  seat = seats[0] ?? 0
  for (const entry of routines) for (const one of seats) await giveMark(stage, entry, one, 9_500)
})

const confirm = (proposal_id: number) =>
  call(second, 'POST', '/v1/office/results/results/confirm', { tour_date_id, proposal_id, embargo_until: null })

/** Waits until so many statements of this database wait for a lock. */
const untilBlocked = (statements = 1) =>
  expect
    .poll(
      async () => {
        const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        return (await waiting.execute(db)).rows[0]?.n
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThanOrEqual(statements)

describe('OFF-032 a confirmation reads marks and picks as of one moment', () => {
  const pickedNow = (registration_routine_id: number) =>
    db.updateTable('award_picks').where('tour_date_id', '=', tour_date_id).set({ registration_routine_id }).execute()

  /**
   * Proposes a mark of 95 with a pick of Ash; the pick becomes Birch. While the confirmation is between the marks and the
   * picks, the mark becomes 96 and the pick Ash again: what it could read of both was never true at once.
   */
  async function confirmBetween<Reply>(confirmIt: (proposal_id: number) => Promise<Reply>) {
    const [ash = 0, birch = 0] = routines
    const award_id = await addAward(stage, first, tour_date_id, { name: 'Judges’ choice', kind: 'choice' })
    const winner = { id: null, person_id: null, studio_id: null, place: 1, blurb: '', amount: null }
    await pickAward(stage, first, { tour_date_id, award_id }, [{ ...winner, registration_routine_id: ash }])
    const proposal_id = await propose(stage, first, tour_date_id)
    await pickedNow(birch)
    const { reply } = await db.transaction().execute(async (tx) => {
      // Awards are read after the marks and before the picks.
      await sql`lock table award_definitions in access exclusive mode`.execute(tx)
      const waiting = confirmIt(proposal_id)
      await untilBlocked()
      await giveMark(stage, ash, seat, 9_600)
      await pickedNow(ash)
      return { reply: waiting }
    })
    return reply
  }

  test('a mark and a pick that change meanwhile are refused with what moved', async () => {
    const reply = await confirmBetween(confirm)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'release.moved'])
    const { versions } = await preview(stage, first, tour_date_id)
    expect(versions).toEqual([])
  })

  test('control: reading statement by statement releases results that were never true', async () => {
    const reply = await confirmBetween((proposal_id) =>
      inTransaction(db, async (tx) => {
        const city = await findAwardCity(tx, tour_date_id)
        if (!city) throw new Error('No city')
        const confirmation = { proposal_id, embargo_until: null, embargo_block_id: null }
        return confirmPart(tx, app.origin, city, 'results', { user: { id: second }, now: clock.now() }, confirmation)
      }),
    )
    expect(reply.version.version).toBe(1)
    const { body } = await db
      .selectFrom('result_versions')
      .where('tour_date_id', '=', tour_date_id)
      .select('body')
      .executeTakeFirstOrThrow()
    const { entries } = await preview(stage, first, tour_date_id)
    const totalNow = entries.find(({ id }: { id: number }) => id === routines[0]).total
    expect([body.entries.find(({ id }) => id === routines[0])?.total, totalNow]).toEqual([28_500, 28_600])
  })
})

describe('OFF-032 a version that opens while another is confirmed', () => {
  test('stays what readers were mailed, and the other one is its correction', async () => {
    const opensAt = instant('2024-11-10T20:00:00Z')
    await release(stage, [first, second], tour_date_id, { embargo_until: opensAt })
    await giveMark(stage, routines[0] ?? 0, seat, 9_600)
    const proposal_id = await propose(stage, first, tour_date_id, 'results', 'A mark was typed wrong')
    const { reply, seenMeanwhile } = await db.transaction().execute(async (tx) => {
      const { id = 0 } = (await findLatestVersion(tx, tour_date_id, 'results')) ?? {}
      // The job's clock is ahead of this process's.
      await openVersion(tx, app.origin, id, opensAt)
      const waiting = confirm(proposal_id)
      await untilBlocked()
      const releasedRows = await db.selectFrom('result_versions').where('id', '=', id).select('released_at').execute()
      return { reply: waiting, seenMeanwhile: releasedRows }
    })
    expect(seenMeanwhile, 'a read without the lock would have withdrawn it').toEqual([{ released_at: null }])
    expect((await reply).statusCode, (await reply).body).toBe(200)
    const { versions } = await preview(stage, first, tour_date_id)
    expect(versions).toMatchObject([
      { version: 2, withdrawn_at: null },
      { version: 1, withdrawn_at: null, released_at: opensAt },
    ])
    const mails = await db
      .selectFrom('mails')
      .where('template', '=', 'results')
      .select('subject')
      .orderBy('id')
      .execute()
    expect(mails.map(({ subject }) => subject.endsWith(' have been corrected'))).toEqual([false, true])
  })
})

describe('OFF-030 a scholarship that somebody uses while its release waits', () => {
  test('stays when the waiting correction takes its pick back', async () => {
    const award_id = await addAward(stage, first, tour_date_id, { name: 'Summer', kind: 'scholarship' })
    const of = { tour_date_id, award_id }
    const winner = { id: null, registration_routine_id: null, studio_id: null, place: 1, blurb: '', amount: 25_000 }
    const picks = studio.dancers.slice(0, 2).map((person_id) => ({ ...winner, person_id }))
    await pickAward(stage, first, of, picks)
    await release(stage, [first, second], tour_date_id)
    await pickAward(stage, first, of, [])
    const opensAt = instant('2024-11-10T20:00:00Z')
    await release(stage, [first, second], tour_date_id, { reason: 'Wrong winners', embargo_until: opensAt })
    const { registration_id } = await enterSolos(stage, studio, await season.city(), [])
    await db
      .updateTable('scholarships')
      .where('person_id', '=', studio.dancers[0] ?? 0)
      .set({ used_registration_id: registration_id })
      .execute()
    clock.time = opensAt
    await call(first, 'POST', '/v1/office/results/results/open', { tour_date_id })
    const scholarships = await db
      .selectFrom('scholarships')
      .where('award_pick_id', 'is not', null)
      .select('person_id')
      .execute()
    expect(scholarships).toEqual([{ person_id: studio.dancers[0] }])
  })

  test('is named by a refusal when a studio chooses it in the moment of the confirmation', async () => {
    const award_id = await addAward(stage, first, tour_date_id, { name: 'Winter', kind: 'scholarship' })
    const of = { tour_date_id, award_id }
    const winner = { id: null, registration_routine_id: null, studio_id: null, place: 1, blurb: '', amount: 25_000 }
    await pickAward(stage, first, of, [{ ...winner, person_id: studio.dancers[0] ?? 0 }])
    await release(stage, [first, second], tour_date_id)
    const { id: scholarship_id } = await db
      .selectFrom('scholarships')
      .orderBy('id', 'desc')
      .limit(1)
      .select('id')
      .executeTakeFirstOrThrow()
    const { registration_id } = await enterSolos(stage, studio, await season.city(), ['Cedar'])
    await pickAward(stage, first, of, [])
    const proposal_id = await propose(stage, first, tour_date_id, 'results', 'Wrong winner')

    const { reply } = await db.transaction().execute(async (tx) => {
      await sql`lock table award_definitions in access exclusive mode`.execute(tx)
      const waiting = confirm(proposal_id)
      await untilBlocked()
      await db.updateTable('attendees').where('registration_id', '=', registration_id).set({ scholarship_id }).execute()
      return { reply: waiting }
    })
    const refusal = await reply
    expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'release.scholarship_chosen'])
    const again = (await confirm(proposal_id)).json()
    expect([again.code, again.registration_id]).toEqual(['release.scholarship_used', registration_id])
  })

  test('is no longer there for a studio that chooses it while the confirmation takes it back', async () => {
    const award_id = await addAward(stage, first, tour_date_id, { name: 'Spring', kind: 'scholarship' })
    const of = { tour_date_id, award_id }
    const [person_id = 0] = studio.dancers
    const winner = { id: null, registration_routine_id: null, studio_id: null, place: 1, blurb: '', amount: 25_000 }
    await pickAward(stage, first, of, [{ ...winner, person_id }])
    await release(stage, [first, second], tour_date_id)
    const { id: scholarship_id } = await db
      .selectFrom('scholarships')
      .orderBy('id', 'desc')
      .limit(1)
      .select('id')
      .executeTakeFirstOrThrow()
    const { id } = await begin(studio, await season.city())
    const saved = await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
    const attendee = saved.json().attendees[person_id]
    const choose = () => studio.call('PUT', `/v1/dance360/attendees/${attendee.id}`, { scholarship_id })
    await pickAward(stage, first, of, [])
    const proposal_id = await propose(stage, first, tour_date_id, 'results', 'Wrong winner')

    const { confirmation, choice } = await db.transaction().execute(async (tx) => {
      // Mails are written after the scholarship is taken back.
      await sql`lock table mails in share mode`.execute(tx)
      const confirmation = confirm(proposal_id)
      await untilBlocked()
      const choice = choose()
      await untilBlocked(2)
      return { confirmation, choice }
    })
    expect((await confirmation).statusCode, (await confirmation).body).toBe(200)
    const refusal = await choice
    expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'attendee.scholarship_unknown'])
    const { attendees } = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
    expect(attendees[person_id]).toMatchObject({ has_scholarship: false, fee: attendee.fee })
  })
})

describe('OFF-031 levels that two people change at once', () => {
  const levels = (name: string) => [
    { id: null, name, minimum_points: 28_000 },
    { id: null, name: 'Gold', minimum_points: 0 },
  ]
  const save = (by: number, version: number, name: string, of = 'event and season') =>
    call(by, 'PUT', '/v1/office/award-scale', { tour_date_id, of, version, levels: levels(name) })

  test('are those of the first; the second hears of it and loses nothing of the first', async () => {
    const replies = await Promise.all([save(first, 0, 'Ruby'), save(second, 0, 'Emerald')])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const winning = replies.findIndex(({ statusCode }) => statusCode === 200)
    expect(replies[1 - winning]?.json()).toMatchObject({
      code: 'award_scale.changed_meanwhile',
      message: 'Someone else changed these levels. We have loaded what is new.',
    })
    const firstReply = replies[winning]?.json()
    expect(firstReply.scale_versions).toEqual({ event: 0, season: 0, 'event and season': 1 })
    expect(firstReply.levels[0].name).toBe(winning === 0 ? 'Ruby' : 'Emerald')
    expect((await save(second, 1, 'Emerald')).json().scale_versions['event and season']).toBe(2)
    // Levels of another scope have a version of their own.
    expect((await save(first, 0, 'Pearl', 'season')).statusCode).toBe(200)
  })
})
