// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RecordingPlayer } from '../../web/src/critiques/player/RecordingPlayer.tsx'
import { addItem } from '../scenarios/critiques.ts'
import { insertMedia, seatOf } from '../scenarios/media.ts'
import { danceAll, enterSolos, giveMark, release, seatPanel } from '../scenarios/results.ts'
import { addAccount } from '../scenarios/small-city.ts'
import { openPortal } from './portal-kit.tsx'

const { city, portal, releaseParts, season, stage, studio, two, visit } = await openPortal()
const { db } = stage

test('RES-007 RES-008 RES-009 RES-011 a critique shows the routine, its scores and each judge', async () => {
  await releaseParts('results', 'critiques')
  await visit(portal('critiques'), studio.user_id)
  const critique = await screen.findByRole('article', { name: /^\d Ash$/ })
  expect(critique.textContent).toMatch(/Total 285/)
  expect(critique.textContent).toMatch(/High Gold/)
  expect(critique.textContent).toContain('Mini, Contemporary, Solo. Dropped score 95')
  expect(within(critique).getByText('Dancers: Amara Dufresne')).toBeTruthy()
  const judges = within(within(critique).getByRole('list', { name: 'Judges of Ash' })).getAllByRole('listitem')
  expect(judges.map((judge) => judge.textContent)).toEqual([
    'Judge 1Judge 1: 95Critique 9500Note: Note 9500',
    'Judge 2Judge 2: 95Critique 9500Note: Note 9500',
    'Judge 3Judge 3: 95Critique 9500Note: Note 9500',
    'Judge 4Judge 4: 95, droppedCritique 9500Note: Note 9500',
  ])
  expect(within(critique).getByText('Video critiques are not available for this routine.')).toBeTruthy()
})

test('RES-005 RES-024 critiques that are open before the results say that scores follow', async () => {
  await releaseParts('critiques', 'data')
  await visit(portal('critiques'), studio.user_id)
  const critique = await screen.findByRole('article', { name: /^\d Ash$/ })
  screen.getByText('Scores, places and awards follow with the results.')
  expect(critique.textContent).toContain('Judge 1Judge 1Critique 9500')
  expect(critique.textContent).not.toMatch(/285|High Gold|No total|abstained|: 95/)
  await visit(portal('data'), studio.user_id)
  await screen.findByText('Scores, places and awards follow with the results.')
  expect(screen.queryByText('Average score')).toBeNull()
})

/** The key of the file whose signed address an image shows. */
const keyShown = (image: Element | null | undefined) => {
  const [, token = ''] = /files\/([^.]+)\./.exec(image?.getAttribute('src') ?? '') ?? []
  return JSON.parse(Buffer.from(token, 'base64url').toString()).key
}

test('RES-008 RES-009 RES-028 a critique has items by level, pictures of its judge, choreography and homework', async () => {
  const [ash = 0] = city.routines
  const levels = ['Technique', 'Turns', 'Pirouette', 'Spotting']
  let parent_id: number | null = null
  for (const [index, name] of levels.entries()) parent_id = await addItem(stage, name, parent_id, index + 1)
  const item_id = parent_id ?? 0
  const stages = await addItem(stage, 'Performance')
  const sheet = db.selectFrom('score_sheets').where('registration_routine_id', '=', ash).where('points', '=', 9_500)
  const { client_id, seat_id } = await sheet
    .orderBy('seat_id')
    .select(['client_id', 'seat_id'])
    .executeTakeFirstOrThrow()
  const marks = [
    { client_id, critique_item_id: item_id, good: false },
    { client_id, critique_item_id: stages, good: true },
  ]
  await db.insertInto('critique_marks').values(marks).execute()
  const pictures = { headshot_key: 'judges/1/headshot/a.jpg', signature_key: 'judges/1/signature/a.jpg' }
  const seated = db.selectFrom('judge_seats').where('id', '=', seat_id).select('judge_id')
  await db.updateTable('judges').set(pictures).where('id', '=', seated).execute()
  const routine = db.selectFrom('registration_routines').where('id', '=', ash).select('routine_id')
  await db.updateTable('routines').set({ choreographer: 'Sam Vale' }).where('id', '=', routine).execute()
  const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
  const video = {
    name: 'Clean turns',
    homework_group: 'Foundation',
    video_url: player,
  } as const
  const { id: homework_id } = await db.insertInto('homework').values(video).returning('id').executeTakeFirstOrThrow()
  const homework = { homework_ids: [homework_id] }
  expect((await stage.call(two[0], 'PUT', `/v1/office/routines/${ash}/homework`, homework)).statusCode).toBeLessThan(
    300,
  )

  await releaseParts('critiques')
  await visit(portal('critiques'), studio.user_id)
  const critique = within(await screen.findByRole('article', { name: /^\d Ash$/ }))
  critique.getByText('Choreography: Sam Vale')
  const [first] = within(critique.getByRole('list', { name: 'Judges of Ash' })).getAllByRole('listitem')
  const judge = within(first as HTMLElement)
  expect(judge.getByText('To work on').parentElement?.textContent).toBe(`To work on${levels.join(', ')}`)
  expect(judge.getByText('Good').parentElement?.textContent).toBe('GoodPerformance')
  expect(keyShown(judge.getByRole('img', { name: 'Signature of Judge 1' }))).toBe(pictures.signature_key)
  expect(keyShown(first?.querySelector('img[alt=""]'))).toBe(pictures.headshot_key)
  fireEvent.click(critique.getByRole('button', { name: 'Clean turns' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Clean turns' }))
  expect(dialog.getByTitle('Video: Clean turns').getAttribute('src')).toBe(player)
})

test('RES-030 RES-031 TOK-011 a changed selection makes another link, which is copied', async () => {
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  await releaseParts('critiques')
  await visit(portal('critiques'), studio.user_id)
  const share = await screen.findByLabelText('Share critiques')
  // Once the server has answered, only the 300 ms are waited for: the test ends them, however slow its machine.
  let endWait = () => {}
  const { setTimeout: startTimer, fetch: request } = globalThis
  vi.stubGlobal('setTimeout', (act: () => void, milliseconds?: number) => {
    if (milliseconds !== 300) return startTimer(act, milliseconds)
    endWait = act
    return 0
  })
  const linkMade = new Promise<void>((resolve) => {
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const reply = await request(url, init)
      if (url.endsWith('/share-links')) resolve()
      return reply
    })
  })
  fireEvent.click(share)
  screen.getByText('Generating New Link...')
  await linkMade
  await new Promise((resolve) => startTimer(resolve, 100))
  screen.getByText('Generating New Link...')
  expect(screen.queryByLabelText('Link to these critiques')).toBeNull()
  endWait()
  const first = await screen.findByLabelText<HTMLInputElement>('Link to these critiques')
  vi.stubGlobal('setTimeout', startTimer)
  expect(first.value).toMatch(/\/coda\/critiques\/[\w-]+$/)
  const firstUrl = first.value
  fireEvent.click(screen.getByLabelText(/^Share \d Birch$/))
  screen.getByText('Generating New Link...')
  const second = await screen.findByLabelText<HTMLInputElement>('Link to these critiques')
  expect(second.value).not.toBe(firstUrl)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied!' })
  const copiedAt = performance.now()
  expect(copied).toEqual([second.value])
  await waitFor(() => screen.getByRole('button', { name: 'Copy' }), { timeout: 1_500 })
  expect(performance.now() - copiedAt).toBeGreaterThan(700)

  await visit(new URL(second.value).pathname, 0)
  await screen.findByRole('article', { name: /^\d Ash$/ })
  screen.getByRole('article', { name: /^\d Cedar$/ })
  expect(screen.queryByRole('article', { name: /^\d Birch$/ })).toBeNull()
  expect(screen.queryByLabelText('Share critiques')).toBeNull()
  // The link given out before keeps its own routines.
  await visit(new URL(firstUrl).pathname, 0)
  await screen.findByRole('article', { name: /^\d Birch$/ })
})

test('RES-007 RES-013 one of many routines is found by its number, its title or a dancer', async () => {
  await releaseParts('critiques', 'results')
  await visit(portal('critiques'), studio.user_id)
  await screen.findByRole('article', { name: /^\d Ash$/ })
  expect(screen.queryByRole('searchbox'), 'three are found by looking').toBeNull()

  const tour_date_id = await season.city()
  const names = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel', 'Maple']
  const many = await enterSolos(stage, studio, tour_date_id, names)
  const { seats } = await seatPanel(stage, tour_date_id, await danceAll(stage, two[0], tour_date_id), 3)
  for (const entry of many.routines) for (const seat of seats) await giveMark(stage, entry, seat, 9_500)
  for (const part of ['critiques', 'results']) await release(stage, two, tour_date_id, { part })
  for (const part of ['critiques', 'results']) {
    await visit(`/event/${many.registration_id}/coda/${part}`, studio.user_id)
    const search = await screen.findByRole('searchbox')
    expect(screen.getAllByRole('article')).toHaveLength(7)
    const label = screen.getByRole('article', { name: /Hazel$/ }).getAttribute('aria-label')
    const number = /^\d+/.exec(label ?? '')?.[0] ?? ''
    // Hana Oyelaran dances Birch too.
    for (const [value, count] of [
      ['haz', 1],
      ['hana', 2],
      [number, 1],
    ] as const) {
      fireEvent.change(search, { target: { value } })
      await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(count))
      screen.getByRole('article', { name: /Hazel$/ })
    }
    fireEvent.change(search, { target: { value: 'oak' } })
    await screen.findByText('No routine matches. Try fewer letters.')
  }
})

test('RES-033 a season of recordings says which routine has none', async () => {
  const setting = { name: 'critique_source_min_season', value: 42 }
  const admin = await addAccount(stage, 'admin@example.com', 'admin')
  expect((await stage.call(admin, 'PUT', '/v1/office/settings', setting)).statusCode).toBe(200)
  await db.updateTable('seasons').set({ is_portal: false }).execute()
  const [ash = 0] = city.routines
  const recording = { tour_date_id: city.tour_date_id, registration_routine_id: ash, duration_ms: 65_000 }
  await insertMedia(stage, { ...recording, seat_id: await seatOf(stage, ash, 1), peaks: Buffer.alloc(400, 90) })
  await releaseParts('critiques')
  await visit(`/event/${city.registration_id}/critiques`, studio.user_id)
  const first = within(await screen.findByRole('article', { name: /^\d Ash$/ }))
  screen.getByText('The critiques of this season are recordings.')
  first.getByRole('button', { name: /^Play Judge 1/ })
  expect(first.queryByText('No judge of this routine was recorded.')).toBeNull()
  expect(first.queryByText('Critique 9500')).toBeNull()
  within(screen.getByRole('article', { name: /^\d Birch$/ })).getByText('No judge of this routine was recorded.')
  await stage.call(admin, 'PUT', '/v1/office/settings', { ...setting, value: 41 })
})

test('RES-006 a season without a portal has critiques of its own, with a share mode', async () => {
  await db.updateTable('seasons').set({ is_portal: false }).execute()
  await db.deleteFrom('share_tokens').execute()
  await releaseParts('critiques')
  await visit(`/event/${city.registration_id}/critiques`, studio.user_id)
  await screen.findByRole('article', { name: /^\d Ash$/ })
  expect(screen.queryByRole('navigation', { name: 'Results portal' })).toBeNull()
  fireEvent.click(screen.getByLabelText('Share critiques'))
  const address = () => screen.findByLabelText<HTMLInputElement>('Link to these critiques')
  const { value: link } = await address()
  expect(link).toMatch(/\/critiques\/[\w-]+$/)
  expect(link).not.toMatch(/coda/)

  fireEvent.click(screen.getByRole('button', { name: 'Select none' }))
  await screen.findByText('Choose at least one routine.')
  fireEvent.click(screen.getByRole('button', { name: 'Select all' }))
  await address()
  fireEvent.click(screen.getByRole('button', { name: 'Turn off all shared links' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, turn them off' }))
  await waitFor(() => expect(screen.queryByLabelText('Link to these critiques')).toBeNull())
  fireEvent.click(await screen.findByLabelText('Share critiques'))
  const { value: nextLink } = await address()
  expect(nextLink).not.toBe(link)
  await visit(new URL(link).pathname, 0)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})

test('RES-030 the switch is on as long as a link is open, and off only with all of them', async () => {
  await releaseParts('critiques')
  await visit(portal('critiques'), studio.user_id)
  fireEvent.click(await screen.findByLabelText('Share critiques'))
  const { value: link } = await screen.findByLabelText<HTMLInputElement>('Link to these critiques')
  await visit(portal('critiques'), studio.user_id)
  const share = await screen.findByLabelText<HTMLInputElement>('Share critiques')
  await waitFor(() => expect(share.checked).toBe(true))
  await screen.findByText(/made before opens? critiques of this registration/)
  expect(screen.queryByLabelText('Link to these critiques')).toBeNull()
  fireEvent.click(share)
  fireEvent.click(await screen.findByRole('button', { name: 'No, keep them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(share.checked).toBe(true)
  fireEvent.click(share)
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, turn them off' }))
  await waitFor(() => expect(share.checked).toBe(false))
  await visit(new URL(link).pathname, 0)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})

describe('recordings of critiques', () => {
  const media = async (entry: number, position: number, more: object = {}) =>
    insertMedia(stage, {
      ...{
        tour_date_id: city.tour_date_id,
        registration_routine_id: entry,
        seat_id: await seatOf(stage, entry, position),
      },
      ...{ duration_ms: 65_000, peaks: Buffer.alloc(400, 90), ...more },
    })
  const played: string[] = []
  beforeEach(() => {
    played.length = 0
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
      played.push(`${new URL(this.src).pathname.slice(0, 10)} ${this.currentTime} ${this.playbackRate}`)
    })
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  })

  test('RES-008 a recording plays one at a time, at a chosen speed, and marks lead to their place', async () => {
    const [ash = 0] = city.routines
    await media(ash, 1)
    await media(ash, 2)
    const item = await db
      .insertInto('critique_items')
      .values({ name: `Turns ${city.tour_date_id}`, parent_id: null, level: 1, event_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { client_id } = await db
      .selectFrom('score_sheets')
      .where('registration_routine_id', '=', ash)
      .where('seat_id', '=', await seatOf(stage, ash, 1))
      .select('client_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('critique_marks')
      .values({ client_id, critique_item_id: item.id, good: true, at_ms: 42_000 })
      .execute()
    await releaseParts('critiques')
    await visit(portal('critiques'), studio.user_id)
    const article = within(await screen.findByRole('article', { name: /Ash/ }))
    const [first, second] = article.getAllByRole('button', { name: /^Play Judge/ })
    fireEvent.click(article.getByRole('button', { name: new RegExp(`0:42 Good: Turns ${city.tour_date_id}`) }))
    await article.findByRole('button', { name: /^Pause Judge 1/ })
    expect(played).toEqual(['/v1/files/ 42 1'])
    fireEvent.change(article.getByRole('combobox', { name: 'Speed' }), { target: { value: '1.5' } })
    fireEvent.click(second as HTMLElement)
    await article.findByRole('button', { name: /^Pause Judge 2/ })
    expect(played).toEqual(['/v1/files/ 42 1', '/v1/files/ 0 1.5'])
    expect(first?.getAttribute('aria-label')).toMatch(/^Play Judge 1/)
    const [range] = article.getAllByRole('slider')
    expect(range?.getAttribute('aria-valuetext')).toBe('0:00 of 1:05')
    const element = vi.mocked(HTMLMediaElement.prototype.play).mock.contexts.at(-1) as HTMLMediaElement
    fireEvent(element, new Event('ended'))
    await article.findByRole('button', { name: /^Play Judge 2/ })
    expect(article.getByRole<HTMLSelectElement>('combobox', { name: 'Speed' }).value).toBe('1.5')
  })

  test('RES-008 a recording plays on while another one leaves the list, and stops when it leaves itself', async () => {
    const loadUrl = async (id: string) => `/v1/files/${id}`
    const show = (ids: readonly string[]) => (
      <MantineProvider>
        {ids.map((id) => (
          <RecordingPlayer
            key={id}
            name={id}
            recordings={[{ id, duration_ms: 65_000, starts_ms: 0, peaks: null }]}
            marks={[{ at_ms: 42_000, label: 'Good: Turns' }]}
            loadUrl={loadUrl}
          />
        ))}
      </MantineProvider>
    )
    const place = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Position in Ash' }).value
    const { rerender } = render(show(['Ash', 'Birch']))
    fireEvent.click(screen.getAllByRole('button', { name: /Good: Turns/ })[0] as HTMLElement)
    await screen.findByRole('button', { name: 'Pause Ash' })
    rerender(show(['Ash']))
    expect(place()).toBe('42')
    screen.getByRole('button', { name: 'Pause Ash' })
    rerender(show([]))
    rerender(show(['Ash']))
    expect(place()).toBe('0')
    screen.getByRole('button', { name: 'Play Ash' })
  })

  test('RES-010 RES-011 a video is watched with a judge; without one the sentence says so', async () => {
    const [ash = 0] = city.routines
    await media(ash, 1, { kind: 'judge_video', content_type: 'video/mp4' })
    await releaseParts('critiques')
    await visit(portal('critiques'), studio.user_id)
    const article = within(await screen.findByRole('article', { name: /Ash/ }))
    fireEvent.click(article.getByRole('button', { name: 'Watch with Judge 1' }))
    expect((await article.findByLabelText(/^Video of/)).getAttribute('src')).toMatch(/^\/v1\/files\//)
    expect(article.queryByText('Video critiques are not available for this routine.')).toBeNull()
    const other = within(screen.getByRole('article', { name: /Birch/ }))
    other.getByText('Video critiques are not available for this routine.')
  })

  test('RES-012 a video that is downloaded by a link is named as its owner’s download is', async () => {
    const [ash = 0] = city.routines
    const key = await media(ash, 2, { kind: 'judge_video', content_type: 'video/mp4' })
    await releaseParts('critiques')
    const { registration_id } = city
    const { token } = (
      await studio.call('POST', '/v1/dance360/share-links', { path: 'critiques', registration_id })
    ).json()
    await visit(`/coda/critiques/${token}`, 0)
    const article = within(await screen.findByRole('article', { name: /Ash/ }))
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.href} ${this.download}`)
    })
    Object.assign(URL, { createObjectURL: () => 'blob:video', revokeObjectURL: () => {} })
    fireEvent.click(article.getByRole('button', { name: /^Download/ }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatch(/^blob:video \d, Ash, judge 2, \S.*, \S.*\.mp4$/)

    const [critique] = (
      await studio.call('GET', `/v1/dance360/coda/critiques?registration_id=${registration_id}`)
    ).json().routines
    const { event, city: place } = (
      await studio.call('GET', `/v1/dance360/coda/critiques?registration_id=${registration_id}`)
    ).json()
    const names = { key, event, city: place, routine: critique.name, position: '2', number: critique.number }
    const own = await studio.call('GET', `/v1/download/critique?${new URLSearchParams(names)}`)
    expect(decodeURIComponent(String(own.headers['content-disposition']))).toContain(
      saved[0]?.slice('blob:video '.length),
    )
  })
})
