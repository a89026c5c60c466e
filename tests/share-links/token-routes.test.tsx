// @vitest-environment jsdom
import { purposeOf, sharePaths, type SharePath } from '@callboard/domain/share-links/share-link.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { here, openPortal } from '../results/portal-kit.tsx'
import { answer } from '../scenarios/results.ts'

const { city, releaseParts, stage, studio, visit } = await openPortal()
await stage.db.updateTable('events').set({ vip_route: 'best-dancers' }).execute()

/** Every public page with a token; signing has tokens of its own, by mail. */
const routes = [...sharePaths, 'coda/critiques', 'coda/results', 'coda/data', 'coda/homework']

test.each([...routes, 'waivers/sign'])('TOK-010 TOK-016 /%s with a random token leads home', async (route) => {
  await visit(`/${route}/${'x'.repeat(43)}`, 0)
  await waitFor(() => expect(here()).toBe('/'))
})

test.each(routes)('TOK-001 TOK-002 TOK-003 TOK-016 /%s opens signed out with its token', async (route) => {
  await releaseParts('critiques', 'results', 'data')
  const path = route.replace('coda/', '')
  const { registration_id } = city
  const { token } = await answer(studio.call('POST', '/v1/dance360/share-links', { path, registration_id }))
  await visit(`/${route}/${token}`, 0)
  await screen.findByRole('heading', { level: 1 })
  expect(here()).toBe(`/${route}/${token}`)
  // TOK-006: a reader cannot pass on more than the link.
  expect(screen.queryByRole('button', { name: 'Share a link' })).toBeNull()
})

test.each(sharePaths)('TOK-008 TOK-016 a link to %s that is made for the portal opens its page', async (path) => {
  await releaseParts('critiques', 'results', 'data')
  const { registration_id } = city
  const body = { path, registration_id, coda: true }
  const { pathname } = new URL((await answer(studio.call('POST', '/v1/dance360/share-links', body))).url)
  await visit(pathname, 0)
  await screen.findByRole('heading', { level: 1 })
  expect(here()).toBe(pathname)
  expect(screen.queryByText('Page not found')).toBeNull()
})

test.each(routes)(
  'TOK-010 TOK-014 TOK-016 /%s with the token of another page, or with an expired one, leads home',
  async (route) => {
    const own = route.replace('coda/', '') as SharePath
    const { registration_id } = city
    const makeToken = async (path: SharePath): Promise<string> =>
      (await answer(studio.call('POST', '/v1/dance360/share-links', { path, registration_id }))).token
    const other = sharePaths.find((path) => purposeOf(path) !== purposeOf(own)) ?? 'music'
    await visit(`/${route}/${await makeToken(other)}`, 0)
    await waitFor(() => expect(here()).toBe('/'))
    const token = await makeToken(own)
    stage.clock.time = instant('2034-11-10T16:00:00Z')
    await visit(`/${route}/${token}`, 0)
    await waitFor(() => expect(here()).toBe('/'))
  },
)
