import { expect, test } from 'vitest'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const { completed, critiques, homework, free_tour_date_id, event_id, news, waivers } = world
const stage = await copy()

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => stage.call(cast.admin, method, url, body)
const read = async (url: string) => (await ask('GET', url)).json()

type Values = Record<string, unknown>
type Case = {
  title: string
  url: string
  current: () => Promise<Values>
  /** A field with the values of two people, and a field that neither of these is. */
  field: string
  values: [unknown, unknown]
  /** Set before either reads it. */
  prior?: unknown
  other?: [field: string, value: unknown]
  /** Whether a call changes fields of the record, or always sends all of it. */
  isWhole?: boolean
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
    sentence: /changed the venue since/,
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
    sentence: /changed the text since .* It now reads “Doors at 7 am\.”/,
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
    sentence: /changed the text since/,
  },
  {
    title: 'OFF-001 an event',
    url: `/v1/office/events/${event_id}`,
    current: async () => (await read('/v1/office/events')).rows.find(({ id }: { id: number }) => id === event_id),
    field: 'support_email',
    values: ['ask@meridian.example', 'help@meridian.example'],
    other: ['success_text', 'See you there'],
    sentence: /changed the support email since .* It now reads “ask@meridian\.example”/,
  },
]

test.each(cases)('$title: two people who change one field are told; other fields merge', async (one) => {
  const { url, field, other, isWhole = false, sentence } = one
  if (one.prior) await ask('PUT', url, { ...(isWhole && (await one.current())), [field]: one.prior })
  const base = await one.current()
  const [theirs, ours] = one.values
  const edit = (change: Values) => ({ ...(isWhole && base), ...change })
  const save = (change: Values, readBefore: Values = base) => ask('PUT', url, { ...edit(change), base: readBefore })

  const first = await save({ [field]: theirs })
  expect(first.statusCode, first.body).toBe(200)
  // The second person read the record before that.
  const second = await save({ [field]: ours })
  expect(second.statusCode, second.body).toBe(409)
  expect(second.json()).toMatchObject({ code: 'edit_conflict', field, current: { [field]: theirs } })
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
