import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { dollars } from '@callboard/domain/kernel/money.ts'
import type { Tx } from '../platform/db/connect.ts'
import { thisSeason } from './build-season.ts'
import { opening } from './clock.ts'

/** Teachers of the demonstration are born before. */
const youngerThan = calendarDate('2006-12-31')

type DemonstrationAccount = { user_id: number }

/** Dancers of an account's roster, the first in order of entry. */
const dancersOf = (tx: Tx, { user_id }: DemonstrationAccount, number: number) =>
  tx
    .selectFrom('roster')
    .innerJoin('persons', 'persons.id', 'roster.person_id')
    .where('roster.user_id', '=', user_id)
    .where('persons.birthdate', '>', youngerThan)
    .orderBy('persons.id')
    .limit(number)
    .select('persons.id')
    .execute()

/**
 * Inserts last season's scholarships and the office's decisions on earlier attendance: one confirmed, one denied. One
 * scholarship adds its holder to a Best Dancer program. ATT-031, ATT-032, OFF-023.
 */
export async function insertDemonstrationScholarships(tx: Tx, main: DemonstrationAccount): Promise<void> {
  const [winner, second, third, fourth] = await dancersOf(tx, main, 4)
  if (!winner || !second || !third || !fourth) return
  const adding = await tx
    .selectFrom('vip_types')
    .where('add_winner', '=', true)
    .where('active', '=', true)
    .orderBy('id')
    .select('id')
    .executeTakeFirst()
  const season_id = thisSeason.id
  const anywhere = { season_id, event_id: null, recorded: opening }
  await tx
    .insertInto('scholarships')
    .values([
      { ...anywhere, person_id: winner.id, vip_type_id: adding?.id ?? null, amount: dollars(250), note: 'Winner' },
      { ...anywhere, person_id: second.id, vip_type_id: null, amount: dollars(100), note: 'Runner-up' },
    ])
    .execute()
  await tx
    .insertInto('attendance_records')
    .values([
      { season_id, person_id: third.id, attended: true, note: 'Ticket from last fall', recorded: opening },
      { season_id, person_id: fourth.id, attended: false, note: 'No registration found', recorded: opening },
    ])
    .execute()
}
