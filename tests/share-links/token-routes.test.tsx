// @vitest-environment jsdom
import { sharePaths } from '@callboard/domain/share-links/share-link.ts'
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
