import { beforeEach, expect, test } from 'vitest'
import { addAward, answer, judgeAudition, pickAward, preview, release } from '../scenarios/results.ts'
import { openReleases } from './release-kit.ts'

const { stage, first, two, act, beginCity } = await openReleases()
const { db } = stage

let tour_date_id: number
let registration_id: number
beforeEach(async () => {
  const city = await beginCity()
  ;({ tour_date_id } = city)
  registration_id = city.own.registration_id
})

type Preview = {
  entries: { places: string[] }[]
  warnings: { key: string; text: string }[]
  awards: object[]
  input_hash: string
}
const read = (): Promise<Preview> => preview(stage, first, tour_date_id)

/** The four dancers of the first studio in a program, with their names. */
async function program() {
  const vip = await db.selectFrom('vip_types').select('id').orderBy('id').executeTakeFirstOrThrow()
  await db
    .updateTable('attendees')
    .where('registration_id', '=', registration_id)
    .set({ vip_type_id: vip.id })
    .execute()
  const rows = await db
    .selectFrom('attendees as a')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .where('a.registration_id', '=', registration_id)
    .orderBy('a.id')
    .select(['a.id', 'p.fname', 'p.lname'])
    .execute()
  return rows.map(({ id, fname, lname }) => ({ id, name: `${fname} ${lname}` }))
}

test('RES-014 OFF-032 a preview shows auditions, picks and studio awards, and warns of marks that are missing', async () => {
  const [one, other, late, absent] = await program()
  if (!one || !other || !late || !absent) throw new Error('There are four dancers')
  await addAward(stage, first, tour_date_id, { name: 'Best Dancer', kind: 'audition', scope: { group_by: [] } })
  const choice = await addAward(stage, first, tour_date_id, { name: 'Shine', kind: 'choice', scope: { group_by: [] } })
  const ofAudition = async () => (await read()).warnings.filter(({ text }) => text.startsWith('Best Dancer'))
  expect(await ofAudition(), 'before it is held').toEqual([])

  await judgeAudition(stage, two, { tour_date_id, attendee_ids: [one.id, other.id, late.id] })
  // One judge of jazz has not handed in the last dancer's mark.
  const sheet = await db
    .selectFrom('audition_sheets')
    .where('attendee_id', '=', late.id)
    .orderBy('seat_id', 'desc')
    .select('client_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('audition_sheets')
    .where('client_id', '=', sheet.client_id)
    .set({ withdrawn_at: stage.clock.now() })
    .execute()
  const subject = { registration_routine_id: null, person_id: null, studio_id: null, blurb: '', amount: null }
  const routine = await db
    .selectFrom('registration_routines')
    .where('registration_id', '=', registration_id)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await pickAward(stage, first, { tour_date_id, award_id: choice }, [
    { ...subject, id: null, registration_routine_id: routine.id, place: 1 },
  ])

  expect((await ofAudition()).map(({ text }) => text)).toEqual([
    `Best Dancer: marks of ${late.name} are missing.`,
    `Best Dancer: without any mark: ${absent.name}.`,
  ])
  const [ash] = (await read()).entries
  expect(
    ash?.places.map((place) => place.replace(/^1st .*, /, '')),
    'a place names its group',
  ).toEqual(['Mini Solo'])
  expect((await read()).awards).toEqual([
    {
      award: 'Best Dancer',
      rows: [
        { place: '1st', name: one.name, score: '558' },
        { place: '2nd', name: other.name, score: '552' },
        { place: '', name: late.name, score: 'Marks are missing' },
      ],
    },
    { award: 'Shine', rows: [{ place: '', name: '1 Ash, ' + (await studioOfFirst()), score: '' }] },
  ])
})

const studioOfFirst = async () => {
  const { name } = await db
    .selectFrom('registrations as r')
    .innerJoin('studios as s', 's.id', 'r.studio_id')
    .where('r.id', '=', registration_id)
    .select('s.name')
    .executeTakeFirstOrThrow()
  return name
}

test('OFF-032 each warning of an audition is accepted by name before it is proposed, and a tie is one', async () => {
  const dancers = await program()
  await addAward(stage, first, tour_date_id, { name: 'Best Dancer', kind: 'audition', scope: { group_by: [] } })
  const ids = dancers.map(({ id }) => id)
  await judgeAudition(stage, two, { tour_date_id, attendee_ids: ids.slice(0, 2) })
  await db.updateTable('audition_sheets').where('attendee_id', 'in', ids).set({ points: 9_000 }).execute()
  const { warnings, input_hash } = await read()
  const isOfAudition = ({ text }: { text: string }) => text.startsWith('Best Dancer')
  expect(warnings.filter(isOfAudition).map(({ text }) => text)).toEqual([
    `Best Dancer: ${dancers[0]?.name} and ${dancers[1]?.name} share place 1.`,
    `Best Dancer: without any mark: ${dancers[2]?.name} and ${dancers[3]?.name}.`,
  ])
  const without = warnings.filter((warning) => !isOfAudition(warning)).map(({ key }) => key)
  const reply = await act(first, 'results', 'propose', { input_hash, accepted: without, reason: '' })
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'release.unaccepted'])
  const accepted = warnings.map(({ key }) => key)
  await answer(act(first, 'results', 'propose', { input_hash, accepted, reason: '' }))
})

test('RES-014 OFF-032 audition marks without an award are a warning, and auditions alone are released', async () => {
  const dancers = await program()
  await db
    .updateTable('running_order_entries')
    .where('tour_date_id', '=', tour_date_id)
    .set({ state: 'no_show' })
    .execute()
  await judgeAudition(stage, two, { tour_date_id, attendee_ids: dancers.map(({ id }) => id) })
  const unused = async () => (await read()).warnings.filter(({ text }) => text.includes('Audition marks'))
  expect((await unused()).map(({ text }) => text)).toEqual(['Audition marks of 4 dancers are in no award.'])
  const accepted = (await read()).warnings.map(({ key }) => key)
  const early = await act(first, 'results', 'propose', { input_hash: (await read()).input_hash, accepted, reason: '' })
  expect([early.statusCode, early.json().code]).toEqual([422, 'release.nothing'])

  await addAward(stage, first, tour_date_id, { name: 'Best Dancer', kind: 'audition', scope: { group_by: [] } })
  expect(await unused()).toEqual([])
  const { versions } = await release(stage, two, tour_date_id)
  expect(versions).toMatchObject([{ version: 1, registrations: 1 }])
})

test('OFF-030 RES-017 an entry that is out cannot be picked, and a pick whose entry is out since is a warning', async () => {
  const choice = await addAward(stage, first, tour_date_id, { name: 'Shine', kind: 'choice', scope: { group_by: [] } })
  const entry = await db
    .selectFrom('running_order_entries')
    .where('tour_date_id', '=', tour_date_id)
    .where('entry_number', 'is not', null)
    .orderBy('entry_number')
    .select(['registration_routine_id as id', 'entry_number'])
    .executeTakeFirstOrThrow()
  const setState = (state: 'danced' | 'canceled' | 'scratched' | 'no_show' | 'planned') =>
    db.updateTable('running_order_entries').where('registration_routine_id', '=', entry.id).set({ state }).execute()
  const subject = { registration_routine_id: entry.id, person_id: null, studio_id: null, blurb: '', amount: null }
  const pick = async () => {
    const { awards } = await answer(stage.call(first, 'GET', `/v1/office/awards?tour_date_id=${tour_date_id}`))
    const { version } = awards.find(({ id }: { id: number }) => id === choice)
    const body = { tour_date_id, award_definition_id: choice, version, picks: [{ ...subject, id: null, place: 1 }] }
    return stage.call(first, 'PUT', '/v1/office/picks', body)
  }
  const candidates = async (): Promise<number[]> =>
    (await answer(stage.call(first, 'GET', `/v1/office/awards?tour_date_id=${tour_date_id}`))).routines.map(
      ({ id }: { id: number }) => id,
    )
  for (const [state, label] of [
    ['canceled', 'Disqualified'],
    ['scratched', 'Scratched'],
    ['no_show', 'No show'],
  ] as const) {
    await setState(state)
    const refusal = await pick()
    expect([refusal.statusCode, refusal.json().code, refusal.json().message]).toEqual([
      ...[422, 'award.entry_out', `Entry ${entry.entry_number} is “${label}”, so it cannot be picked.`],
    ])
    expect(await candidates()).not.toContain(entry.id)
  }

  await setState('danced')
  await answer(pick())
  const ofPick = async () => (await read()).warnings.map(({ text }) => text).filter((text) => text.startsWith('Shine'))
  expect(await ofPick()).toEqual([])
  const picked = `Shine: ${entry.entry_number} Ash is picked, but`
  for (const [state, reason] of [
    ['canceled', 'was disqualified.'],
    ['no_show', 'did not dance.'],
    ['planned', 'has not danced yet.'],
  ] as const) {
    await setState(state)
    expect(await ofPick()).toEqual([`${picked} ${reason}`])
    expect(await candidates()).toContain(entry.id)
  }
})
