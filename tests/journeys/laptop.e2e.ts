import { expect, test } from '@playwright/test'
import { publishedBlock, seatPanel, send } from './judged-block.ts'
import { expectAccessible, expectNoOverflow, resizeTo, signInAs } from './kit.ts'

type Cell = { state: string; sheet: { client_id: string } | null }
type Grid = { entries: { total: number | null; cells: Cell[] }[] }

test('OFF-030 awards are read from a laptop without a network, by marks from paper, and the server gets them once', async ({
  browser,
}) => {
  const desk = await browser.newContext()
  const office = await desk.newPage()
  await signInAs(office, 'office@callboard.example')
  const { request } = office
  const isOwnCity = ({ start_date }: { start_date: string }) => start_date.startsWith('2024-07')
  const { tour_date_id, block_id } = await publishedBlock(request, isOwnCity)
  await seatPanel(request, { tour_date_id, block_id }, 3)
  await send(request, 'post', '/v1/office/awards', {
    ...{ tour_date_id, every_city: false, name: 'Overall', kind: 'placement', scope: { group_by: [] } },
    ...{ places: [{ from: 1, places: 3 }], one_per_dancer: false, tie_break: [], minimum_points: 0, best: 1 },
    ...{ least_entries: 1, block_id: null, position: 1, active: true },
  })
  await office.goto(`/office/tour-dates/${tour_date_id}/scores`)
  await office.getByRole('link', { name: 'Awards without a network' }).click()
  await expect(office.getByText(/^Connected, as of/)).toBeVisible()
  await expectAccessible(office)
  await expect
    .poll(() =>
      office.evaluate(async () => Boolean(await (await caches.open('callboard-judge-1')).match('/judge/awards/'))),
    )
    .toBe(true)
  await desk.setOffline(true)
  await office.reload()
  await expect(office.getByText(/^No connection/)).toBeVisible()

  await office.getByRole('tab', { name: 'Codes of tablets' }).click()
  await expect(office.getByRole('button', { name: 'Scan with the camera' })).toBeVisible()
  await expectAccessible(office)
  await office.getByRole('tab', { name: 'Marks' }).click()
  await office.getByLabel('1, judge 1', { exact: true }).fill('91')
  await office.getByLabel('1, judge 1', { exact: true }).press('Tab')
  await office.getByLabel('2, judge 1', { exact: true }).fill('92')
  await office.getByLabel('2, judge 1', { exact: true }).press('Tab')
  const first = office.getByRole('row').filter({ has: office.getByLabel('1, judge 2', { exact: true }) })
  await office.getByLabel('1, judge 2', { exact: true }).fill('90,5')
  await office.getByLabel('1, judge 2', { exact: true }).press('Enter')
  // The question about a mark far from the others is asked here too, without a network.
  await office.getByLabel('1, judge 3', { exact: true }).fill('60')
  await office.getByLabel('1, judge 3', { exact: true }).press('Tab')
  await expect(office.getByText('60 is far from the other judges’ marks. Is it right?')).toBeVisible()
  await office.getByRole('button', { name: 'Change it' }).click()
  await office.getByLabel('1, judge 3', { exact: true }).fill('93')
  await office.getByLabel('1, judge 3', { exact: true }).press('Tab')
  await expect(first.getByText('274.5')).toBeVisible()
  await expectAccessible(office)
  await resizeTo(office, { width: 390, height: 844 })
  await expectNoOverflow(office)
  await resizeTo(office, { width: 1440, height: 900 })

  // Closed and opened again, still without a network.
  await office.close({ runBeforeUnload: false })
  const again = await desk.newPage()
  await again.goto(`/judge/awards/${tour_date_id}`)
  await expect(again.getByText('4 only on this laptop')).toBeVisible()
  await expect(again.getByText(/^1 .*: (High )?Gold$/)).toBeVisible()
  await expect(again.getByText(/^1st: 1 .*, 274\.5$/)).toBeVisible()
  await expect(again.getByText(/^2 .*: marks are missing\.$/)).toBeVisible()
  await expectAccessible(again)

  await desk.setOffline(false)
  await again.getByRole('button', { name: 'Send to the server' }).click()
  await expect(again.getByText(/only on this laptop/)).toBeHidden()
  await again.getByRole('tab', { name: 'Marks' }).click()
  await expect(again.getByText('Sent, to confirm')).toHaveCount(4)
  const path = `/v1/office/scores?tour_date_id=${tour_date_id}`
  const gridAfterSending = await send<Grid>(again.request, 'get', path)
  const cells = gridAfterSending.entries.flatMap((entry) => entry.cells)
  const waiting = cells.flatMap(({ state, sheet }) => (state === 'to_confirm' && sheet ? [sheet.client_id] : []))
  expect(waiting).toHaveLength(4)

  // Another person confirms, and the server counts what the laptop counted.
  const other = await browser.newContext()
  const colleague = await other.newPage()
  await signInAs(colleague, 'admin@callboard.example')
  await send(colleague.request, 'post', '/v1/office/scores/decide', { client_ids: waiting, decision: 'confirm' })
  const confirmed = await send<Grid>(colleague.request, 'get', path)
  expect(confirmed.entries[0]?.total).toBe(27_450)
  await again.reload()
  await again.getByRole('tab', { name: 'Marks' }).click()
  await expect(again.getByText('Sent, to confirm')).toHaveCount(0)
  await expect(again.getByRole('row').filter({ hasText: '274.5' })).toHaveCount(1)
})
