// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { addAccount, openSeason, peopleBody, reviewed, type Studio } from '../scenarios/small-city.ts'
import { visitWizard } from './wizard-kit.tsx'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const office = await addAccount(stage)
const patience = { timeout: 30_000 }
afterEach(cleanup)

const open = (id: number) => `/v1/dance360/registrations/${id}`
const desk = async (id: number) => (await stage.call(office, 'GET', `/v1/office/registrations/${id}`)).json()

async function review(studio: Studio, id: number) {
  await studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true })
  await studio.call('PUT', open(id), { reviewed: true })
  await studio.call('PUT', open(id), { paying_by_check: true })
}

/** Completed with four dancers, seen and confirmed by the office. */
async function confirmed() {
  const [studio, city] = [await season.studio({ dancers: 4 }), await season.city()]
  const { id } = await reviewed(studio, city, [])
  await review(studio, id)
  // Marked by a careless call before there was anything to see.
  await stage.call(office, 'PUT', `/v1/office/registrations/${id}`, { viewed: true })
  const reply = await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await desk(id)).toMatchObject({ viewed: false, edited_at: null, changes: [] })
  await stage.call(office, 'POST', `/v1/office/registrations/${id}/confirm`, { confirmed: true })
  expect(await desk(id)).toMatchObject({ viewed: true, confirmed: true })
  return { studio, id }
}

/** The owner's edit to these dancers, submitted. */
async function edit(studio: Studio, id: number, dancers: readonly number[]) {
  await studio.call('GET', `${open(id)}/edit`)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, { ...studio, dancers }))
  await review(studio, id)
  const { version } = (await studio.call('GET', `${open(id)}/edit`)).json()
  const reply = await studio.call('PUT', `${open(id)}/edit-complete`, { version })
  expect(reply.statusCode, reply.body).toBe(200)
}

test('OFF-019 EDIT-010 a registration that its owner edited is not viewed again, and lists as edited', async () => {
  const { studio, id } = await confirmed()
  stage.clock.time = instant('2024-10-03T09:00:00Z')
  await edit(studio, id, studio.dancers.slice(0, 3))
  const record = await desk(id)
  expect(record).toMatchObject({ viewed: false, confirmed: false, edited_at: '2024-10-03T09:00:00.000Z' })
  expect(record.changes).toMatchObject([
    { made_by: 'owner', people: [{ kind: 'removed' }], total: record.total, balance: record.balance },
  ])

  await visitWizard(stage, office, '/office/registrations?state=unconfirmed')
  const link = await screen.findByRole('link', { name: /^Edited/ }, patience)
  expect(link.getAttribute('href')).toBe(`/office/registrations/${id}`)
})

test('EDIT-010 the office reads in the registration what its owner changed, the newest first', async () => {
  const { studio, id } = await confirmed()
  await edit(studio, id, studio.dancers.slice(0, 3))
  await stage.call(office, 'POST', `/v1/office/registrations/${id}/confirm`, { confirmed: true })
  await edit(studio, id, studio.dancers.slice(0, 2))
  const [newest, earlier] = (await desk(id)).changes

  await visitWizard(stage, office, `/office/registrations/${id}`)
  const title = await screen.findByRole('heading', { name: 'Changes' }, patience)
  const panel = within(title.closest('section') ?? document.body)
  const removed = ({ people }: typeof newest) => `${people[0].name} was removed.`
  panel.getByText(removed(newest))
  panel.getByText('Changed by its owner')
  panel.getByText(/^The total was .* and is now/)
  expect(panel.queryByText(removed(earlier))).toBeNull()
  fireEvent.click(panel.getByRole('button', { name: 'Show 1 earlier' }))
  panel.getByText(removed(earlier))
  // Opening it is looking at it.
  await waitFor(async () => expect(await desk(id)).toMatchObject({ viewed: true, confirmed: false }))
})
