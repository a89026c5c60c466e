import { instant } from '@callboard/domain/kernel/instant.ts'
import { verifyResults } from '@callboard/server/results/verify.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStage, withoutUuids } from '../kit.ts'
import { pdfPages } from '../pdf-text.ts'
import { insertMedia } from '../scenarios/media.ts'
import {
  addAward,
  answer,
  danceAll,
  enterSolos,
  giveMark,
  pickAward,
  release,
  seatPanel,
} from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { db, call, clock } = stage
const season = await openSeason(stage)
const two = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')] as const
const [mine, theirs] = [await season.studio({ dancers: 4 }), await season.studio({ dancers: 4 })] as const
const parts = ['results', 'critiques', 'data'] as const

let tour_date_id = 0
let own: Awaited<ReturnType<typeof enterSolos>>
let other: Awaited<ReturnType<typeof enterSolos>>
let seats: number[] = []

beforeEach(async () => {
  clock.time = instant('2024-11-10T16:00:00Z')
  tour_date_id = await season.city()
  own = await enterSolos(stage, mine, tour_date_id, ['Ash', 'Birch', 'Cedar'])
  other = await enterSolos(stage, theirs, tour_date_id, ['Dune', 'Elm', 'Fern'])
  const block_id = await danceAll(stage, two[0], tour_date_id)
  seats = (await seatPanel(stage, tour_date_id, block_id, 4)).seats
  // Marks that occur nowhere else: 97.35 of the own routines, 83.15 of the other studio's.
  for (const entry of own.routines) for (const seat of seats) await giveMark(stage, entry, seat, 9_735)
  for (const entry of other.routines) for (const seat of seats) await giveMark(stage, entry, seat, 8_315)
  await addAward(stage, two[0], tour_date_id, {})
})

const releaseAll = async (embargo_until: string | null = null) => {
  for (const part of parts) await release(stage, two, tour_date_id, { part, embargo_until })
}

/** Every call of a reader about the registration, as its owner. */
const readers = (registration_id: number, routine_id: number) => [
  `/v1/dance360/coda/portal?registration_id=${registration_id}`,
  `/v1/dance360/coda/results?registration_id=${registration_id}`,
  `/v1/dance360/coda/critiques?registration_id=${registration_id}`,
  `/v1/dance360/coda/routine?registration_id=${registration_id}&routine_id=${routine_id}`,
  `/v1/dance360/coda/data?registration_id=${registration_id}`,
  `/v1/mybtf/get-scoresv2?registrations_routine_id=${routine_id}`,
  `/v1/mybtf/registration/${registration_id}/scores`,
]
const readersOfOwn = () => readers(own.registration_id, own.routines[0] ?? 0)

const link = async (path: string, routine_ids?: readonly number[]) =>
  (await answer(
    mine.call('POST', '/v1/dance360/share-links', {
      path,
      registration_id: own.registration_id,
      ...(routine_ids && { routine_ids }),
    }),
  )) as { token: string; url: string }
const byLink = (token: string, url: string) =>
  stage.app.inject({ method: 'GET', url, headers: { 'x-share-token': token } })

describe('RES-005 A80 numbers that are not released are in no answer', () => {
  test('not before a release, not during an embargo, with the preview flag neither', async () => {
    const sweep = async () => {
      const bodies: string[] = []
      for (const url of [...readersOfOwn(), `/v1/dance360/registrations/${own.registration_id}`]) {
        for (const flag of ['', `${url.includes('?') ? '&' : '?'}preview=1`]) {
          bodies.push((await mine.call('GET', `${url}${flag}`)).body)
        }
      }
      return bodies.filter((body) => /97\.35|9735|292\.05|29205|Critique 9735/.test(body))
    }
    expect(await sweep()).toEqual([])
    await releaseAll('2024-11-10T20:00:00Z')
    expect(await sweep()).toEqual([])
    clock.time = instant('2024-11-10T20:00:00Z')
    expect((await sweep()).length).toBeGreaterThan(5)
  })

  test('RES-034 TOK-005 TOK-009 an embargo holds for links, public pages, and papers as pages and PDFs', async () => {
    const tokens: Record<string, string> = {}
    for (const path of ['critiques', 'results', 'data']) tokens[path] = (await link(path)).token
    const [, results = '', critiques = '', critique = '', data = ''] = readersOfOwn()
    const linkedPages = [
      ['critiques', critiques],
      ['critiques', critique],
      ['results', results],
      ['data', data],
    ] as const
    const papers = ['tour-results', 'online-score-sheets'].flatMap((name) =>
      ['html', 'pdf'].map((format) => ({ name, format })),
    )
    /** The status and the text of each read. */
    const readAll = async () => {
      const reads = new Map<string, [number, string]>()
      for (const [path, url] of linkedPages) {
        for (const flag of ['', '&preview=1']) {
          const { statusCode, body } = await byLink(tokens[path] ?? '', `${url}${flag}`)
          reads.set(`${path} ${url}${flag}`, [statusCode, body])
        }
      }
      const page = await call(0, 'GET', `/v1/dance360/coda/public?token=${tokens.critiques}`)
      reads.set('public', [page.statusCode, page.body])
      const { registration_id } = own
      const { token } = await answer(mine.call('POST', '/v1/reports/token', { registration_id }))
      for (const { name, format } of papers) {
        const reply = await stage.app.inject(`/v1/reports/${name}/${token}?format=${format}`)
        const isPdf = reply.headers['content-type'] === 'application/pdf'
        const text = isPdf ? (await pdfPages(reply.rawPayload)).join('\n') : reply.body
        reads.set(`${name} ${format}`, [reply.statusCode, text])
      }
      return reads
    }
    const released = /97\.35|9735|292\.05|29205|Spotlight/
    const withResults = (reads: Awaited<ReturnType<typeof readAll>>) =>
      [...reads].flatMap(([name, [, text]]) => (released.test(withoutUuids(text)) ? [name] : []))

    await releaseAll('2024-11-10T20:00:00Z')
    clock.time = instant('2024-11-10T19:59:59Z')
    const embargoed = await readAll()
    expect(withResults(embargoed)).toEqual([])
    // Every link is valid: nothing but the embargo keeps the results from its reader.
    expect([...embargoed.values()].filter(([status]) => status !== 200 && status !== 422)).toEqual([])
    expect(JSON.parse(embargoed.get('public')?.[1] ?? '')).toMatchObject({ routine: [] })
    expect(papers.map(({ name, format }) => embargoed.get(`${name} ${format}`)?.[0])).toEqual([422, 422, 422, 422])

    clock.time = instant('2024-11-10T20:00:00Z')
    const afterEmbargo = await readAll()
    expect(withResults(afterEmbargo)).toEqual([...afterEmbargo.keys()])
  })

  test('RES-024 RES-021 a part that waits says so', async () => {
    const [, results, critiques, critique, data, scores, list] = readersOfOwn()
    expect(await answer(mine.call('GET', results ?? ''))).toMatchObject({ released: false, adjudicated: [] })
    expect(await answer(mine.call('GET', critiques ?? ''))).toMatchObject({ released: false, routines: [] })
    const message = async (url = '') => (await mine.call('GET', url)).json().message
    expect(await message(critique)).toBe(
      'Scores and Critiques will be available after the event. We will notify you via email once it is enabled.',
    )
    expect(await message(data)).toBe('Data has not been activated yet.')
    expect(await message(scores)).toBe('Results will be available after the event.')
    expect(await answer(mine.call('GET', list ?? ''))).toEqual([])
  })
})

describe('RES-005 A80 critiques and data that are open before the results', () => {
  const numbers = /97\.35|9735(?!")|292\.05|29205|Spotlight/
  /** Marks are in the texts of these critiques too: they are told apart by their words. */
  const withoutTexts = (body: string) => withoutUuids(body).replaceAll(/(Critique|Note) 9735/g, '$1')
  const readAll = async () => {
    const [, , critiques = '', critique = '', data = ''] = readersOfOwn()
    const links = { critiques: (await link('critiques')).token, data: (await link('data')).token }
    const { token } = await answer(mine.call('POST', '/v1/reports/token', { registration_id: own.registration_id }))
    const replies = await Promise.all([
      ...[critiques, critique, data].map((url) => mine.call('GET', url)),
      ...[critiques, critique].map((url) => byLink(links.critiques, url)),
      byLink(links.data, data),
      call(0, 'GET', `/v1/dance360/coda/public?token=${links.critiques}`),
      call(0, 'GET', `/v1/reports/online-score-sheets/${token}?format=html`),
    ])
    for (const { statusCode, body } of replies) expect(statusCode, body).toBe(200)
    // The account was at other cities too, whose results are open.
    const copy = await answer(mine.call('GET', `/v1/mybtf/${mine.user_id}/export`))
    const ofCity = copy.results.filter(
      (row: { registration_id: number }) => row.registration_id === own.registration_id,
    )
    return { replies, texts: [...replies.map(({ body }) => body), JSON.stringify(ofCity)] }
  }
  const expectHeld = async () => {
    const { replies, texts } = await readAll()
    for (const [index, text] of texts.entries()) expect(withoutTexts(text), String(index)).not.toMatch(numbers)
    const [critiques, critique, data] = replies
    expect(critiques?.json().routines[0]).toMatchObject({ results_follow: true, total_score: null, place: null })
    const judge = { score: null, dropped: false, teacher_critique: 'Critique 9735', note: 'Note 9735' }
    expect(critique?.json()).toMatchObject({
      results_follow: true,
      competition_award: null,
      judges: [judge, {}, {}, {}],
    })
    expect(data?.json()).toMatchObject({ routine_count: 3, results_follow: true, average: null, places: null })
    expect(replies.at(-1)?.body).toContain('Scores, places and awards follow with the results.')
  }

  test('hold back marks, totals, levels and places while results wait or were withdrawn', async () => {
    await release(stage, two, tour_date_id, { embargo_until: '2024-11-10T20:00:00Z' })
    for (const part of ['critiques', 'data']) await release(stage, two, tour_date_id, { part })
    await expectHeld()
    clock.time = instant('2024-11-10T20:00:00Z')
    for (const text of (await readAll()).texts) expect(withoutTexts(text)).toMatch(/97\.35|292\.05|29205/)
    const withdrawal = { tour_date_id, reason: 'A panel was entered twice' }
    await answer(call(two[0], 'POST', '/v1/office/results/results/withdraw', withdrawal))
    await expectHeld()
  })

  test('a correction of theirs says and mails no total of results that are not open', async () => {
    for (const part of ['critiques', 'data']) await release(stage, two, tour_date_id, { part })
    await db.deleteFrom('mails').where('template', '=', 'results').execute()
    await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, 9_935)
    for (const part of ['critiques', 'data']) await release(stage, two, tour_date_id, { part, reason: 'Typed wrong' })
    const { correction } = await answer(mine.call('GET', readersOfOwn()[2] ?? ''))
    expect(correction.changes).toEqual([expect.stringMatching(/Ash: its critique changed\.$/)])
    const mails = await db.selectFrom('mails').where('template', '=', 'results').select('text').execute()
    expect(mails.length).toBeGreaterThan(0)
    for (const { text } of mails) expect(text).not.toMatch(/294|292|total/)
  })
})

describe('RES-018 RES-035 RES-036 the owner reads what is released', () => {
  test('C091 C095 C096 critiques and scores with total, dropped score, award and place', async () => {
    await releaseAll()
    const [, , , critique, , scores, list] = readersOfOwn()
    const released = { total_score: 292.05, dropped_score: 97.35, place: 1, canceled: false }
    expect(await answer(mine.call('GET', critique ?? ''))).toMatchObject({
      ...released,
      competition_award: 'Spotlight',
      judges: [1, 2, 3, 4].map((position) => ({
        ...{ position, name: `Judge ${position}`, score: 97.35, dropped: position === 4 },
        ...{ teacher_critique: 'Critique 9735', note: 'Note 9735' },
      })),
    })
    const one = await answer(mine.call('GET', scores ?? ''))
    expect(one).toMatchObject({ ...released, award: 'Spotlight' })
    expect(one.scores).toHaveLength(4)
    const rows = await answer(mine.call('GET', list ?? ''))
    expect(rows.map(({ id }: { id: number }) => id).toSorted()).toEqual(own.routines.toSorted())
    expect(rows[0].date_routine.scores).toMatchObject(released)
  })

  test('RES-013 a canceled routine shows its marks, without a total and an award', async () => {
    await db
      .updateTable('running_order_entries')
      .set({ state: 'canceled' })
      .where('registration_routine_id', '=', own.routines[0] ?? 0)
      .execute()
    await releaseAll()
    const { adjudicated } = await answer(mine.call('GET', readersOfOwn()[1] ?? ''))
    const canceled = adjudicated.find(({ routine_id }: { routine_id: number }) => routine_id === own.routines[0])
    expect(canceled).toMatchObject({ canceled: true, total_score: null, dropped_score: null, competition_award: null })
    expect(canceled.scores).toHaveLength(4)
  })

  test('RES-019 RES-020 RES-023 C092 data of three routines, refused for fewer', async () => {
    await releaseAll()
    expect(await answer(mine.call('GET', readersOfOwn()[4] ?? ''))).toMatchObject({
      ...{ routine_count: 3, average: 292.05, places: { first: 3, second: 0, third: 0 } },
      top_divisions: [{ name: 'Contemporary', average: 292.05, count: 3 }],
      awards: [{ name: 'Spotlight', count: 3 }, {}, {}, {}, {}],
    })
    await db
      .updateTable('running_order_entries')
      .set({ state: 'scratched' })
      .where('registration_routine_id', '=', own.routines[0] ?? 0)
      .execute()
    await release(stage, two, tour_date_id, { part: 'data', reason: 'Scratched on the day' })
    const reply = await mine.call('GET', readersOfOwn()[4] ?? '')
    expect([reply.statusCode, reply.json().message]).toEqual([
      422,
      'Data is only available for registrations with 3 or more routines.',
    ])
  })

  test('RES-036 a correction is told on the page, with its reason', async () => {
    await releaseAll()
    await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, 9_935)
    await release(stage, two, tour_date_id, { reason: 'A mark was typed wrong' })
    const { correction } = await answer(mine.call('GET', readersOfOwn()[1] ?? ''))
    expect(correction.reason).toBe('A mark was typed wrong')
    expect(correction.changes[0]).toMatch(/^\d Ash: total 294\.05 \(was 292\.05\)\.$/)
    const untouched = await answer(
      theirs.call('GET', `/v1/dance360/coda/results?registration_id=${other.registration_id}`),
    )
    expect(untouched.correction).toBeNull()
  })
})

test('RES-015 an erased dancer leaves numbers and no words: picks, blurbs, the audit log, and hashes that hold', async () => {
  const person_id = mine.dancers[3] ?? 0
  const { fname, lname } = await db
    .selectFrom('persons')
    .where('id', '=', person_id)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  const nobody = { id: null, registration_routine_id: null, person_id: null, studio_id: null, place: 1, amount: null }
  const pick = async (name: string, one: object) => {
    const award_definition_id = await addAward(stage, two[0], tour_date_id, { name, kind: 'title' })
    await pickAward(stage, two[0], { tour_date_id, award_id: award_definition_id }, [{ ...nobody, ...one }])
  }
  await pick('Title', { person_id, blurb: 'She lit the room.' })
  await pick('Choice', { registration_routine_id: own.routines[0], blurb: `With ${fname} ${lname} in the lead.` })
  await release(stage, two, tour_date_id)
  await sql`select forget_mentions(${mine.user_id}, ${person_id})`.execute(db)
  await sql`select forget_person(${person_id})`.execute(db)

  const { body, json } = await mine.call('GET', readersOfOwn()[1] ?? '')
  const title = { award: 'Title', winner: 'Deleted person', place: 1 }
  expect(json().special_awards).toContainEqual(expect.objectContaining(title))
  expect(body).not.toMatch(/She lit the room/)
  expect(body).not.toContain(`${fname} ${lname}`)
  const { rows } = await sql<{ log: string }>`select coalesce(before::text, '') || coalesce(after::text, '') as log
    from audit_log where entity = 'results' and entity_id = ${String(tour_date_id)}`.execute(db)
  expect(rows.some(({ log }) => log.includes(`${fname} ${lname}`))).toBe(false)
  expect((await verifyResults(db)).faults).toEqual([])
})

/** A studio with one dancer, whose solo four judges marked and named the dancer in; a recording names them too. */
async function danceSolo() {
  const studio = await season.studio({ dancers: 1 })
  const [person_id = 0] = studio.dancers
  const people = db.selectFrom('persons').where('id', '=', person_id).select(['fname', 'lname'])
  const { fname, lname } = await people.executeTakeFirstOrThrow()
  const city = await season.city()
  const { registration_id, routines } = await enterSolos(stage, studio, city, ['Ash'])
  const [routine_id = 0] = routines
  const { seats: panelSeats } = await seatPanel(stage, city, await danceAll(stage, two[0], city), 4)
  for (const seat of panelSeats) await giveMark(stage, routine_id, seat, 9_735)
  const texts = { critique: `${fname} ${lname} shines.` }
  await db.updateTable('score_sheets').set(texts).where('registration_routine_id', '=', routine_id).execute()
  const place = { tour_date_id: city, registration_routine_id: routine_id, seat_id: panelSeats[0] ?? 0 }
  const media_id = await insertMedia(stage, { ...place, name: `${fname} ${lname} solo.wav` })
  return { studio, person_id, lname, city, registration_id, routine_id, media_id }
}

test('RES-015 RES-010 a dancer deleted after all parts are released is a deleted person in answers and papers; the recording still plays', async () => {
  const { studio, person_id, lname, city, registration_id, routine_id, media_id } = await danceSolo()
  for (const part of parts) await release(stage, two, city, { part })
  const [, results = '', critiques = '', critique = ''] = readers(registration_id, routine_id)
  const readReleased = async () => {
    const { token } = await answer(studio.call('POST', '/v1/reports/token', { registration_id }))
    const replies = await Promise.all([
      ...[results, critiques, critique].map((url) => studio.call('GET', url)),
      ...['tour-results', 'online-score-sheets'].map((name) =>
        call(0, 'GET', `/v1/reports/${name}/${token}?format=html`),
      ),
    ])
    for (const { statusCode, body } of replies) expect(statusCode, body).toBe(200)
    return replies
  }
  /** The words of every paper that is printed: of the registration, and of the office for the city. */
  const readPapers = async () => {
    const { token } = await answer(studio.call('POST', '/v1/reports/token', { registration_id }))
    const papers = [
      ...['tour-results', 'online-score-sheets'].map((name) => [0, `/v1/reports/${name}/${token}?format=pdf`] as const),
      ...['script', 'certificates', 'labels'].map(
        (name) => [two[0], `/v1/office/result-papers/${name}?tour_date_id=${city}`] as const,
      ),
    ]
    const texts: string[] = []
    for (const [user_id, url] of papers) {
      const reply = await call(user_id, 'GET', url)
      expect([reply.statusCode, reply.headers['content-type']], url).toEqual([200, 'application/pdf'])
      texts.push((await pdfPages(reply.rawPayload)).join(' ').replaceAll(/\s+/g, ' '))
    }
    return texts
  }
  const play = async () => {
    const url = `/v1/dance360/coda/recording?registration_id=${registration_id}&media_id=${media_id}`
    const { signedRequest } = await answer(studio.call('GET', url))
    const reply = await stage.app.inject({ method: 'GET', url: signedRequest })
    expect(reply.statusCode).toBe(200)
    return reply.rawPayload
  }
  for (const { body } of await readReleased()) expect(body).toContain(lname)
  // Results, score sheets, a certificate and labels name the dancer; the script of a solo names routine and studio.
  const namedBefore = (await readPapers()).map((text) => text.includes(lname))
  expect(namedBefore.filter(Boolean).length).toBeGreaterThan(1)
  const sound = await play()
  expect(sound.subarray(0, 4).toString()).toBe('RIFF')

  // Nobody is deleted before the events that they are registered for.
  clock.time = instant('2025-08-01T16:00:00Z')
  const reply = await studio.call('DELETE', `/v1/mybtf/${studio.user_id}/people/${person_id}`)
  expect([reply.statusCode, reply.json()]).toEqual([200, { what: 'anonymised' }])
  await stage.runJobs()

  const replies = await readReleased()
  for (const { body } of replies) {
    expect(body).toContain('Deleted person')
    expect(body).not.toContain(lname)
  }
  for (const text of await readPapers()) expect(text).not.toContain(lname)
  const [resultsNow, critiquesNow, critiqueNow] = replies.map(({ json }) => json)
  const withCast = { routine_id, attendees: ['Deleted person'], total_score: 292.05 }
  expect(resultsNow?.().adjudicated).toMatchObject([withCast])
  expect(critiquesNow?.().routines).toMatchObject([withCast])
  const judge = { score: 97.35, teacher_critique: 'Deleted person shines.' }
  expect(critiqueNow?.()).toMatchObject({ total_score: 292.05, judges: [judge, judge, judge, judge] })
  const recording = db.selectFrom('media_objects').where('id', '=', media_id)
  expect(await recording.select(['state', 'name', 'registration_routine_id']).executeTakeFirst()).toEqual({
    ...{ state: 'ready', name: 'Deleted person solo.wav', registration_routine_id: routine_id },
  })
  expect((await play()).equals(sound)).toBe(true)
  expect((await verifyResults(db)).faults).toEqual([])
})

describe('SEC-019 SEC-026 nobody reads another studio’s results', () => {
  test('no answer to a studio holds a number, a name or a note of another', async () => {
    await releaseAll()
    for (const url of readersOfOwn()) {
      const reply = await mine.call('GET', url)
      expect(reply.statusCode, url).toBe(200)
      expect(withoutUuids(reply.body), url).not.toMatch(/83\.15|8315|249\.45|Dune|Elm|Fern/)
      expect([401, 403, 404], url).toContain((await theirs.call('GET', url)).statusCode)
    }
  })

  test('TOK-005 TOK-011 TOK-014 a link opens its own page, and of the routines those it names', async () => {
    await releaseAll()
    const [ash = 0, birch = 0] = own.routines
    const { token } = await link('critiques', [ash])
    const [, results, critiques, , data] = readersOfOwn()
    const linked = (await byLink(token, critiques ?? '')).json()
    expect(linked.routines.map(({ routine_id }: { routine_id: number }) => routine_id)).toEqual([ash])
    const routine = (id: number) =>
      byLink(token, `/v1/dance360/coda/routine?registration_id=${own.registration_id}&routine_id=${id}`)
    expect([(await routine(ash)).statusCode, (await routine(birch)).statusCode]).toEqual([200, 404])
    for (const url of [results, data, ...readers(other.registration_id, other.routines[0] ?? 0)]) {
      expect([401, 403, 404], url).toContain((await byLink(token, url ?? '')).statusCode)
    }
    const all = await link('results')
    expect((await byLink(all.token, results ?? '')).statusCode).toBe(200)
    expect((await byLink(all.token, critiques ?? '')).statusCode).toBe(401)
  })

  test('RES-037 API-074 TOK-009 TOK-015 C094 a public page names the routine and its dancers, no birthdate, contact or money', async () => {
    await releaseAll()
    const { token } = await link('critiques', [own.routines[0] ?? 0])
    const { statusCode, body, json } = await call(0, 'GET', `/v1/dance360/coda/public?token=${token}`)
    expect(statusCode).toBe(200)
    const [ash = 0] = own.routines
    expect(json()).toMatchObject({
      registration: { id: own.registration_id, event: 'Meridian', studio: 'Studio 1' },
      routine: [{ routine_id: ash, name: 'Ash', attendees: ['Amara Dufresne'] }],
    })
    expect(json().routine).toHaveLength(1)
    expect(body).not.toMatch(/birthdate|email|phone|address|total_due|balance|amount/)
    expect((await call(0, 'GET', '/v1/dance360/coda/public?token=nobodys')).statusCode).toBe(404)
    const music = await link('music')
    expect((await call(0, 'GET', `/v1/dance360/coda/public?token=${music.token}`)).statusCode).toBe(404)
  })
})
