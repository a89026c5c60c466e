import type { ExampleWorld } from '@callboard/contract/example-world.ts'
import { randomUUID } from 'node:crypto'
import type { Stage } from '../kit.ts'

/** Adds an item to the vocabulary; answers its id. */
export async function addItem({ db }: Pick<Stage, 'db'>, name: string, parent_id: number | null = null, level = 1) {
  const { id } = await db
    .insertInto('critique_items')
    .values({ name, parent_id, level, event_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A judge's sheet of an entry; answers its id. */
export async function insertSheet({ db, clock }: Pick<Stage, 'db' | 'clock'>, entry_id: number, seat_id: number) {
  const client_id = randomUUID()
  await db
    .insertInto('score_sheets')
    .values({
      ...{ client_id, registration_routine_id: entry_id, seat_id, revision: 1, points: 9_500, criteria: null },
      ...{ abstained: null, critique: 'Clean lines', note: '', source: 'tablet', received_at: clock.now() },
    })
    .execute()
  return client_id
}

/** Two items, and the sheet of the judged routine that counts: a later mark of a seat replaces the one before. */
export async function makeCritiques(
  stage: Stage,
  { tour_date_id, routine_id }: Pick<ExampleWorld['judged'], 'tour_date_id' | 'routine_id'>,
): Promise<ExampleWorld['critiques']> {
  const { client_id } = await stage.db
    .selectFrom('score_sheets')
    .where('registration_routine_id', '=', routine_id)
    .orderBy('seat_id')
    .orderBy('revision', 'desc')
    .select('client_id')
    .executeTakeFirstOrThrow()
  const item_id = await addItem(stage, 'Turns')
  return { tour_date_id, item_id, unused_item_id: await addItem(stage, 'Costume'), client_id }
}

/** A video of the library. */
export async function makeHomework({ db }: Stage): Promise<ExampleWorld['homework']> {
  return db
    .insertInto('homework')
    .values({ name: 'Clean turns', homework_group: 'Foundation', video_url: null })
    .returning('id')
    .executeTakeFirstOrThrow()
}
