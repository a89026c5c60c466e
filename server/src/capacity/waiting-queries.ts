import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { statesBefore, type EntryState, type PartsById } from '@callboard/domain/waiting-list/entry.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'
import { isLive, wasNotCompleted } from '../platform/db/registration-status.ts'

export const inLine = ['waiting', 'offered', 'accepted'] as const satisfies readonly EntryState[]
const open = ['waiting', 'offered'] as const satisfies readonly EntryState[]

const routinesOf = (tx: Tx) =>
  tx
    .selectFrom('waiting_entries as e')
    .innerJoin('registrations as r', 'r.id', 'e.registration_id')
    .where(isLive('r'))
    // Accepted entries of a completed registration are no longer in the line.
    .where((on) => on.or([on('e.state', 'in', open), on.and([on('e.state', '=', 'accepted'), wasNotCompleted('r')])]))
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('waiting_routines as w')
          .innerJoin('registration_routines as x', 'x.id', 'w.registration_routine_id')
          .innerJoin('routines as d', 'd.id', 'x.routine_id')
          .innerJoin('routine_categories as c', 'c.category_id', 'x.category_id')
          .whereRef('w.entry_id', '=', 'e.id')
          .orderBy('x.id')
          .select(['x.id', 'd.name', 'c.category_id', 'c.name as category', 'c.is_solo'])
          // Members of the cast who are not registered yet.
          .select((of) =>
            jsonArrayFrom(
              of
                .selectFrom('waiting_casts as k')
                .innerJoin('persons as p', 'p.id', 'k.person_id')
                .leftJoin('attendees as a', (join) =>
                  join.onRef('a.registration_id', '=', 'k.registration_id').onRef('a.person_id', '=', 'k.person_id'),
                )
                .whereRef('k.registration_routine_id', '=', 'x.id')
                .where('a.person_id', 'is', null)
                .orderBy('k.person_id')
                .select(['k.person_id', sql<string>`trim(p.fname || ' ' || p.lname)`.as('name')]),
            ).as('coming'),
          ),
      ).as('routines'),
    )
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('waiting_people as w')
          .innerJoin('persons as p', 'p.id', 'w.person_id')
          .innerJoin('workshop_levels as l', 'l.id', 'w.level_id')
          .whereRef('w.entry_id', '=', 'e.id')
          .orderBy('w.id')
          .leftJoin('attendees as a', (join) =>
            join.onRef('a.registration_id', '=', 'w.registration_id').onRef('a.person_id', '=', 'w.person_id'),
          )
          .select(['w.id', 'w.person_id', 'w.level_id', 'l.level', 'l.kind', 'a.person_id as registered'])
          .select(sql<string>`trim(p.fname || ' ' || p.lname)`.as('name')),
      ).as('people'),
    )
    .select([
      'e.id',
      'e.tour_date_id',
      'e.registration_id',
      'e.position',
      'e.takes_part',
      'e.state',
      'e.title',
      'e.joined_at',
      'e.offered_at',
      'e.offer_ends',
      'e.reason',
      'r.dancers',
      'r.completed',
    ])
    .orderBy('e.position')
    .orderBy('e.id')

export type WaitingEntryRow = Awaited<ReturnType<ReturnType<typeof routinesOf>['execute']>>[number]

/** Loads a city's waiting list in order: waiting entries, open offers and accepted offers that are not completed. */
export const loadLine = (tx: Tx, tour_date_id: number): Promise<WaitingEntryRow[]> =>
  routinesOf(tx).where('e.tour_date_id', '=', tour_date_id).execute()

/** Loads the waiting-list entries of a registration. */
export const loadOwnEntries = (tx: Tx, registration_id: number): Promise<WaitingEntryRow[]> =>
  routinesOf(tx).where('e.registration_id', '=', registration_id).execute()

/** The registrations of those who wait, kept from being deleted meanwhile; in the order of their numbers. */
export const lockWaitingRegistrations = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('registrations')
    .where('id', 'in', (from) =>
      from
        .selectFrom('waiting_entries')
        .where('tour_date_id', '=', tour_date_id)
        .where('state', '=', 'waiting')
        .select('registration_id'),
    )
    .orderBy('id')
    .select('id')
    .forKeyShare()
    .execute()

export const findEntry = (tx: Tx, id: number) =>
  tx.selectFrom('waiting_entries').where('id', '=', id).selectAll().executeTakeFirst()

/** An entry under its row lock; its registration is locked before it. */
export const lockEntry = (tx: Tx, id: number) =>
  tx.selectFrom('waiting_entries').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

/** Returns the registration of a waiting routine. */
export const findRegistrationOfWaiting = (tx: Tx, routine_id: number) =>
  tx
    .selectFrom('registration_routines as x')
    .innerJoin('registrations as r', 'r.id', 'x.registration_id')
    .where('x.id', '=', routine_id)
    .where(isLive('r'))
    .select('x.registration_id')
    .executeTakeFirst()

/** Returns the registration of a waiting person. */
export const findWaitingPerson = (tx: Tx, id: number) =>
  tx
    .selectFrom('waiting_people as w')
    .innerJoin('registrations as r', 'r.id', 'w.registration_id')
    .where('w.id', '=', id)
    .where(isLive('r'))
    .select('w.registration_id')
    .executeTakeFirst()

/** Removes these routines from the waiting list. */
export const dropRoutines = (tx: Tx, routine_ids: readonly number[]) =>
  tx.deleteFrom('waiting_routines').where('registration_routine_id', 'in', routine_ids).execute()

export const routinesOfEntry = async (tx: Tx, entry_id: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('waiting_routines')
      .where('entry_id', '=', entry_id)
      .orderBy('registration_routine_id')
      .select('registration_routine_id as id')
      .execute()
  ).map(({ id }) => id)

/** Lists the people of an entry with their level. `is_registered`: now, at whichever level. */
export const peopleOfEntry = (tx: Tx, entry_id: number) =>
  tx
    .selectFrom('waiting_people as w')
    .innerJoin('workshop_levels as l', 'l.id', 'w.level_id')
    .leftJoin('attendees as a', (join) =>
      join.onRef('a.registration_id', '=', 'w.registration_id').onRef('a.person_id', '=', 'w.person_id'),
    )
    .where('w.entry_id', '=', entry_id)
    .orderBy('w.id')
    .select(['w.id', 'w.person_id', 'w.level_id', 'w.from_level_id', 'w.with_routine', 'l.kind'])
    .select(sql<boolean>`a.id is not null`.as('is_registered'))
    .execute()

/** Stores the previous levels of people who accept, to restore them when the offer expires incomplete. */
export const rememberLevels = (tx: Tx, entry_id: number) =>
  tx
    .updateTable('waiting_people as w')
    .from('attendees as a')
    .set((of) => ({ from_level_id: of.ref('a.workshop_level_id') }))
    .where('w.entry_id', '=', entry_id)
    .whereRef('a.registration_id', '=', 'w.registration_id')
    .whereRef('a.person_id', '=', 'w.person_id')
    .execute()

type Joining = { tour_date_id: number; registration_id: number; takes_part: boolean; title: string; joined_at: Instant }

/** Puts routines behind everyone who waits. A routine that stood in line already leaves its former entry. */
export async function insertEntry(tx: Tx, joining: Joining, routine_ids: readonly number[]): Promise<number> {
  const { id } = await tx.insertInto('waiting_entries').values(joining).returning('id').executeTakeFirstOrThrow()
  await moveRoutines(tx, id, routine_ids)
  return id
}

type Waits = { person_id: number; level_id: number; with_routine?: boolean }

/** Puts people behind everyone who waits. */
export async function insertPeopleEntry(tx: Tx, joining: Joining, people: readonly Waits[]): Promise<void> {
  const { id } = await tx.insertInto('waiting_entries').values(joining).returning('id').executeTakeFirstOrThrow()
  await insertWaitingPeople(tx, id, joining.registration_id, people)
}

export const insertWaitingPeople = async (
  tx: Tx,
  entry_id: number,
  registration_id: number,
  people: readonly Waits[],
): Promise<void> => {
  if (people.length === 0) return
  await tx
    .insertInto('waiting_people')
    .values(people.map((person) => ({ ...person, entry_id, registration_id })))
    .execute()
}

/**
 * Lists members of these routines' casts who are neither registered nor waiting, with the level they would register at.
 */
export const loadNewcomers = (tx: Tx, registration_id: number, routine_ids: readonly number[]) =>
  tx
    .selectFrom('waiting_casts as k')
    .where('k.registration_id', '=', registration_id)
    .where('k.registration_routine_id', 'in', routine_ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('waiting_people as w')
            .whereRef('w.registration_id', '=', 'k.registration_id')
            .whereRef('w.person_id', '=', 'k.person_id')
            .select('w.id'),
        ),
      ),
    )
    .groupBy('k.person_id')
    .orderBy('k.person_id')
    .select((of) => ['k.person_id', of.fn.min('k.level_id').as('level_id')])
    .execute()

/** Moves all people of these entries to another entry. */
export const movePeople = async (tx: Tx, from: readonly { id: number }[], entry_id: number): Promise<void> => {
  const ids = from.map(({ id }) => id)
  if (ids.length > 0) await tx.updateTable('waiting_people').set({ entry_id }).where('entry_id', 'in', ids).execute()
}

export const dropPeople = (tx: Tx, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : tx.deleteFrom('waiting_people').where('id', 'in', ids).execute()

/** Removes people who wait because of a routine that is no longer in their entry. */
export const dropWithoutRoutine = (tx: Tx, registration_id: number) =>
  sql`delete from waiting_people p where p.registration_id = ${registration_id} and p.with_routine and not exists (
      select from waiting_routines r join waiting_casts k on k.registration_routine_id = r.registration_routine_id
      where r.entry_id = p.entry_id and k.person_id = p.person_id
    ) and exists (select from waiting_entries e where e.id = p.entry_id and e.state in ('waiting', 'offered'))`.execute(
    tx,
  )

/** Removes people who waited with a routine and are registered by now. Returns the ids of their entries. */
export async function dropRegisteredPeople(tx: Tx, registration_id: number): Promise<Set<number>> {
  const { rows } = await sql<{ entry_id: number }>`
    delete from waiting_people p using waiting_entries e, attendees a
    where p.registration_id = ${registration_id} and p.with_routine and e.id = p.entry_id and e.state = 'waiting'
      and a.registration_id = p.registration_id and a.person_id = p.person_id
    returning p.entry_id`.execute(tx)
  return new Set(rows.map(({ entry_id }) => entry_id))
}

const moveRoutines = (tx: Tx, entry_id: number, routine_ids: readonly number[]) =>
  tx
    .insertInto('waiting_routines')
    .values(routine_ids.map((registration_routine_id) => ({ registration_routine_id, entry_id })))
    .onConflict((conflict) => conflict.column('registration_routine_id').doUpdateSet({ entry_id }))
    .execute()

/** Splits part of an entry into a new entry at the same position. */
export async function splitEntry(tx: Tx, { id }: WaitingEntryRow, parts: PartsById, title: string): Promise<number> {
  const { id: part } = await tx
    .insertInto('waiting_entries')
    .columns(['tour_date_id', 'registration_id', 'position', 'takes_part', 'title', 'joined_at'])
    .expression((from) =>
      from
        .selectFrom('waiting_entries')
        .where('id', '=', id)
        .select([
          'tour_date_id',
          'registration_id',
          'position',
          'takes_part',
          sql<string>`${title}`.as('title'),
          'joined_at',
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (parts.routines.length > 0) await moveRoutines(tx, part, parts.routines)
  if (parts.people.length > 0)
    await tx.updateTable('waiting_people').set({ entry_id: part }).where('id', 'in', parts.people).execute()
  return part
}

/** These entries have an offer until a moment. */
export const markOffered = (tx: Tx, ids: readonly number[], offered_at: Instant, offer_ends: Instant) =>
  tx
    .updateTable('waiting_entries')
    .set({ state: 'offered', offered_at, offer_ends })
    .where('id', 'in', ids)
    .where('state', 'in', statesBefore('offered'))
    .returning('id')
    .execute()

/** Marks an entry as accepted; only its expiry reverts this. */
export async function markAccepted(tx: Tx, id: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('waiting_entries')
    .set({ state: 'accepted' })
    .where('id', '=', id)
    .where('state', 'in', statesBefore('accepted'))
    .executeTakeFirstOrThrow()
  mustMove(numUpdatedRows, [id], 'accepted')
}

/** Entries are read under their lock before they move, so a move outside the table is a defect. */
function mustMove(updated: bigint, ids: readonly number[], state: EntryState) {
  if (Number(updated) !== ids.length) throw new Error(`Waiting entries ${ids.join(', ')} cannot become ${state}`)
}

type ClosedState = Extract<EntryState, 'declined' | 'expired' | 'left' | 'refused'>

/** Closes entries and removes their routines and people from the waiting list. */
export async function closeEntries(
  tx: Tx,
  ids: readonly number[],
  state: ClosedState,
  closed_at: Instant,
  reason = '',
) {
  if (ids.length === 0) return
  const { numUpdatedRows } = await tx
    .updateTable('waiting_entries')
    .set({ state, closed_at, reason })
    .where('id', 'in', ids)
    .where('state', 'in', statesBefore(state))
    .executeTakeFirstOrThrow()
  mustMove(numUpdatedRows, ids, state)
  await tx.deleteFrom('waiting_routines').where('entry_id', 'in', ids).execute()
  await tx.deleteFrom('waiting_people').where('entry_id', 'in', ids).execute()
}

export const renameEntries = (tx: Tx, titles: readonly { id: number; title: string }[]) =>
  sql`update waiting_entries e set title = v.title
    from jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) v(id integer, title text) where e.id = v.id`.execute(tx)

export const moveEntry = (tx: Tx, id: number, position: number) =>
  tx.updateTable('waiting_entries').set({ position }).where('id', '=', id).execute()

/** Entries whose offer has run out: unanswered, or accepted and not finished, its places not claimed for good. */
export const findOverdue = (tx: Tx, now: Instant, most: number) =>
  tx
    .selectFrom('waiting_entries as e')
    .innerJoin('registrations as r', 'r.id', 'e.registration_id')
    .where('e.offer_ends', '<=', now)
    .where((on) =>
      on.or([
        on('e.state', '=', 'offered'),
        // An active hold, or a pending or completed payment, keeps the accepted places.
        on.and([
          on('e.state', '=', 'accepted'),
          wasNotCompleted('r'),
          on.or([on('r.hold_ends', 'is', null), on('r.hold_ends', '<=', now)]),
        ]),
      ]),
    )
    .orderBy('e.id')
    .limit(most)
    .select(['e.id', 'e.registration_id'])
    .execute()

/** An entry of which nothing is left. */
export const isEmpty = ({ routines, people }: WaitingEntryRow): boolean => routines.length + people.length === 0
