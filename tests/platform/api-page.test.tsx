// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { operationsOf, readDocuments } from './openapi-documents.ts'

const stage = await openStage()
const operations = (await readDocuments(stage)).documents.flatMap(operationsOf)

let page: Document
let policy: string
let html: string
beforeAll(async () => {
  const answer = await stage.app.inject({ method: 'GET', url: '/docs/api' })
  html = answer.body
  policy = String(answer.headers['content-security-policy'])
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  page = new DOMParser().parseFromString(html, 'text/html')
})

test('the page lists every call with method, path, access, example, reply and refusals', () => {
  for (const [id, { method, path, summary, description }] of operations) {
    const text = page.getElementById(id)?.textContent ?? ''
    for (const part of [method.toUpperCase(), path, summary, description, 'Example', 'Answer', 'Refusals']) {
      expect(text, id).toContain(part)
    }
  }
  expect(page.getElementById('payByGateway')?.querySelector('pre')?.textContent).toContain('idempotency-key: ')
  expect(page.getElementById('readRegistration')?.querySelector('pre')?.textContent).toContain(
    'GET /v1/dance360/registrations/1\n',
  )
})

test('it runs nothing and loads nothing from elsewhere; its style has the nonce of its answer', async () => {
  expect(page.querySelectorAll('script, iframe, object, [style], [onclick], link').length).toBe(0)
  const nonce = page.querySelector('style')?.getAttribute('nonce') ?? ''
  expect(nonce.length).toBeGreaterThan(20)
  expect(policy).toContain(`style-src 'nonce-${nonce}'`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
  const again = await stage.app.inject({ method: 'GET', url: '/docs/api' })
  expect(again.body).not.toContain(nonce)
  expect(again.body.length).toBe(html.length)
})

test('its chapters lead somewhere, and no two things share a name', () => {
  const ids = new Set([...page.querySelectorAll('[id]')].map(({ id }) => id))
  const links = [...page.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href')?.slice(1) ?? '')
  expect(links.length).toBeGreaterThan(8)
  for (const link of links) expect(ids).toContain(link)
  expect(page.querySelectorAll('[id]').length).toBe(ids.size)
})
