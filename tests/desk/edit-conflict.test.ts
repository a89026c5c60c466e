import { expect, test } from 'vitest'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const { completed, critiques, homework, free_tour_date_id, event_id, season_id, news, waivers } = world
const stage = await copy()

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => stage.call(cast.admin, method, url, body)
const read = async (url: string) => (await ask('GET', url)).json()

type Values = Record<string, unknown>
type Case = {
  title: string
  url: string
  /** The account that edits, where it is not the office. */
  user_id?: number
  current: () => Promise<Values>
  /** A field with the values of two people, and a field that neither of these is. */
  field: string
  values: [unknown, unknown]
  /** Set before either reads it. */
  prior?: unknown
  other?: [field: string, value: unknown]
  /** Whether a call changes fields of the record, or always sends all of it. */
  isWhole?: boolean
  /** The body of a call, where a change is not sent as such. */
  bodyOf?: (change: Values, base: Values | undefined) => Values
  /** The field that the refusal names, where it is another. */
  refusedField?: string
  sentence: RegExp
}

const cityCritiques = `/v1/office/critiques?tour_date_id=${critiques.tour_date_id}`
type CityEntry = { id: number; homework_ids: number[]; sheets: (Values & { client_id: string })[] }
const entries = async (): Promise<CityEntry[]> => (await read(cityCritiques)).entries

const orThrow = <Row>(row: Row | undefined): Row => {
  if (!row) throw new Error('It is not there')
  return row
}
const { id: routine_id } = orThrow(
  (await entries()).find(({ sheets }) => sheets.some(({ client_id }) => client_id === critiques.client_id)),
)
const { id: other_video_id } = (
  await ask('POST', '/v1/office/homework', {
    ...{ name: 'Softer landings', staff: '', group: 'Foundation', search_text: '', video: null, active: true },
    ...{ performance_division_ids: [], critique_item_ids: [] },
  })
).json()

const { tour_date_id: news_city } = await stage.db
  .selectFrom('news')
  .where('id', '=', news.id)
  .select('tour_date_id')
  .executeTakeFirstOrThrow()

const video = async () => {
  const { rows } = await read('/v1/office/homework')
  const { id: _, performance_divisions, ...row } = rows.find(({ id }: { id: number }) => id === homework.id)
  return { ...row, performance_division_ids: performance_divisions.map(({ id }: { id: number }) => id) }
}

/** A row of a list by its number. */
const rowOf = async (url: string, id: number): Promise<Values> => {
  const { rows }: { rows: (Values & { id: number })[] } = await read(url)
  return orThrow(rows.find((row) => row.id === id))
}
const pick = (row: Values, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name]]))

// A draft, so that a change makes no copy.
const { version } = (
  await ask('POST', '/v1/office/survey-versions', { season_id, event_id: null, from: world.survey.version })
).json()
const questionsUrl = `/v1/office/survey-questions?version=${version}`
const question: { id: number } = orThrow((await read(questionsUrl)).rows[0])
const questionFields = ['question', 'required', 'survey_question_group_id', 'survey_question_type', 'not_applicable']

const { group_mail, owner, office } = world
const studioUrl = `/v1/office/studios/${owner.studio_id}`
const studioFields = ['name', 'website', 'address', 'phone', 'email', 'studio_contacts']
const pricesUrl = `/v1/office/events/${event_id}/prices`
type PriceList = { categories: { category_id: number; fee_per_dancer: number }[] }

const cases: Case[] = [
  {
    title: 'OFF-041 notes of a registration',
    url: `/v1/office/registrations/${completed.id}`,
    current: async () => ({ notes: (await read(`/v1/office/registrations/${completed.id}`)).notes }),
    field: 'notes',
    values: ['Paid by phone.', 'Asked for a room.'],
    sentence: /^Someone else changed the notes since you opened this\. It now reads “Paid by phone\.”\. Save again/,
  },
  {
    title: 'OFF-031 a critique',
    url: `/v1/office/critiques/${critiques.client_id}`,
    current: async () => {
      const sheets = (await entries()).flatMap((entry) => entry.sheets)
      const {
        client_id: _,
        position: __,
        judge: ___,
        ...sheet
      } = orThrow(sheets.find(({ client_id }) => client_id === critiques.client_id))
      return sheet
    },
    field: 'good',
    values: [[critiques.unused_item_id], []],
    prior: [critiques.item_id],
    other: ['note', 'Louder'],
    isWhole: true,
    sentence: /changed the good items since/,
  },
  {
    title: 'RES-009 the homework of a routine',
    url: `/v1/office/routines/${routine_id}/homework`,
    current: async () => ({
      homework_ids: (await entries()).find(({ id }) => id === routine_id)?.homework_ids,
    }),
    field: 'homework_ids',
    values: [[homework.id], [other_video_id]],
    sentence: /changed the homework since/,
  },
  {
    title: 'OFF-033 a video of the library',
    url: `/v1/office/homework/${homework.id}`,
    current: video,
    field: 'search_text',
    values: ['spotting', 'turns'],
    other: ['performance_division_ids', [2]],
    isWhole: true,
    sentence: /changed the search words since .* It now reads “spotting”/,
  },
  {
    title: 'OFF-003 the settings of a city',
    url: `/v1/office/tour-dates/${free_tour_date_id}`,
    current: () => read(`/v1/office/tour-dates/${free_tour_date_id}`),
    field: 'venue',
    values: [
      { name: 'Hall', address: '', phone: '', website: '', room_rates: '', reservations_link: '' },
      { name: 'Pier', address: '', phone: '', website: '', room_rates: '', reservations_link: '' },
    ],
    other: ['total_routine_limit', 77],
    refusedField: 'venue.name',
    sentence: /changed the venue since .* It now reads “Hall”/,
  },
  {
    title: 'OFF-028 a news item',
    url: `/v1/office/news/${news.id}`,
    current: async () => {
      const { rows } = await read(`/v1/office/news?tour_date_id=${news_city}`)
      return rows.find(({ id }: { id: number }) => id === news.id)
    },
    field: 'text',
    values: ['Doors at 7 am.', 'Doors at 8 am.'],
    other: ['date', '2024-10-05'],
    isWhole: true,
    sentence: /changed the news since .* It now reads “Doors at 7 am\.”/,
  },
  {
    title: 'OFF-035 the words of a waiver',
    url: `/v1/office/waiver-types/${waivers.waiver_type_id}`,
    current: async () => {
      const { rows } = await read('/v1/office/waiver-types')
      return rows.find(({ id }: { id: number }) => id === waivers.waiver_type_id)
    },
    field: 'text',
    values: ['I take part at my own risk.', 'I know the risk.'],
    other: ['name', 'Masterclass'],
    sentence: /changed the text to sign since/,
  },
  {
    title: 'OFF-001 an event',
    url: `/v1/office/events/${event_id}`,
    current: async () => (await read('/v1/office/events')).rows.find(({ id }: { id: number }) => id === event_id),
    field: 'support_email',
    values: ['ask@meridian.example', 'help@meridian.example'],
    other: ['success_text', 'See you there'],
    sentence: /changed the email for questions since .* It now reads “ask@meridian\.example”/,
  },
  {
    title: 'OFF-039 the profile of a studio',
    url: studioUrl,
    current: async () => pick(await read(`${studioUrl}/profile`), studioFields),
    field: 'name',
    values: ['Alder Dance', 'Aspen Dance'],
    other: ['website', 'alder.example'],
    isWhole: true,
    sentence: /changed the name since .* It now reads “Alder Dance”/,
  },
  {
    title: 'ACC-057 the profile of a studio by its account',
    url: `/v1/mybtf/studios/${owner.studio_id}`,
    user_id: owner.user_id,
    current: async () => pick(await read(`${studioUrl}/profile`), studioFields),
    field: 'website',
    values: ['alder-dance.example', 'aspen-dance.example'],
    other: ['name', 'Aspen Dance Center'],
    isWhole: true,
    sentence: /changed the website since .* It now reads “alder-dance\.example”/,
  },
  {
    title: 'OFF-034 a question of the survey',
    url: `/v1/office/survey-questions/${question.id}`,
    current: async () => pick(await rowOf(questionsUrl, question.id), [...questionFields, 'feedback']),
    field: 'question',
    values: ['How was the floor?', 'How was the hall?'],
    other: ['not_applicable', 'We did not dance'],
    isWhole: true,
    sentence: /changed the question since .* It now reads “How was the floor\?”/,
  },
  {
    title: 'OFF-002 a season',
    url: `/v1/office/seasons/${season_id}`,
    current: () => rowOf('/v1/office/seasons', season_id),
    field: 'age_year',
    values: [2031, 2032],
    other: ['omit_jacket_name', true],
    sentence: /changed the age year since/,
  },
  {
    title: 'OFF-023 a scholarship',
    url: `/v1/office/scholarships/${office.scholarship_id}`,
    current: async () => {
      const names = ['season_id', 'event_id', 'vip_type_id', 'amount', 'note']
      return pick(await rowOf('/v1/office/scholarships', office.scholarship_id), names)
    },
    field: 'amount',
    values: [12_300, 45_600],
    other: ['note', 'Won in Reno'],
    isWhole: true,
    sentence: /changed the amount since/,
  },
  {
    title: 'a mail to a group',
    url: `/v1/office/group-mails/${group_mail.id}`,
    current: async () =>
      pick(await read(`/v1/office/group-mails/${group_mail.id}`), ['kind', 'subject', 'text', 'audience']),
    field: 'audience',
    values: [
      { tour_date_ids: [completed.tour_date_id], state: 'confirmed' },
      { tour_date_ids: [completed.tour_date_id], state: 'any' },
    ],
    other: ['subject', 'Parking'],
    isWhole: true,
    refusedField: 'audience.state',
    sentence: /changed the recipients since/,
  },
  {
    title: 'OFF-013 a row of a shared list',
    url: '/v1/office/static/jacket_sizes',
    current: () => rowOf('/v1/office/static/jacket_sizes', 1),
    field: 'name',
    values: ['Youth Small', 'Child Small'],
    other: ['chest', '24'],
    isWhole: true,
    bodyOf: (row, base) => ({ rows: [{ ...row, base }] }),
    refusedField: 'rows.0.name',
    sentence: /changed the name since .* It now reads “Youth Small”/,
  },
  {
    title: 'OFF-011 the prices of an event',
    url: pricesUrl,
    current: async () => {
      const { categories }: PriceList = await read(`${pricesUrl}?season_id=${season_id}`)
      return Object.fromEntries(categories.map((row) => [`category/${row.category_id}`, row.fee_per_dancer]))
    },
    field: 'category/1',
    values: [11_100, 22_200],
    other: ['category/2', 33_300],
    isWhole: true,
    bodyOf: (fees, base) => ({
      season_id,
      categories: Object.entries(fees).map(([key, fee_per_dancer]) => ({
        category_id: Number(key.split('/')[1]),
        ...{ fee_per_dancer, base: base && { fee_per_dancer: base[key] } },
      })),
    }),
    sentence: /changed the fee of a category since/,
  },
]

test.each(cases)('$title: two people who change one field are told; other fields merge', async (one) => {
  const { url, field, other, isWhole = false, sentence, bodyOf, refusedField = field } = one
  if (one.prior) await ask('PUT', url, { ...(isWhole && (await one.current())), [field]: one.prior })
  const base = await one.current()
  const [theirs, ours] = one.values
  const edit = (change: Values) => ({ ...(isWhole && base), ...change })
  const save = (change: Values, readBefore: Values = base) => {
    const body = edit(change)
    const call = bodyOf ? bodyOf(body, readBefore) : { ...body, base: readBefore }
    return stage.call(one.user_id ?? cast.admin, 'PUT', url, call)
  }

  const first = await save({ [field]: theirs })
  expect(first.statusCode, first.body).toBe(200)
  // The second person read the record before that.
  const second = await save({ [field]: ours })
  expect(second.statusCode, second.body).toBe(409)
  expect(second.json()).toMatchObject({ code: 'edit_conflict', field: refusedField, current: { [field]: theirs } })
  expect(second.json().message).toMatch(sentence)
  expect(await one.current()).toMatchObject({ [field]: theirs })
  if (other) {
    const [name, value] = other
    const third = await save({ [name]: value })
    expect(third.statusCode, third.body).toBe(200)
    expect(await one.current()).toMatchObject({ [field]: theirs, [name]: value })
  }
  // Told of it, they replace it; a caller who says nothing overwrites as ever.
  const latest = await one.current()
  expect((await save({ [field]: ours }, { ...base, [field]: latest[field] })).statusCode).toBe(200)
  expect(await one.current()).toMatchObject({ [field]: ours })
})

test('of two changes of one field at the same moment, one is told of the other', async () => {
  const url = `/v1/office/tour-dates/${free_tour_date_id}`
  const base = { total_routine_limit: (await read(url)).total_routine_limit }
  const replies = await Promise.all(
    [91, 92].map((total_routine_limit) => ask('PUT', url, { total_routine_limit, base })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})
