import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { expect } from 'vitest'
import { openStage } from '../kit.ts'
import { makeJudgedOrder, makePanel } from '../scenarios/judging.ts'
import { created, openSeason } from '../scenarios/small-city.ts'

export type Cell = {
  seat_id: number
  state: string
  points: number | null
  dropped: boolean
  next_revision: number
  contested: { client_id: string }[]
  sheet: { client_id: string; verified_at: string | null } | null
}
type Entry = {
  id: number
  total: number | null
  cells: Cell[]
  deductions: { id: number }[]
  proposed_overtime: number | null
}
export type Grid = { entries: Entry[]; blocks: { id: number; locked_at: string | null }[] }

/** Two people of the office, and what they do with the scores of a city that is new with each `makeCity`. */
export async function openScores() {
  const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
  const { db, call } = stage
  const season = await openSeason(stage)
  const staff = await Promise.all(
    ['Haddad', 'Osei'].map((lname) =>
      db
        .transaction()
        .execute((tx) =>
          insertAccount(tx, { email: `${lname}@example.com`, fname: 'Noor', lname, role: 'office' }, created),
        ),
    ),
  )
  const [desk = 0, second = 0] = staff.map(({ user_id }) => user_id)

  type City = {
    order: Awaited<ReturnType<typeof makeJudgedOrder>>
    panel: Awaited<ReturnType<typeof makePanel>>
    one: number
    other: number
  }
  let city: City | undefined
  /** A city with two entries in its first block, which a panel of four judges. */
  async function makeCity(): Promise<City> {
    const order = await makeJudgedOrder(stage, season, desk)
    const panel = await makePanel(stage, order.tour_date_id, { seats: 4, blocks: [order.blocks[0] ?? 0] })
    const [one = 0, other = 0] = order.routines
    city = { order, panel, one, other }
    return city
  }

  const ok = async <Body = Grid>(reply: Promise<{ statusCode: number; body: string }>): Promise<Body> => {
    const { statusCode, body } = await reply
    expect(statusCode, body).toBe(200)
    return JSON.parse(body)
  }
  const refusalOf = async (reply: ReturnType<typeof call>) => {
    const { statusCode, body } = await reply
    expect(statusCode, body).toBeGreaterThanOrEqual(400)
    return JSON.parse(body).code
  }
  const seat = (index: number) => city?.panel.seats[index] ?? 0
  const type = (by: number, routine: number, index: number, points: number | null, more: object = {}) =>
    call(by, 'POST', '/v1/office/scores', {
      ...{ registration_routine_id: routine, seat_id: seat(index), revision: 1, points },
      ...{ client_id: crypto.randomUUID(), ...more },
    })
  const decide = (by: number, client_ids: string[], decision = 'confirm') =>
    call(by, 'POST', '/v1/office/scores/decide', { client_ids, decision })
  const cellOf = ({ entries }: Grid, routine: number, index: number) => {
    const cell = entries.find(({ id }) => id === routine)?.cells.find(({ seat_id }) => seat_id === seat(index))
    if (!cell) throw new Error('no such cell')
    return cell
  }
  const totalOf = ({ entries }: Grid, routine: number) => entries.find(({ id }) => id === routine)?.total
  const read = () => ok(call(desk, 'GET', `/v1/office/scores?tour_date_id=${city?.order.tour_date_id}`))
  /** Types and confirms a mark of each seat. */
  async function mark(routine: number, marks: readonly number[]) {
    const ids: string[] = []
    for (const [index, points] of marks.entries()) {
      const client_id = crypto.randomUUID()
      ids.push(client_id)
      await ok(type(desk, routine, index, points, { client_id, accept_unusual: true }))
    }
    return ok(decide(second, ids))
  }

  return {
    ...{ stage, season, desk, second, makeCity },
    ...{ ok, refusalOf, seat, type, decide, cellOf, totalOf, read, mark },
  }
}
