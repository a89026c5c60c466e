import { sendMails } from '@callboard/server/platform/mail/queries.ts'
import { addJobs } from '@callboard/server/platform/queue/queue.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

// No worker runs here, so jobs stay where they were put.
const { db, clock } = await openStage()

const jobs = async () =>
  (
    await sql<{ key: string | null; task: string }>`select key, task_identifier as task
      from graphile_worker.jobs order by key, id`.execute(db)
  ).rows

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

const addRounds = (...ids: readonly number[]) =>
  db.transaction().execute((tx) =>
    addJobs(
      tx,
      'offer_places',
      ids.map((tour_date_id) => ({ tour_date_id })),
      ({ tour_date_id }) => `offers:${tour_date_id}`,
    ),
  )

test('jobs with keys are there once, however often they are added', async () => {
  await addRounds(1, 2)
  await addRounds(2, 3, 3)
  expect((await jobs()).map(({ key }) => key)).toEqual(['offers:1', 'offers:2', 'offers:3'])
})

test('jobs without keys are there as often as they are added', async () => {
  await db.transaction().execute((tx) => addJobs(tx, 'delete_file', [{ key: 'a' }, { key: 'a' }]))
  expect(await jobs()).toEqual([
    { key: null, task: 'delete_file' },
    { key: null, task: 'delete_file' },
  ])
})

test('two transactions that add the same jobs in another order wait for each other', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => index + 1)
  await addRounds(...ids)
  await Promise.all(Array.from({ length: 8 }, (_, turn) => addRounds(...(turn % 2 === 0 ? ids : ids.toReversed()))))
  expect(await jobs()).toHaveLength(ids.length)
})

test('many mails with keys are written once, and their ids are known by their keys', async () => {
  const letter = { subject: 'Places', preview: 'Places', heading: 'Places', paragraphs: ['Hello'] }
  const send = (...keys: readonly string[]) =>
    db.transaction().execute((tx) =>
      sendMails(
        tx,
        keys.map((dedupe_key) => ({
          envelope: { to: `${dedupe_key}@example.com`, template: 'test', dedupe_key },
          letter,
        })),
        clock.now(),
      ),
    )
  const first = await send('a', 'b')
  const second = await send('b', 'c')
  expect([...first.keys(), ...second.keys()]).toEqual(['a', 'b', 'c'])
  const mails = await db.selectFrom('mails').where('template', '=', 'test').select(['id', 'to']).orderBy('id').execute()
  expect(mails.map(({ to }) => to)).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
  expect(mails.map(({ id }) => id)).toEqual([first.get('a'), first.get('b'), second.get('c')])
  expect(await jobs()).toHaveLength(3)
})
