import { judgeNominationEndpoints } from '@callboard/contract/judging/judge-nominations.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { findOrderCity } from '../running-order/queries.ts'
import type { CritiqueParts } from './critique-parts.ts'

type Nomination = {
  award_id: number
  id: number
  entry_number: number
  suffix: string
  name: string
  studio: string
  judges: number[]
}

/** Nominations by the latest sheet of each seat that counts; a sheet in training or contested nominates nobody. */
async function listNominations(tx: Tx, tour_date_id: number): Promise<Nomination[]> {
  const { rows } = await sql<Nomination>`
    with latest as (
      select distinct on (x.registration_routine_id, x.seat_id) x.registration_routine_id, s.position, x.switches
      from running_order_entries n
      join score_sheets x on x.registration_routine_id = n.registration_routine_id
      join judge_seats s on s.id = x.seat_id and not s.shadow
      where n.tour_date_id = ${tour_date_id} and not x.contested and x.withdrawn_at is null
      order by x.registration_routine_id, x.seat_id, x.revision desc
    )
    select w.award_id, q.id, n.entry_number, n.suffix, d.name, coalesce(t.name, 'Independent') as studio,
      array_agg(l.position order by l.position) as judges
    from latest l
    cross join lateral unnest(l.switches) w(award_id)
    join running_order_entries n on n.registration_routine_id = l.registration_routine_id
    join registration_routines q on q.id = l.registration_routine_id
    join routines d on d.id = q.routine_id
    join registrations r on r.id = q.registration_id
    left join studios t on t.id = r.studio_id
    where n.entry_number is not null
    group by w.award_id, q.id, n.entry_number, n.suffix, d.name, t.name
    order by count(*) desc, n.entry_number, n.suffix`.execute(tx)
  return rows
}

/** Nominations of judges, for the office that picks. They pick nothing themselves. */
export function judgeNominationRoutes(app: App, { listSwitches }: Pick<CritiqueParts, 'listSwitches'>) {
  serve(app, judgeNominationEndpoints.readJudgeNominations, async (tx, { query: { tour_date_id } }) => {
    const city = orNotFound(await findOrderCity(tx, tour_date_id))
    const nominations = await listNominations(tx, tour_date_id)
    return {
      awards: (await listSwitches(tx, city)).map((award) => ({
        ...award,
        entries: nominations
          .filter(({ award_id }) => award_id === award.id)
          .map(({ id, entry_number, suffix, name, studio, judges }) => ({
            ...{ id, name, studio, judges },
            label: entryLabel({ entry_number, suffix }),
          })),
      })),
    }
  })
}
