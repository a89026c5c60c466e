import type pg from 'pg'

/** Seconds without a heartbeat after which a process counts as dead and its locks are released. */
const deadAfterSeconds = 20

type Beat = { id: string; worker_ids: readonly string[] }

/** Says that a process lives, with its workers. Times are the database's, so clocks of machines may differ. */
export async function saveBeat(pool: pg.Pool, { id, worker_ids }: Beat): Promise<void> {
  await pool.query(
    `insert into job_processes (id, worker_ids) values ($1, $2)
     on conflict (id) do update set worker_ids = excluded.worker_ids, beat_at = now()`,
    [id, worker_ids],
  )
}

/** Releases the locks of workers that no living process names. Returns the ids of those workers. */
export async function releaseDeadLocks(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker_ids: string[] }>(
    `with past as (select now() - make_interval(secs => $1) as time),
     forgotten as (delete from job_processes where beat_at < (select time from past) - interval '1 hour'),
     dead as (
       select distinct locked_by as worker_id from graphile_worker.jobs, past
       where locked_at < past.time and not exists (
         select from job_processes p where p.beat_at > past.time and locked_by = any (p.worker_ids))
     )
     select array_agg(worker_id) as worker_ids, graphile_worker.force_unlock_workers(array_agg(worker_id))
     from dead having count(*) > 0`,
    [deadAfterSeconds],
  )
  return rows.flatMap(({ worker_ids }) => worker_ids)
}

export const deleteBeat = (pool: pg.Pool, id: string) => pool.query('delete from job_processes where id = $1', [id])
