import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { buildApp } from '@callboard/server/app.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { marlowe, tour_date_id } = await smallCity(stage.db)

// Nothing is built where the pages of the last build are current.
execFileSync(process.execPath, ['build.mjs', 'pages'], { stdio: 'ignore' })
const { db, clock, mail, files, payments, sealer, limits, dev } = stage.app
const app = buildApp({
  ...{ db, clock, mail, files, payments, sealer, limits, dev },
  origin: 'http://localhost:3000',
  pages: {
    folder: path.resolve('web/dist'),
    gatewayOrigin: 'https://fields.example',
    contactEmail: 'hello@callboard.example',
  },
  logLevel: process.env['TEST_LOG'] ?? 'silent',
})
afterAll(() => app.close())

const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'
const open = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const cityOf = (id: number) =>
  db
    .selectFrom('tour_dates')
    .innerJoin('event_cities', 'event_cities.id', 'event_city_id')
    .where('tour_dates.id', '=', id)
    .select(['event_cities.id', 'event_cities.name'])
    .executeTakeFirstOrThrow()

test('the front page and the picker show their cities before a script has run', async () => {
  const { name } = await cityOf(tour_date_id)
  for (const url of ['/', '/register', '/register?event=none&city=7']) {
    for (const headers of [{}, { 'user-agent': phone }]) {
      const { body } = await open(url, headers)
      const [markup = ''] = body.split('id="page-data"')
      expect(markup).toContain(name)
      expect(markup).toContain('</main>')
      // The sheets of the screen come with the page.
      expect(markup.match(/<link rel="stylesheet"/g)?.length).toBeGreaterThan(1)
    }
  }
  expect((await open('/register', { 'user-agent': phone })).body).toContain('<option value=')
})

test('no sheet holds up the first paint: the rules of the page are in it, and all rules follow', async () => {
  for (const url of ['/', '/register', '/signin']) {
    const { body, headers } = await open(url)
    const withoutFallback = body.replaceAll(/<noscript>.*?<\/noscript>/gs, '')
    const links = withoutFallback.match(/<link rel="stylesheet"[^>]*>/g) ?? []
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toContain('media="print" data-late')
    const [, nonce, styles = ''] = /<style nonce="([^"]+)">(.*?)<\/style>/s.exec(body) ?? []
    expect(String(headers['content-security-policy'])).toContain(`style-src 'self' 'nonce-${nonce}'`)
    // The faces that the page preloads, its colors in both themes, and the heading of the front page.
    expect(styles).toContain('@font-face')
    expect(styles).toContain('[data-mantine-color-scheme=dark]')
    expect(styles).toContain('--mantine-font-family-headings:')
    // All sheets together are four times as long.
    expect(styles.length).toBeLessThan(40_000)
    // Without scripts the sheets are read as usual.
    expect(/<noscript>(<link rel="stylesheet"[^>]*>)+<\/noscript>/.exec(body)?.[0]).not.toContain('media=')
  }
})

test('scripts are asked for and run after the first paint', async () => {
  for (const url of ['/', '/register', '/signin', '/registration/12/dancers']) {
    const { body } = await open(url)
    expect(body).not.toMatch(/<script type="module"|<link rel="modulepreload"/)
    const [, load = ''] = /const load=(.*?)<\/script>/s.exec(body) ?? []
    expect(load).toContain('requestAnimationFrame(()=>setTimeout(load))')
    expect(load).toContain('if(document.hidden)load()')
    const [modules = [], preloads = []] = [...load.matchAll(/ of (\[[^\]]*\])/g)].map(
      ([, list = '']) => JSON.parse(list) as string[],
    )
    // React first, in a task of its own.
    expect(modules).toHaveLength(2)
    expect(preloads.length).toBeGreaterThan(3)
    for (const address of [...modules, ...preloads]) expect((await open(address)).statusCode, address).toBe(200)
  }
})

test('every other page has its frame, and no data but that the site is open', async () => {
  for (const url of ['/signin', '/registration/12/dancers', '/office', '/nowhere']) {
    const { body } = await open(url)
    expect(body).toContain('Skip to content')
    const [, data = ''] = /id="page-data"[^>]*>(.*?)<\/script>/s.exec(body) ?? []
    expect(JSON.parse(data).answers).toEqual([{ queryKey: expect.any(Array), data: { maintenance: false } }])
  }
})

test('a page asks for the files of its own screens alone, and its sheets hold up no frame', async () => {
  const sheetsOf = (body: string) => body.match(/<link rel="stylesheet"/g)?.length
  const nowhere = (await open('/nowhere')).body
  const linksOf = async (url: string) => {
    const { body } = await open(url)
    expect(sheetsOf(body)).toBe(sheetsOf(nowhere))
    const [, scripts = '[]'] = /const load=.* of (\[[^\]]*\])\)add\('link'/s.exec(body) ?? []
    const screenScripts = (JSON.parse(scripts) as string[]).filter((address) => !nowhere.includes(address))
    return [...screenScripts, ...(body.match(/<link rel="preload" as="style[^>]*>/g) ?? [])]
  }
  const without = (links: readonly string[], others: readonly string[]) => links.filter((one) => !others.includes(one))
  const dancers = await linksOf('/registration/12/dancers')
  const payment = await linksOf('/registration/13/payment?from=review')
  // The frame of the wizard is in both of its steps.
  expect(without(dancers, payment).length).toBeGreaterThan(3)
  expect(without(payment, dancers).length).toBeGreaterThan(3)
  expect(dancers.length - without(dancers, payment).length).toBeGreaterThan(8)
  // The office's list of screens is loaded by its path.
  expect(without(await linksOf('/office/people'), await linksOf('/office')).length).toBeGreaterThan(0)
  // No screen, no files.
  expect(await linksOf('/nowhere')).toEqual([])
})

test('a page written for everybody holds nothing of who is signed in', async () => {
  const { cookie } = await stage.sessionOf(marlowe.user_id)
  const { fname, email } = await db
    .selectFrom('users')
    .innerJoin('persons', 'persons.id', 'users.person_id')
    .where('users.id', '=', marlowe.user_id)
    .select(['fname', 'email'])
    .executeTakeFirstOrThrow()
  for (const url of ['/', '/register', '/roster']) {
    const signedIn = await open(url, { cookie: `${cookie}; callboard_signed_in=1` })
    expect(signedIn.body).not.toContain(email)
    expect(signedIn.body).not.toContain(`>${fname}`)
    // Neither are they shown as a visitor for a moment.
    expect(signedIn.body).not.toContain('SIGN IN / SIGN UP')
    expect((await open(url)).body).toContain('SIGN IN / SIGN UP')
    expect(signedIn.headers['cache-control']).toBe('no-store')
  }
})

test('the page of a person starts the reads of its screen before a script is there, a visitor’s starts none', async () => {
  const startOf = (body: string) => /<script nonce="[^"]+">(\{const replies=.*?)<\/script>/s.exec(body)?.[1]
  const { body } = await open('/registration/12/dancers', { cookie: 'callboard_signed_in=1' })
  const calls: string[] = []
  const fetch = (url: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${url}`)
    return Promise.resolve(Response.json({ id: 3, tour_date_id: 7 }))
  }
  runInNewContext(startOf(body) ?? '', { fetch, performance })
  await eventually(() =>
    expect(calls).toEqual([
      'POST /v1/mybtf/authenticate',
      'GET /v1/dance360/registrations/12',
      'GET /v1/mybtf/roster?mybtf_user_id=3',
      'GET /v1/dance360/tour-dates/7/city',
    ]),
  )
  const { body: area } = await open('/event/7/overview', { cookie: 'callboard_signed_in=1' })
  expect(startOf(area)).toContain('"/v1/dance360/registrations/7/event-area"')
  expect(startOf((await open('/registration/12/dancers')).body)).toBeUndefined()
})

test('a change by the office is in the next page; without one the page is kept for half a minute', async () => {
  const { id, name } = await cityOf(tour_date_id)
  await open('/')
  // Kept: a change that no trigger of the catalogue sees comes with time.
  stage.clock.time = instant('2024-10-01T16:00:20Z')
  const before = (await open('/')).body
  expect(before).toContain('data-age="20000"')
  await db.updateTable('event_cities').set({ name: 'Nova Harbor' }).where('id', '=', id).execute()
  const after = (await open('/')).body
  expect(after).toContain('Nova Harbor')
  expect(after).toContain('data-age="0"')
  await db.updateTable('event_cities').set({ name }).where('id', '=', id).execute()
  stage.clock.time = instant('2024-10-01T16:01:00Z')
  expect((await open('/')).body).toContain('data-age="0"')
})

test('SEC-022 a written page keeps the content security policy: no style attributes, a nonce of its own', async () => {
  const nonces = new Set<string>()
  for (let n = 0; n < 2; n += 1) {
    const { body, headers } = await open('/')
    expect(body).not.toMatch(/ style="/)
    expect(body).toContain(' data-style="')
    const policy = String(headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(policy).not.toContain('unsafe')
    expect(body.match(/<script[^>]*>/g)?.every((tag) => /nonce=|type="module"|application\/json/.test(tag))).toBe(true)
    expect(body).toContain(`<script nonce="${nonce}">`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
})

test('a name with markup stays text, in the page and in its data', async () => {
  const { id, name } = await cityOf(tour_date_id)
  const hostile = '</script><img src=x style="color:red">'
  await db.updateTable('event_cities').set({ name: hostile }).where('id', '=', id).execute()
  const { body } = await open('/')
  expect(body).not.toContain('<img')
  expect(body).toContain('&lt;/script&gt;')
  const json = /id="page-data"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  expect(JSON.stringify(JSON.parse(json))).toContain('<img src=x')
  await db.updateTable('event_cities').set({ name }).where('id', '=', id).execute()
})

test('ACC-074 a page says that the site is open, and of a closed one nothing: the browser knows who may read it', async () => {
  const dataOf = async (url: string) => /id="page-data"[^>]*>(.*?)<\/script>/s.exec((await open(url)).body)?.[1]
  const close = (value: boolean) =>
    stage.call(marlowe.user_id, 'PUT', '/v1/office/settings', { name: 'maintenance', value })
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', marlowe.user_id).execute()
  for (const [isClosed, time] of [
    [true, '2024-10-01T16:10:00Z'],
    [false, '2024-10-01T16:20:00Z'],
  ] as const) {
    expect((await close(isClosed)).statusCode).toBe(200)
    stage.clock.time = instant(time)
    for (const url of ['/', '/signin']) expect((await dataOf(url))?.includes('maintenance'), url).toBe(!isClosed)
  }
})

test('a written page is compressed', async () => {
  const packed = await open('/', { 'accept-encoding': 'br, gzip' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toContain('On the call board')
})
