import { randomUUID } from 'node:crypto'
import type { Db } from '../platform/db/connect.ts'
import type { App } from '../platform/http/serve.ts'
import { markCritiques } from './demonstration-critiques.ts'
import { openOffice, type Office } from './demonstration-office.ts'
import { answerSurvey, writeSurvey } from './demonstration-survey.ts'

type Order = { version: number; blocks: { id: number }[]; entries: { id: number; entry_number: number }[] }

/** The order of the city: one block, published, and every entry danced. */
async function danceCity({ call }: Office, tour_date_id: number, day: string) {
  const path = '/v1/office/running-order'
  const block = { stage: 1, minutes: 0, tour_date_id }
  const morning = { ...block, version: 0, kind: 'routines', name: 'Friday morning', local_start: `${day}T09:00` }
  const { version, blocks } = await call<Order>(0, 'POST', `${path}/blocks`, morning)
  const awards = {
    ...block,
    version,
    kind: 'awards',
    name: 'Friday awards',
    local_start: `${day}T12:00`,
    minutes: 45,
  }
  const both = await call<Order>(0, 'POST', `${path}/blocks`, awards)
  const drafted = await call<Order>(0, 'POST', `${path}/draft`, { tour_date_id, version: both.version })
  const { order } = await call<{ order: Order }>(0, 'POST', `${path}/publish`, {
    ...{ tour_date_id, version: drafted.version },
  })
  const entries = order.entries.toSorted((a, b) => a.entry_number - b.entry_number).map(({ id }) => id)
  let current = order.version
  for (const id of entries) {
    for (const state of ['checked_in', 'on_deck', 'on_stage', 'danced']) {
      const body = { tour_date_id, version: current, changes: [{ id, state }] }
      current = (await call<{ version: number }>(0, 'PUT', '/v1/office/stage', body)).version
    }
  }
  const block_id = blocks[0]?.id ?? 0
  return { entries, block_id, awards_id: both.blocks.find(({ id }) => id !== block_id)?.id ?? null }
}

const judges = ['Paloma Reyes', 'Theo Lindqvist', 'Adaeze Obi', 'Marc Delacroix'] as const
const critiques = [
  'Strong musicality. Let the breath finish each phrase.',
  'Clean lines throughout; reach through the back foot in the turns.',
  'The ending lands. Give the opening the same intent.',
  'Lovely partnering. Watch the spacing in the diagonal.',
] as const

/** A panel of four for the block, the lowest mark dropped. Answers its seats. */
async function seatJudges({ call }: Office, tour_date_id: number, block_id: number) {
  for (const name of judges) await call(0, 'POST', '/v1/office/judges', { name })
  const list = await call<{ judges: { id: number; name: string }[] }>(0, 'GET', '/v1/office/judges')
  const { scales } = await call<{ scales: { id: number }[] }>(0, 'GET', '/v1/office/scales')
  const seats = judges.map((name, index) => ({
    ...{ position: index + 1, judge_id: list.judges.find((judge) => judge.name === name)?.id ?? null, shadow: false },
  }))
  const panel = { name: 'Panel A', kind: 'competition', counted: 3, dropping: 'lowest', scale_id: scales[0]?.id }
  type Panels = { panels: { id: number; seats: { id: number }[] }[] }
  const { panels } = await call<Panels>(0, 'POST', '/v1/office/panels', { ...panel, tour_date_id, seats })
  const [own] = panels
  await call(0, 'PUT', `/v1/office/blocks/${block_id}/panel`, { panel_id: own?.id ?? 0 })
  return own?.seats.map(({ id }) => id) ?? []
}

/** Marks typed by one person and confirmed by the other; then the block is locked. */
async function judgeEntries({ call }: Office, entries: readonly number[], seats: readonly number[], block_id: number) {
  const client_ids: string[] = []
  for (const [index, registration_routine_id] of entries.entries()) {
    for (const [position, seat_id] of seats.entries()) {
      const client_id = randomUUID()
      client_ids.push(client_id)
      await call(0, 'POST', '/v1/office/scores', {
        ...{ client_id, registration_routine_id, seat_id, revision: 1 },
        points: 9_000 + 50 * ((index * 7 + position * 3) % 16),
        critique: critiques[(index + position) % critiques.length],
        note: position === 0 ? 'A routine to keep.' : '',
      })
    }
  }
  await call(1, 'POST', '/v1/office/scores/decide', { client_ids, decision: 'confirm' })
  await call(1, 'PUT', `/v1/office/blocks/${block_id}/lock`, { locked: true })
}

const award = {
  ...{ one_per_dancer: true, tie_break: [], minimum_points: 0, best: 1, least_entries: 1, active: true },
  every_city: false,
}
const scope = { group_by: ['age_division_id', 'category_id'] }
const usualPlaces = [
  { from: 1, places: 1 },
  { from: 3, places: 3 },
  { from: 5, places: 5 },
]

/** A routine, and a dancer of its registration. */
type Winner = { entry: number; person_id: number }

/** A placement, a choice of the judges and a scholarship. */
async function giveAwards({ call }: Office, tour_date_id: number, block_id: number | null, winner: Winner) {
  const { entry, person_id } = winner
  const same = { ...award, tour_date_id, block_id }
  const add = async (fields: object) => {
    const { awards } = await call<{ awards: { id: number }[] }>(0, 'POST', '/v1/office/awards', { ...same, ...fields })
    return { id: Math.max(...awards.map(({ id }) => id)) }
  }
  await add({ name: 'Overall', kind: 'placement', scope, places: usualPlaces, position: 1 })
  const choice = await add({ name: 'Judges’ choice', kind: 'choice', scope: { group_by: [] }, places: [], position: 2 })
  const grant = await add({ name: 'Summer', kind: 'scholarship', scope: { group_by: [] }, places: [], position: 3 })
  const pick = { id: null, registration_routine_id: null, person_id: null, studio_id: null, place: 1, amount: null }
  const of = (award_definition_id: number, one: object) =>
    call(0, 'PUT', '/v1/office/picks', { tour_date_id, award_definition_id, version: 1, picks: [{ ...pick, ...one }] })
  await of(choice.id, { registration_routine_id: entry, blurb: 'The room held its breath.' })
  await of(grant.id, { person_id, blurb: 'For a week with us next summer.', amount: 25_000 })
}

const findDancer = (db: Db, entry: number) =>
  db
    .selectFrom('attendees as a')
    .innerJoin('registration_routines as q', 'q.registration_id', 'a.registration_id')
    .where('q.id', '=', entry)
    .orderBy('a.id')
    .select('a.person_id')
    .executeTakeFirstOrThrow()

/** Proposes a part with every warning accepted, and confirms it as the other person. */
async function releasePart({ call }: Office, tour_date_id: number, part: string) {
  const path = `/v1/office/results/${part}`
  type Preview = { input_hash: string; warnings: { key: string }[]; proposal: { id: number } | null }
  const { input_hash, warnings } = await call<Preview>(0, 'GET', `${path}?tour_date_id=${tour_date_id}`)
  const accepted = warnings.map(({ key }) => key)
  const { proposal } = await call<Preview>(0, 'POST', `${path}/propose`, {
    ...{ tour_date_id, input_hash, accepted, reason: '' },
  })
  const body = { tour_date_id, proposal_id: proposal?.id ?? 0, embargo_until: null }
  await call(1, 'POST', `${path}/confirm`, body)
}

/**
 * Judges and releases Sacramento, which is over, and opens the survey, through the calls that the office makes. Does
 * nothing once it has an order.
 */
export async function releaseDemonstration(app: App, db: Db): Promise<void> {
  const city = await db
    .selectFrom('tour_dates as t')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .innerJoin('seasons as s', 's.id', 't.season_id')
    .leftJoin('running_orders as o', 'o.tour_date_id', 't.id')
    .where('c.name', '=', 'Sacramento')
    .where('t.event_id', '=', 7)
    .where('s.current', '=', true)
    .where('o.tour_date_id', 'is', null)
    .select(['t.id', 't.start_date'])
    .executeTakeFirst()
  if (!city) return
  // A start says one line, not one for each of these calls.
  const level = app.log.level
  app.log.level = 'silent'
  const office = await openOffice(app, db)
  try {
    const { entries, block_id, awards_id } = await danceCity(office, city.id, city.start_date)
    const seats = await seatJudges(office, city.id, block_id)
    await judgeEntries(office, entries, seats, block_id)
    await markCritiques(office, city.id)
    const [entry = 0] = entries
    const { person_id } = await findDancer(db, entry)
    await giveAwards(office, city.id, awards_id, { entry, person_id })
    for (const part of ['results', 'critiques', 'data']) await releasePart(office, city.id, part)
    await answerSurvey(app, db, await writeSurvey(office, city.id))
  } finally {
    await office.close()
    app.log.level = level
  }
}
