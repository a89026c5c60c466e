import { usd, dollars, parseDollars } from '@callboard/domain/kernel/money.ts'
import { insertIndependent } from '@callboard/server/dev/build-people.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, created, openSeason, peopleBody, reviewed, routineBody } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const open = (id: number) => `/v1/dance360/registrations/${id}`

async function withRoutine(more: object = {}, cityValues: object = {}) {
  const [studio, city] = [await season.studio({ dancers: 5 }), await season.city(cityValues)]
  const { id } = await begin(studio, city)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  const entryReply = await studio.call('POST', '/v1/dance360/routines', routineBody(id, studio.dancers, more))
  expect(entryReply.statusCode, entryReply.body).toBe(200)
  return { studio, id, record: (await studio.call('GET', open(id))).json() }
}

test('COMP-022 COMP-023 COMP-024 COMP-025 a routine carries every field the documents name', async () => {
  const { record, id, studio } = await withRoutine()
  const [routine] = record.routines
  const fieldNames = ['id', 'routine', 'routine_id', 'date_routine_id', '_temp_id', 'attendees', 'age_division']
  const division = ['performance_division_id', 'routine_category', 'age_up', 'extra_time', 'free_ballet', 'prelims']
  const stageFields = [
    'finals',
    'vips',
    'on_stage',
    'has_prop',
    'crew_showdown',
    'crew_showdown_pq',
    'regional_award_id',
  ]
  const music = ['virtual', 'fee', 'copy_music', 'old_music_id', 'music_id', 'no_music', 'upload_email']
  expect(Object.keys(routine)).toEqual(expect.arrayContaining([...fieldNames, ...division, ...stageFields, ...music]))
  expect(routine.routine).toEqual({ name: 'First Light', choreographer: 'Mia Sol' })
  expect(routine).toMatchObject({ registration_id: id, level: expect.any(Number), music: null })
  expect(routine.attendees).toHaveLength(5)
  const [first = 0] = studio.dancers
  const { fname, lname, birthdate } = record.attendees[first].person
  expect(routine.attendees.find(({ person_id }: { person_id: number }) => person_id === first)).toMatchObject({
    person: { fname, lname, birthdate },
    one_day: false,
  })
  expect(Object.keys(routine.age_division)).toEqual(['level_id', 'name', 'minimum_age'])
  expect(Object.keys(routine.routine_category)).toEqual(['category_id', 'name', 'abbreviation', 'limit'])
})

test('COMP-068 fields of a routine that no screen shows are kept', async () => {
  const { studio, id } = await withRoutine({ has_prop: true, on_stage: true, prelims: true, vips: true })
  const { routines } = (await studio.call('GET', open(id))).json()
  expect(routines[0]).toMatchObject({ has_prop: true, on_stage: true, prelims: true, vips: true, finals: false })
})

test('COMP-067 a city says its four entry rules', async () => {
  const { record } = await withRoutine({}, { solo_groups: 9, split_teen_performance: true })
  expect(record.tour_date.entry_limit_rules).toEqual({
    solo_groups: 9,
    one_solos: true,
    independent: null,
    split_teen_performance: true,
  })
})

test('COMP-008 SEC-009 an independent cannot enter a routine where the city does not let independents compete', async () => {
  const ines = { email: 'ines@example.com', fname: 'Ines', lname: 'Moreau' }
  const { user_id, person_ids } = await stage.db
    .transaction()
    .execute((tx) =>
      insertIndependent(
        tx,
        { ...ines, roster: [{ fname: 'Lou', lname: 'Moreau', birthdate: '2012-04-05' as never }] },
        created,
      ),
    )
  const child = person_ids[1] ?? 0
  const enter = async (tour_date_id: number) => {
    const { id } = (await stage.call(user_id, 'POST', '/v1/mybtf/registration', { tour_date_id })).json()
    await stage.call(user_id, 'PUT', '/v1/dance360/workshop/attendees', peopleBody(id, { dancers: [child] }))
    return stage.call(user_id, 'POST', '/v1/dance360/routines', routineBody(id, [child]))
  }
  const reply = await enter(await season.city())
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'competition.no_independents'])
  expect((await enter(await season.city({ independents_compete: true }))).statusCode).toBe(200)
})

test('FEE-023 REV-028 the quote equals the review, the balance and the saved fees', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id, review } = await reviewed(studio, city, [studio.dancers.slice(0, 1)])
  const quoted = (await studio.call('POST', `${open(id)}/quote`, {})).json()
  const reviewReply = (await review()).json()
  expect([reviewReply.fees, reviewReply.lines]).toEqual([quoted.fees, quoted.lines])
  expect(quoted.balance).toBe(quoted.fees.total)

  await studio.call('PUT', open(id), { paying_by_check: true })
  const completion = (await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })).json()
  expect(completion.registration.fees).toEqual(quoted.fees)
  const receivable = await stage.db
    .selectFrom('ledger')
    .select((of) => of.fn.sum<number>('amount').as('sum'))
    .where('registration_id', '=', id)
    .where('account', '=', 'receivable')
    .executeTakeFirstOrThrow()
  expect(Number(receivable.sum)).toBe(quoted.fees.total)
})

test('WIZ-063 a registration is read with where its owner left it', async () => {
  const { studio, id } = await withRoutine()
  await studio.call('PUT', open(id), { left_off: 'competition' })
  expect((await studio.call('GET', open(id))).json()).toMatchObject({
    left_off: 'competition',
    left_off_details: { step_name: 'competition', current_step: 5, total_steps: 8 },
  })
})

test('FEE-021 amounts are dollars with their cents, and what is typed is never negative', () => {
  expect([usd(dollars(1234)), usd(dollars(0))]).toEqual(['$1,234.00', '$0.00'])
  expect([parseDollars('$1,234.50'), parseDollars('12')]).toEqual([123_450, 1_200])
  expect([parseDollars('-5'), parseDollars('five')]).toEqual([undefined, undefined])
})
