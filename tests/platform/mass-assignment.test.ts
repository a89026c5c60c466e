import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { describe, expect, test } from 'vitest'
import type { Stage } from '../kit.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()

const studioOf = async ({ db }: Stage, user_id: number) =>
  (await db.selectFrom('users').select('studio_id').where('id', '=', user_id).executeTakeFirstOrThrow()).studio_id

describe('API-085 body fields beyond the contract are ignored, never written', () => {
  test('API-085 SEC-031 a sign-up cannot confirm itself, become staff or claim a studio', async () => {
    const own = await copy()
    const reply = await own.call(0, 'POST', '/v1/mybtf/signup', {
      person: { fname: 'Ines', lname: 'Moreau', person_type_id: 3, admin: true },
      user: { email: 'mass@example.com', password: 'Rehearsal7', confirmed: true, role: 'admin', exempt: true },
      studio_id: world.owner.studio_id,
      role: 'admin',
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(
      await own.db.selectFrom('users').selectAll().where('email', '=', 'mass@example.com').executeTakeFirst(),
    ).toMatchObject({ confirmed: false, role: 'user', exempt: false, studio_id: null })
  })

  test('API-085 a registration takes no notes, fees, payments, admin or states from its owner', async () => {
    const own = await copy()
    const { id } = world.draft
    const row = () => own.db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await row()
    const forbidden = {
      notes: 'Comp everything',
      fees: { total: 1 },
      total: 1,
      paid: 999_999,
      admin_id: cast.admin,
      confirmed: true,
      completed: true,
      viewed: true,
      deleted: true,
      exempt: true,
      mybtf_user_id: cast.rival,
      studio_id: null,
      late_rates: true,
    }
    const reply = await own.call(cast.owner, 'PUT', `/v1/dance360/registrations/${id}`, {
      ...forbidden,
      info_acknowledged: true,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    const after = await row()
    expect(after).toEqual({
      ...before,
      info_acknowledged: true,
      version: after.version,
      updated: after.updated,
    })
  })

  test('API-085 people and routines take no fee, scholarship or place from their studio', async () => {
    const own = await copy()
    const { id, version, attendees, person_id, routine_id, performance_division_id } = world.draft
    const gift = {
      fee: 0,
      has_scholarship: true,
      scholarship_amount: 99_900,
      access_code: 'FREE',
      media_pass_old: true,
    }
    const people = await own.call(cast.owner, 'PUT', '/v1/dance360/workshop/attendees', {
      id,
      version,
      attendees: attendees.map((attendee) => ({ ...attendee, ...gift })),
      additional_observers: { one: 0, two: 0, complimentary: 50 },
    })
    expect(people.statusCode, people.body).toBe(200)
    for (const attendee of Object.values<Record<string, unknown>>(people.json().attendees)) {
      expect(attendee).toMatchObject({ has_scholarship: false, scholarship_amount: 0, access_code: null })
      expect(attendee['fee']).toBeGreaterThanOrEqual(0)
    }
    const total = Object.values<{ fee: number }>(people.json().attendees).reduce((sum, { fee }) => sum + fee, 0)
    expect(total).toBeGreaterThan(0)

    const routine = await own.call(cast.owner, 'PUT', `/v1/dance360/routines/${routine_id}`, {
      routine: { name: 'First Light' },
      attendees: [{ person_id }],
      performance_division_id,
      fee: 0,
      status: 'waiting',
      date_routine_id: 1,
      is_best_dancer: true,
    })
    expect(routine.statusCode, routine.body).toBe(200)
    expect(routine.json().routine).toMatchObject({ status: 'registered', date_routine_id: null, is_best_dancer: false })
    expect(routine.json().routine.fee).toBeGreaterThan(0)
  })

  test('SEC-006 SEC-031 a registration belongs to the account’s own studio, whichever studio the call names', async () => {
    const own = await copy()
    const [mine, theirs] = [world.owner.studio_id, await studioOf(own, cast.rival)]
    const begin = async (by: number, studio_id: number | null) => {
      const reply = await own.call(by, 'POST', '/v1/mybtf/registration', {
        tour_date_id: world.free_tour_date_id,
        mybtf_user_id: cast.rival,
        studio_id,
        ancillary: studio_id === null,
      })
      if (reply.statusCode >= 400) return reply.statusCode
      return own.db
        .selectFrom('registrations')
        .select(['studio_id', 'user_id', 'ancillary'])
        .where('id', '=', reply.json().id)
        .executeTakeFirstOrThrow()
    }
    expect(await begin(cast.owner, theirs)).toEqual({ studio_id: mine, user_id: cast.owner, ancillary: false })
    expect(await begin(cast.independent, theirs)).toEqual({
      studio_id: null,
      user_id: cast.independent,
      ancillary: true,
    })
  })

  test('API-085 SEC-012 a studio’s flags are the office’s', async () => {
    const own = await copy()
    const endpoint: Endpoint = contract.saveStudio
    const example = endpoint.example(world)
    const flags = {
      flagged: true,
      bypass_deposit: true,
      bypass_removed_routine_fee: true,
      bypass_removed_routine_fee_post_deadline: true,
    }
    const body = { ...(example.body as object), ...flags }
    const reply = await own.call(cast.owner, 'PUT', `/v1/mybtf/studios/${world.owner.studio_id}`, body)
    expect(reply.statusCode, reply.body).toBe(200)
    const none = Object.fromEntries(Object.keys(flags).map((flag) => [flag, false]))
    expect(reply.json()).toMatchObject(none)
    expect(
      await own.db.selectFrom('studios').selectAll().where('id', '=', world.owner.studio_id).executeTakeFirst(),
    ).toMatchObject(none)
  })
})
