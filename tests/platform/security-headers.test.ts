import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { buildApp } from '@callboard/server/app.ts'
import { readConfig } from '@callboard/server/config.ts'
import { readTrustProxy } from '@callboard/server/platform/http/trust-proxy.ts'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../kit.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-pages-'))
writeFileSync(
  path.join(folder, 'index.html'),
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script>__CONTACT_EMAIL__',
)
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
const script = 'export const steps = ["dancers", "competition"]'
mkdirSync(path.join(folder, 'assets'))
writeFileSync(path.join(folder, 'assets/steps-1a2b.js'), script)
writeFileSync(path.join(folder, 'assets/steps-1a2b.js.gz'), gzipSync(script))
const pages = { folder, gatewayOrigin: 'https://fields.example', contactEmail: 'hello@callboard.example' }
afterAll(() => rmSync(folder, { recursive: true }))

let stage: Stage
/** The app behind an https balancer, with its pages. */
let app: ReturnType<typeof buildApp>
beforeAll(async () => {
  stage = await copy()
  const { db, clock, mail, files, payments, sealer, limits, dev } = stage.app
  app = buildApp({
    db,
    clock,
    mail,
    files,
    payments,
    sealer,
    limits,
    dev,
    origin: 'https://callboard.example',
    pages,
    logLevel: 'silent',
    trustProxy: readTrustProxy('1'),
  })
  return () => app.close()
})

describe('SEC-022 a cookie that another site’s page sends along has no power', () => {
  const url = `/v1/dance360/registrations/${world.draft.id}`
  const save = (headers: Record<string, string>) =>
    app.inject({
      method: 'PUT',
      url,
      headers: { host: 'callboard.example', ...headers },
      payload: { info_acknowledged: true },
    })
  let cookie: string
  let bearer: string
  beforeAll(async () => {
    ;({ cookie } = await stage.sessionOf(cast.owner))
    bearer = `Bearer ${cookie.split('=')[1] ?? ''}`
  })

  test.each([
    ['SEC-022 from another site', { origin: 'https://evil.example' }],
    ['SEC-022 from another port of the same machine', { origin: 'https://callboard.example:8443' }],
    ['SEC-022 from a page without an origin', { origin: 'null' }],
    ['SEC-022 from another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['SEC-022 from a sister site', { 'sec-fetch-site': 'same-site', origin: 'https://blog.callboard.example' }],
    [
      'SEC-022 from another site, hiding where it comes from',
      { origin: 'https://callboard.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['SEC-022 with a token beside the cookie', { origin: 'https://evil.example', authorization: 'Bearer abc' }],
  ])('%s it is refused and nothing is written', async (_, headers) => {
    const before = await stage.db
      .selectFrom('registrations')
      .select('version')
      .where('id', '=', world.draft.id)
      .execute()
    const reply = await save({ cookie, ...headers })
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'foreign_origin'])
    const after = await stage.db
      .selectFrom('registrations')
      .select('version')
      .where('id', '=', world.draft.id)
      .execute()
    expect(after).toEqual(before)
  })

  test.each([
    [
      'SEC-022 from our own page',
      () => ({ cookie, origin: 'https://callboard.example', 'sec-fetch-site': 'same-origin' }),
    ],
    ['SEC-022 with a cookie and no sign of a browser', () => ({ cookie })],
    ['SEC-022 from an API client with its token and no Origin', () => ({ authorization: bearer })],
    [
      'SEC-022 from another site’s program with a token of its own',
      () => ({ authorization: bearer, origin: 'https://partner.example' }),
    ],
  ])('%s it is answered', async (_, headers) => {
    const reply = await save(headers())
    expect(reply.statusCode, reply.body).toBe(200)
  })

  test('SEC-022 signing in from a foreign form is no JSON, and another site may read nothing', async () => {
    const form = await app.inject({
      method: 'POST',
      url: '/v1/mybtf/signin',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      payload: 'email=a&password=b',
    })
    expect(form.statusCode).toBe(415)
    const ask = {
      method: 'OPTIONS',
      url,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
    } as const
    const preflight = await app.inject(ask)
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
    expect((await app.inject({ ...ask, method: 'GET' })).headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the session cookie', () => {
  const signIn = (headers: Record<string, string>) => {
    const { email, password } = world.owner
    return app.inject({ method: 'POST', url: '/v1/mybtf/signin', headers, payload: { email, password } })
  }

  test('UI-010 SEC-022 lasts 7 days, is sent to the whole site over https alone, and no page can read it', async () => {
    const reply = await signIn({ 'x-forwarded-proto': 'https' })
    const [session = '', marker] = [reply.headers['set-cookie']].flat()
    const [pair = '', ...flags] = session.split('; ')
    expect(pair).toMatch(/^callboard_session=[\w-]{43}$/)
    expect(flags.sort()).toEqual(['HttpOnly', `Max-Age=${7 * 24 * 60 * 60}`, 'Path=/', 'SameSite=Lax', 'Secure'])
    // The cookie readable by scripts says only that a session exists.
    expect(marker).toBe('callboard_signed_in=1; Path=/; SameSite=Lax; Max-Age=604800; Secure')
  })

  test('UI-010 SEC-022 is Secure also where a balancer does not say that it is reached over https', async () => {
    const reply = await signIn({})
    expect([reply.headers['set-cookie']].flat().every((cookie) => String(cookie).endsWith('; Secure'))).toBe(true)
    const plain = await stage.app.inject({
      method: 'POST',
      url: '/v1/mybtf/signin',
      payload: { email: world.owner.email, password: world.owner.password },
    })
    expect(String(plain.headers['set-cookie'])).not.toContain('Secure')
  })

  test('UI-010 signing out takes the cookie away and ends the session itself', async () => {
    const { cookie } = await stage.sessionOf(cast.owner)
    const headers = { cookie, 'x-forwarded-proto': 'https' }
    const reply = await app.inject({ method: 'POST', url: '/v1/mybtf/signout', headers })
    expect(reply.headers['set-cookie']).toEqual([
      'callboard_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
      'callboard_signed_in=; Path=/; SameSite=Lax; Max-Age=0; Secure',
    ])
    expect((await app.inject({ method: 'GET', url: '/v1/mybtf/roster', headers: { cookie } })).statusCode).toBe(401)
  })
})

/** A policy as its directives. */
const directives = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values]
      }),
  )

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-request-id': expect.any(String),
}

describe('headers', () => {
  test('only the judge’s tablet may use the microphone, and only it and the office the camera', async () => {
    const policyOf = async (url: string) => (await app.inject({ method: 'GET', url })).headers['permissions-policy']
    for (const url of ['/judge', '/judge/tablet?pairing=1']) {
      expect(await policyOf(url)).toBe('camera=(self), geolocation=(), microphone=(self)')
    }
    for (const url of ['/office', '/office/tour-dates/1/scores/receive']) {
      expect(await policyOf(url)).toBe('camera=(self), geolocation=(), microphone=()')
    }
    for (const url of ['/judges', '/offices', '/dashboard', '/v1/office/judges']) {
      expect(await policyOf(url), url).toBe(everywhere['permissions-policy'])
    }
  })
  test.each([
    ['a page', '/'],
    ['a page of the wizard', '/registration/1/dancers'],
    ['an answer', '/v1/mybtf/site'],
    ['a refusal', '/v1/mybtf/roster'],
    ['what is not there', '/v1/nothing'],
    ['the page of the calls', '/docs/api'],
    ['a probe', '/healthz'],
  ])('%s says how it may be used', async (_, url) => {
    expect((await app.inject({ method: 'GET', url })).headers).toMatchObject(everywhere)
  })

  test('a page runs only its own scripts and those of the payment fields, with a nonce that is never used twice', async () => {
    const [one, other] = await Promise.all(['/', '/'].map((url) => app.inject({ method: 'GET', url })))
    const policy = directives(one?.headers['content-security-policy'])
    const nonce = /nonce="([^"]+)"/.exec(one?.body ?? '')?.[1] ?? ''
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'", `'nonce-${nonce}'`, 'https://fields.example'],
      'style-src': ["'self'", `'nonce-${nonce}'`],
      // The players of homework videos too.
      'frame-src': ["'self'", 'https://fields.example', 'https://www.youtube-nocookie.com', 'https://player.vimeo.com'],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    })
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-|\*|http:/)
    expect(other?.body).not.toContain(nonce)
    expect(one?.headers['cache-control']).toBe('no-store')
  })

  test('a script is kept for a year by its name, and comes compressed to whom can unpack it', async () => {
    const url = '/assets/steps-1a2b.js'
    const plain = await app.inject({ method: 'GET', url })
    const small = await app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } })
    expect(plain.body).toBe(script)
    expect(gunzipSync(small.rawPayload).toString()).toBe(script)
    const lasting = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }
    expect(plain.headers).toMatchObject(lasting)
    expect(small.headers).toMatchObject({ ...lasting, 'content-encoding': 'gzip' })
  })

  test('an answer of the API is never a page: opened as one it runs nothing, and no cache keeps it', async () => {
    const { headers } = await app.inject({ method: 'GET', url: '/v1/mybtf/site' })
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('TOK-014 a search engine', () => {
  test.each([
    '/waivers/abc',
    '/waivers/sign/abc',
    '/music/abc',
    '/access-codes/abc',
    '/core-performers/abc',
    '/confirm/abc',
    '/reset-password/abc',
    '/signup/setup-password/abc',
    '/invitation/abc',
    '/account',
    '/office',
    '/v1/mybtf/site',
  ])('TOK-014 lists no %s', async (url) => {
    expect((await app.inject({ url })).headers['x-robots-tag']).toBe('noindex, nofollow')
  })

  test.each(['/', '/signin', '/signup/studio', '/terms'])('lists %s', async (url) => {
    expect((await app.inject({ url })).headers['x-robots-tag']).toBeUndefined()
  })

  test('finds a robots.txt that lets it read which pages are not to be listed', async () => {
    const reply = await app.inject('/robots.txt')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(reply.body).toMatch(/^User-agent: \*\nDisallow:$/m)
  })
})

describe('SEC-021 the address of a caller behind proxies', () => {
  const addressBy = async (text: string | undefined, forwarded: string, remoteAddress = '10.0.0.5') => {
    const trustProxy = readTrustProxy(text)
    const proxied = Fastify({ trustProxy })
    proxied.get('/', (request) => request.ip)
    return (await proxied.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).body
  }

  test.each([
    ['unset', undefined, '10.0.0.5'],
    ['1', '1', '203.0.113.9'],
    ['2', '2', '198.51.100.1'],
    ['10.0.0.0/8', '10.0.0.0/8', '203.0.113.9'],
    ['10.0.0.0/8, 203.0.113.9', '10.0.0.0/8, 203.0.113.9', '198.51.100.1'],
    ['another network', '192.168.0.0/16,fd00::/8', '10.0.0.5'],
  ])('SEC-021 with %s is never one that the caller wrote in front', async (_, text, address) => {
    expect(await addressBy(text, '6.6.6.6, 198.51.100.1, 203.0.113.9')).toBe(address)
  })

  test.each(['true', '-1', '11', '1.5', '10.0.0.0/33', '0.0.0.0/0', '::/0', 'proxy.example', '10.0.0.1,', '1,2'])(
    'SEC-021 %s refuses the start',
    (text) => expect(() => readConfig({ TRUST_PROXY: text, FILE_SECRET: 'a', SECRETS_KEY })).toThrow('TRUST_PROXY'),
  )
})

describe('SEC-025 uploaded files', () => {
  const read = async (key: string) => {
    const { signedRequest } = await stage.files.sign(key, 'text/html', 'get', stage.clock.now(), 60)
    return app.inject({ method: 'GET', url: signedRequest })
  }

  test('SEC-025 cannot run: it is saved, not shown, in a sandbox, by the type that it really is', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#7a1f4b' } })
      .png()
      .toBuffer()
    await stage.files.put('college-discounts/1/a.html', picture, 'text/html')
    const reply = await read('college-discounts/1/a.html')
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="a.html"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })

  test('SEC-025 a page that got among the files all the same leaves as bytes without a type', async () => {
    await stage.files.put('college-discounts/1/b.html', Buffer.from('<script>alert(1)</script>'), 'text/html')
    const reply = await read('college-discounts/1/b.html')
    expect(reply.headers['content-type']).toBe('application/octet-stream')
    expect(reply.headers['content-disposition']).toMatch(/^attachment/)
  })

  test('SEC-025 a file name cannot break out of its header', async () => {
    await stage.files.put('college-discounts/1/x"; filename="evil.exe', Buffer.from('%PDF-1.7 x'), 'application/pdf')
    const reply = await read('college-discounts/1/x"; filename="evil.exe')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="x___filename__evil.exe"')
  })
})

describe('ERR-007 UI-018 UI-010 CONST-012 a browser too old for the pages', () => {
  const old = 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko'
  const visit = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { 'user-agent': old, 'x-forwarded-proto': 'https', ...headers } })
  const cookies = (reply: { headers: Record<string, unknown> }) => [reply.headers['set-cookie']].flat().join('\n')

  test('ERR-007 UI-018 gets the notice, the flag for one day, and is signed out', async () => {
    const { cookie } = await stage.sessionOf(cast.owner)
    const reply = await visit('/dashboard', { cookie })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('It appears you are currently using an older browser.')
    expect(reply.body).not.toContain('<script')
    expect(cookies(reply)).toMatch(/callboard_session=; .*Max-Age=0/)
    expect(cookies(reply)).toMatch(
      /callboard_unsupported_browser=noticed; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure/,
    )
  })

  test('ERR-007 a visitor who continues gets the page for a day, and other visitors do not', async () => {
    const goingOn = await visit('/dashboard?browser=anyway')
    expect(goingOn.body).toContain('csp-nonce')
    expect(cookies(goingOn)).toContain('callboard_unsupported_browser=anyway')
    expect(cookies(goingOn)).not.toContain('callboard_session')
    expect((await visit('/roster', { cookie: 'callboard_unsupported_browser=anyway' })).body).toContain('csp-nonce')
    expect((await visit('/roster', { cookie: 'callboard_unsupported_browser=noticed' })).body).toContain(
      'older browser',
    )
  })

  test('UI-018 a browser of today sees nothing of it', async () => {
    const reply = await app.inject({ url: '/dashboard', headers: { 'user-agent': 'Firefox/140.0' } })
    expect(reply.body).toContain('csp-nonce')
    expect(reply.headers['set-cookie']).toBeUndefined()
  })
})
