import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertStudio, inventDancers } from '@callboard/server/dev/build-people.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { startAppProcess } from '../app-process/start.ts'
import type { Stage } from '../kit.ts'
import { created, reviewed, type Season } from './small-city.ts'

export type Process = { child: ChildProcess; origin: string }
export type Client = { cookie: string; user_id: number; studio_id: number; person_id: number }

/** The product once more, in a process of its own on the same database; ended after the tests, if nobody killed it. */
export async function anotherProcess(stage: Stage, nmi: object = {}): Promise<Process> {
  const child = startAppProcess({ url: stage.url, folder: stage.folder, now: stage.clock.time, nmi })
  afterAll(() => void child.kill('SIGKILL'))
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, origin: `http://127.0.0.1:${message.port}` }
}

/** So many studios with one dancer each, signed in. */
export async function concurrentUsers({ db }: Stage, many: number, name: string): Promise<Client[]> {
  const clients: (Client & { token: string })[] = []
  await db.transaction().execute(async (tx) => {
    for (let i = 0; i < many; i += 1) {
      const { user_id, studio_id, person_ids } = await insertStudio(tx, {
        email: `${name}${i}@crowd.example`,
        name: `${name} ${i}`,
        owner: ['Grace', 'Oyelaran'],
        city: 'Portland',
        state_id: 38,
        roster: inventDancers(1),
        created,
      })
      const token = newToken()
      clients.push({ user_id, studio_id, person_id: person_ids[0] ?? 0, token, cookie: `callboard_session=${token}` })
    }
    const session = (of: { user_id: number; token: string }) => ({
      token_hash: hashOf(of.token),
      user_id: of.user_id,
      created,
      expires_at: instant('2099-01-01'),
    })
    await tx.insertInto('sessions').values(clients.map(session)).execute()
  })
  return clients
}

/**
 * A registration of each client in a city, with its dancer and a solo, ready to be reviewed: one is made by the product,
 * the others are copies of its rows.
 */
export async function readyInCity(stage: Stage, season: Season, tour_date_id: number, clients: readonly Client[]) {
  const studio = await season.studio({ dancers: 1, teachers: 0 })
  const { id } = await reviewed(studio, tour_date_id, [studio.dancers])
  const people = JSON.stringify(clients)
  const { rows } = await sql<{ id: number; user_id: number }>`
    with crowd as (
      select * from jsonb_to_recordset(${people}::jsonb) c(user_id integer, studio_id integer, person_id integer)
    ), numbered as (
      select c.*, nextval(pg_get_serial_sequence('registrations', 'id'))::integer as registration_id,
        nextval(pg_get_serial_sequence('registration_routines', 'id'))::integer as entry_id from crowd c
    ), made as (
      insert into registrations overriding system value
      select n.* from registrations r, numbered m,
        jsonb_populate_record(r, jsonb_build_object('id', m.registration_id, 'user_id', m.user_id, 'studio_id', m.studio_id)) n
      where r.id = ${id} returning id, user_id
    ), danced as (
      insert into attendees overriding system value
      select n.* from attendees a, numbered m, jsonb_populate_record(a, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('attendees', 'id')), 'registration_id', m.registration_id,
        'person_id', m.person_id)) n
      where a.registration_id = ${id} returning 1
    ), entered as (
      insert into registration_routines overriding system value
      select n.* from registration_routines a, numbered m, jsonb_populate_record(a, jsonb_build_object(
        'id', m.entry_id, 'registration_id', m.registration_id)) n
      where a.registration_id = ${id} returning 1
    ), cast_of as (
      insert into routine_attendees (registration_routine_id, registration_id, person_id)
      select m.entry_id, m.registration_id, m.person_id from numbered m returning 1
    )
    select id, user_id from made`.execute(stage.db)
  await sql`update registrations set deleted = true where id = ${id}`.execute(stage.db)
  const ids = new Map(rows.map((row) => [row.user_id, row.id]))
  return clients.map((client) => ({ ...client, id: ids.get(client.user_id) ?? 0 }))
}

export type Ready = Awaited<ReturnType<typeof readyInCity>>[number]

/** A call over the wire; a line that breaks answers 0. */
export async function over(
  { origin }: Pick<Process, 'origin'>,
  { cookie }: Pick<Client, 'cookie'>,
  method: string,
  url: string,
  body?: unknown,
) {
  try {
    const reply = await fetch(`${origin}${url}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Record<string, unknown> }
  } catch {
    return { status: 0, body: {} as Record<string, unknown> }
  }
}

export const review = (process: Pick<Process, 'origin'>, { id, ...client }: Ready) =>
  over(process, client, 'PUT', `/v1/dance360/registrations/${id}`, { reviewed: true })

/** Returns the invariants that a race violated, one line each. */
export async function broken({ db }: Stage): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'count ' || c.key || ' differs from its claims' as what from capacity c
      left join (select tour_date_id, key, sum(n) as n from place_claims group by 1, 2) p using (tour_date_id, key)
      where c.taken <> coalesce(p.n, 0)
    union all select 'more of ' || key || ' than there are' from capacity where taken > places
    union all select 'a claim for good without a completed or covered registration' from place_claims p
      join registrations r on r.id = p.registration_id
      where p.held_until is null and not r.completed and r.hold_ends < '9999-01-01'
    union all select 'a completed registration without its places' from registrations r
      where r.completed and not r.deleted and r.routine_count > 0
      and (select coalesce(sum(n), 0) from place_claims p where p.registration_id = r.id and p.key = 'routines' and p.held_until is null) <> r.routine_count
    union all select 'paid and without places' from registrations r
      where r.paid >= r.total and r.total > 0 and r.routine_count > 0 and not r.deleted
      and not exists (select from place_claims p where p.registration_id = r.id)`.execute(db)
  return rows.map(({ what }) => what)
}

/** How many replies there are of each status. */
export function tally(replies: readonly { status: number }[]) {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** How many places of a key are gone in a city. */
export const takenOf = async ({ db }: Stage, tour_date_id: number, key: string): Promise<number> =>
  (
    await db
      .selectFrom('capacity')
      .select('taken')
      .where('tour_date_id', '=', tour_date_id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
  ).taken
