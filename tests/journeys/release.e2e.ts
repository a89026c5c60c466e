import { randomUUID } from 'node:crypto'
import { expect, test, type APIRequestContext } from '@playwright/test'
import { publishedBlock, seatPanel, send } from './judged-block.ts'
import { expectLooksRight } from './looks-right.ts'
import { signInAs } from './kit.ts'

type Entry = { id: number; entry_number: number | null }

/** Says that every entry has danced, as the stage manager does. */
async function danceAll(request: APIRequestContext, tour_date_id: number): Promise<number[]> {
  const order = await send<{ version: number; entries: Entry[] }>(
    request,
    'get',
    `/v1/office/running-order?tour_date_id=${tour_date_id}`,
  )
  let { version } = order
  const ids = order.entries.flatMap(({ id, entry_number }) => (entry_number === null ? [] : [id]))
  for (const id of ids) {
    for (const state of ['checked_in', 'on_deck', 'on_stage', 'danced']) {
      const body = { tour_date_id, version, changes: [{ id, state }] }
      ;({ version } = await send<{ version: number }>(request, 'put', '/v1/office/stage', body))
    }
  }
  return ids
}

/** Marks of one judge on paper, typed by one and confirmed by the other. Answers the id of the seat. */
async function judgeAll(
  typist: APIRequestContext,
  confirmer: APIRequestContext,
  city: { tour_date_id: number; block_id: number },
) {
  const { tour_date_id, block_id } = city
  const ids = await danceAll(typist, tour_date_id)
  const [seat_id] = await seatPanel(typist, { tour_date_id, block_id }, 1)
  const client_ids: string[] = []
  for (const [index, registration_routine_id] of ids.entries()) {
    const client_id = randomUUID()
    client_ids.push(client_id)
    await send(typist, 'post', '/v1/office/scores', {
      ...{ client_id, registration_routine_id, seat_id, revision: 1 },
      ...{ points: 9_000 + 50 * index, critique: '', note: '' },
    })
  }
  await send(confirmer, 'post', '/v1/office/scores/decide', { client_ids, decision: 'confirm' })
  await send(confirmer, 'put', `/v1/office/blocks/${block_id}/lock`, { locked: true })
  return ids.length
}

test('OFF-032 RES-001 RES-013 one person proposes a release, another confirms it, and the studio reads it once the awards are done', async ({
  browser,
}) => {
  const office = await (await browser.newContext()).newPage()
  const admin = await (await browser.newContext()).newPage()
  await signInAs(office, 'office@callboard.example')
  await signInAs(admin, 'admin@callboard.example')
  const isOwnCity = ({ start_date }: { start_date: string }) => start_date.startsWith('2024-10')
  const { tour_date_id, block_id, registrations } = await publishedBlock(office.request, isOwnCity)
  const path = '/v1/office/running-order'
  const { version } = await send<{ version: number }>(office.request, 'get', `${path}?tour_date_id=${tour_date_id}`)
  const awards = { stage: 1, kind: 'awards', name: 'Evening awards', minutes: 30, local_start: '2025-01-11T20:00' }
  type Blocks = { blocks: { id: number; name: string }[] }
  const { blocks } = await send<Blocks>(office.request, 'post', `${path}/blocks`, { tour_date_id, version, ...awards })
  await send(office.request, 'post', '/v1/office/awards', {
    ...{ tour_date_id, name: 'Top of the day', kind: 'placement', scope: { group_by: [] }, every_city: false },
    ...{ places: [{ from: 1, places: 3 }], one_per_dancer: false, tie_break: [], minimum_points: 0, best: 1 },
    ...{ least_entries: 1, block_id: blocks.find(({ name }) => name === awards.name)?.id, position: 1, active: true },
  })
  const count = await judgeAll(office.request, admin.request, { tour_date_id, block_id })

  await office.goto(`/office/tour-dates/${tour_date_id}/release`)
  await expect(office.getByRole('heading', { name: `Preview: ${count} entries` })).toBeVisible()
  await expectLooksRight(office, 'release-preview')
  const propose = office.getByRole('button', { name: 'Propose', exact: true })
  for (const warning of await office.getByRole('checkbox').all()) {
    await expect(propose).toBeDisabled()
    await warning.check()
  }
  await propose.click()
  await expect(office.getByText('You proposed it, so another person must confirm it.')).toBeVisible()
  await expect(office.getByRole('button', { name: 'Confirm release' })).toHaveCount(0)
  await expectLooksRight(office, 'release-proposed')

  await admin.goto(`/office/tour-dates/${tour_date_id}/release`)
  await admin.getByRole('link', { name: 'Open the emcee’s script' }).click()
  await expect(admin.getByText('This is the proposed version.')).toBeVisible()
  await expect(admin.getByRole('heading', { name: 'Evening awards' })).toBeVisible()
  // From the third place to the first.
  const lines = await admin
    .getByRole('main')
    .getByText(/^\d\w\w: /)
    .allTextContents()
  expect(lines.map((line) => line.split(':')[0])).toEqual(['3rd', '2nd', '1st'])
  await expectLooksRight(admin, 'release-script')
  await admin.getByRole('link', { name: 'Back to the release' }).click()
  await admin.getByLabel('Show to studios').selectOption({ label: 'After Evening awards' })
  await expectLooksRight(admin, 'release-confirm')
  await admin.getByRole('button', { name: 'Confirm release' }).click()
  const question = admin.getByRole('dialog', { name: 'Confirm this release?' })
  await expect(question).toContainText('Studios see it and are emailed when you confirm that Evening awards are done.')
  await question.getByRole('button', { name: 'Yes, confirm' }).click()
  await expect(admin.getByText(/Shown after Evening awards/)).toBeVisible()

  const registration = registrations.find(({ studio }) => studio !== null)
  const studio = await (await browser.newContext()).newPage()
  await signInAs(studio, registration?.email ?? '')
  // During the embargo there is no portal: its address leads to the overview, which has no tab of it.
  await studio.goto(`/event/${registration?.id}/coda/results`)
  await expect(studio.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const portalTab = studio.getByRole('link', { name: 'Results portal' })
  await expect(portalTab).toHaveCount(0)

  await admin.getByRole('button', { name: 'Evening awards are done' }).click()
  await admin
    .getByRole('dialog', { name: 'Are the awards done?' })
    .getByRole('button', { name: 'Yes, show it now' })
    .click()
  await expect(admin.getByText(/: Shown to studios/)).toBeVisible()
  await expectLooksRight(admin, 'release-shown')
  await studio.reload()
  await portalTab.click()
  await studio.getByRole('link', { name: 'Results', exact: true }).click()
  await expect(studio.getByRole('heading', { name: 'Adjudicated awards' })).toBeVisible()
  await expectLooksRight(studio, 'portal-after')
})
