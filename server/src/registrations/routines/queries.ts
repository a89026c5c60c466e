import type { Difference } from '@callboard/domain/registrations/difference.ts'
import type { Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { routineOptionNames } from '@callboard/domain/registrations/routines/routine-options.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/connect.ts'

type Owned = Registration & { user_id: number }
type Lists = Pick<Registration, 'routines' | 'waiting_list_routines'>

/**
 * Saves the changed routines and casts of a registration, one statement per kind of change. Returns them with their
 * ids.
 */
export async function saveRoutines(tx: Tx, registration: Owned, changes: Difference): Promise<Lists> {
  const { inserted, updated, deleted } = changes.routines
  const { id } = registration
  if (deleted.length > 0) {
    await tx.deleteFrom('registration_routines').where('registration_id', '=', id).where('id', 'in', deleted).execute()
  }
  const ids = await insertRoutines(tx, registration, inserted)
  await updateRoutines(tx, id, updated)
  const withId = (routine: RegistrationRoutine) => ids.get(routine) ?? routine
  await saveCasts(tx, id, changes, withId)
  return {
    routines: registration.routines.map(withId),
    waiting_list_routines: registration.waiting_list_routines.map(withId),
  }
}

/** Ids of one statement's rows, in the order the rows were given: each takes the next number. */
const inOrder = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).toSorted((one, other) => one - other)

async function insertRoutines(tx: Tx, { id, user_id, studio_id }: Owned, inserted: readonly RegistrationRoutine[]) {
  const insertedRoutines = new Map<RegistrationRoutine, RegistrationRoutine>()
  if (inserted.length === 0) return insertedRoutines
  const pieces = await tx
    .insertInto('routines')
    .values(inserted.map(({ routine }) => ({ user_id, studio_id, ...routine })))
    .returning('id')
    .execute()
  const routine_ids = inOrder(pieces)
  const rows = inserted.map((routine, place) => ({
    registration_id: id,
    // Routines added in an edit already have an id; other new routines have none.
    ...(routine.id !== null && { id: routine.id }),
    // One id per inserted row.
    routine_id: routine_ids[place] ?? 0,
    ...columnsOf(routine),
  }))
  const entries = inOrder(await tx.insertInto('registration_routines').values(rows).returning('id').execute())
  inserted.forEach((routine, place) => {
    const id_given = routine.id ?? entries[place] ?? null
    insertedRoutines.set(routine, { ...routine, id: id_given, routine_id: routine_ids[place] ?? null })
  })
  return insertedRoutines
}

function columnsOf(entry: RegistrationRoutine) {
  const {
    id: _,
    _temp_id,
    routine_id: __,
    routine: ___,
    attendees: ____,
    age_division,
    routine_category,
    ...columns
  } = entry
  return { ...columns, age_division_level_id: age_division.level_id, category_id: routine_category.category_id }
}

const setOptions = sql.join(routineOptionNames.map((option) => sql`${sql.ref(option)} = v.${sql.ref(option)}`))

/** Changed routines, all in two statements: the entries, and the pieces they are entries of. */
async function updateRoutines(tx: Tx, registration_id: number, updated: readonly RegistrationRoutine[]) {
  if (updated.length === 0) return
  const entries = updated.map((routine) => ({ id: routine.id, ...columnsOf(routine) }))
  await sql`update registration_routines r set
      performance_division_id = v.performance_division_id, age_division_level_id = v.age_division_level_id,
      category_id = v.category_id, extra_time = v.extra_time, ${setOptions}, regional_award_id = v.regional_award_id,
      copy_music = v.copy_music, old_music_id = v.old_music_id, music_id = v.music_id, no_music = v.no_music,
      upload_email = v.upload_email, is_best_dancer = v.is_best_dancer, status = v.status, fee = v.fee
    from jsonb_populate_recordset(null::registration_routines, ${JSON.stringify(entries)}::jsonb) v
    where r.id = v.id and r.registration_id = ${registration_id}`.execute(tx)
  const pieces = updated.map(({ routine_id, routine }) => ({ id: routine_id, ...routine }))
  await sql`update routines d set name = v.name, choreographer = v.choreographer
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) v(id integer, name text, choreographer text)
    where d.id = v.id and (d.name, d.choreographer) is distinct from (v.name, v.choreographer)`.execute(tx)
}

async function saveCasts(
  tx: Tx,
  registration_id: number,
  { casts }: Difference,
  withId: (routine: RegistrationRoutine) => RegistrationRoutine,
) {
  const rows = (people: 'added' | 'removed') =>
    casts.flatMap((change) => {
      const { id } = withId(change.routine)
      const levels = new Map(change.routine.attendees.map((one) => [one.person_id, one.workshop_level_id]))
      return id === null
        ? []
        : change[people].map((person_id) => ({
            registration_routine_id: id,
            person_id,
            level_id: levels.get(person_id),
          }))
    })
  const removed = rows('removed')
  if (removed.length > 0) {
    const removedRows = sql`jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) v(registration_routine_id integer, person_id integer)`
    const isGone = sql`a.registration_routine_id = v.registration_routine_id and a.person_id = v.person_id
      and a.registration_id = ${registration_id}`
    await sql`delete from routine_attendees a using ${removedRows} where ${isGone}`.execute(tx)
    await sql`delete from waiting_casts a using ${removedRows} where ${isGone}`.execute(tx)
  }
  const addedRows = rows('added').map((row) => ({ ...row, registration_id }))
  const here = addedRows.flatMap(({ level_id, ...row }) => (level_id === undefined ? [row] : []))
  const coming = addedRows.flatMap(({ level_id, ...row }) => (level_id === undefined ? [] : [{ ...row, level_id }]))
  if (here.length > 0) await tx.insertInto('routine_attendees').values(here).execute()
  if (coming.length > 0) await tx.insertInto('waiting_casts').values(coming).execute()
}

/** Moves waiting dancers who are now registered into the regular cast of their routine. */
export const settleCasts = (tx: Tx, registration_id: number) =>
  sql`with settled as (
      delete from waiting_casts w using attendees a
      where w.registration_id = ${registration_id} and a.registration_id = w.registration_id and a.person_id = w.person_id
      returning w.registration_routine_id, w.registration_id, w.person_id
    )
    insert into routine_attendees (registration_routine_id, registration_id, person_id)
    select registration_routine_id, registration_id, person_id from settled on conflict do nothing`.execute(tx)

/** Reverts `settleCasts` when an offer expires: dancers who came with its routines return to the waiting casts. */
export const unsettleCasts = (tx: Tx, entry_id: number) =>
  sql`with leaving as (
      delete from routine_attendees a using waiting_people p, waiting_routines r
      where p.entry_id = ${entry_id} and r.entry_id = p.entry_id and p.with_routine and p.from_level_id is null
      and a.registration_routine_id = r.registration_routine_id and a.person_id = p.person_id
      returning a.registration_routine_id, a.registration_id, a.person_id, p.level_id
    )
    insert into waiting_casts (registration_routine_id, registration_id, person_id, level_id)
    select registration_routine_id, registration_id, person_id, level_id from leaving on conflict do nothing`.execute(
    tx,
  )

/** Assigns event numbers to the routines of a completed registration. REV-021. */
export const assignRoutineNumbers = (tx: Tx, registration_id: number) =>
  tx
    .updateTable('registration_routines')
    .set({ date_routine_id: sql`nextval('date_routine_ids')` })
    .where('registration_id', '=', registration_id)
    .where('date_routine_id', 'is', null)
    .execute()

// A routine's music and upload request are never part of an edit. COMP-025.

const routineUpdate = (tx: Tx, id: number) => tx.updateTable('registration_routines').where('id', '=', id)

export const setRoutineMusic = (tx: Tx, id: number, music_id: number) =>
  routineUpdate(tx, id).set({ music_id, no_music: false }).execute()

export const clearRoutineMusic = (tx: Tx, id: number) => routineUpdate(tx, id).set({ music_id: null }).execute()

/** Sets whether a routine is danced without music; if so it loses the music it had. */
export const setNoMusic = (tx: Tx, id: number, no_music: boolean) =>
  routineUpdate(tx, id)
    .set({ no_music, ...(no_music && { music_id: null }) })
    .execute()

type StoredMusicState = { id: number; music_id: number | null; no_music: boolean }

/** Sets the music of several routines, or that they are danced without. */
export async function setMusicStates(tx: Tx, states: readonly StoredMusicState[]): Promise<void> {
  if (states.length === 0) return
  await sql`update registration_routines r set music_id = v.music_id, no_music = v.no_music
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) v(id integer, music_id integer, no_music boolean)
    where r.id = v.id`.execute(tx)
}

/** Sets who was mailed the link to upload a routine's music. */
export const setUploadEmail = (tx: Tx, id: number, upload_email: string) =>
  routineUpdate(tx, id).set({ upload_email }).execute()

/** Assigns each music to its routine. */
export async function attachMusic(tx: Tx, music: readonly { id: number; registration_routine_id: number }[]) {
  if (music.length === 0) return
  await sql`update registration_routines r set music_id = v.id
    from jsonb_to_recordset(${JSON.stringify(music)}::jsonb) v(id integer, registration_routine_id integer)
    where r.id = v.registration_routine_id`.execute(tx)
}

/** Whether a judge has marked a routine or an audition of this registration. */
export async function hasScores(tx: Tx, registration_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('score_sheets as x')
    .innerJoin('registration_routines as q', 'q.id', 'x.registration_routine_id')
    .where('q.registration_id', '=', registration_id)
    .select('q.registration_id as id')
    .unionAll(
      tx
        .selectFrom('audition_sheets as x')
        .innerJoin('attendees as a', 'a.id', 'x.attendee_id')
        .where('a.registration_id', '=', registration_id)
        .select('a.registration_id as id'),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether any of these routines is in a published running order. */
export async function hasScheduled(tx: Tx, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false
  const scheduled = await tx
    .selectFrom('running_order_entries')
    .where('registration_routine_id', 'in', ids)
    .where('entry_number', 'is not', null)
    .select('registration_routine_id')
    .executeTakeFirst()
  return scheduled !== undefined
}

/** The names of the dancers of a routine `q` of a registration, by last name. */
export const castNames = sql<{ name: string }[]>`(
  select coalesce(json_agg(json_build_object('name', concat_ws(' ', person.fname, person.lname))
    order by person.lname, dancer.person_id), '[]')
  from routine_attendees dancer join persons person on person.id = dancer.person_id
  where dancer.registration_routine_id = q.id)`
