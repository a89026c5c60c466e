// @vitest-environment jsdom
import { insertEvents, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import {
  button,
  closeRoutinesScreen,
  dialog,
  heading,
  openRoutinesScreen,
  press,
  waitUntil,
  visitStep,
  type OpenRoutinesScreen,
} from './routines-kit.tsx'

vi.setConfig({ testTimeout: 60_000 })
const { stage, rehearsed, db } = await openRoutinesScreen()
await db.transaction().execute((tx) =>
  insertEvents(
    tx,
    [
      { ...plainEvent, id: 14, name: 'Finale', subdomain: 'finale', is_nationals: true, allows_routine_copy: false },
      { ...plainEvent, id: 15, name: 'Studio Days', subdomain: 'studiodays', allows_routine_copy: false },
    ],
    [thisSeason.id],
  ),
)

const open = ({ studio, id }: OpenRoutinesScreen) => visitStep(stage, studio, id, 'competition')
const list = () => screen.findByRole('list', { name: 'Previous routines' }, { timeout: 30_000 })
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const previewRows = () => within(screen.getByRole('region', { name: 'Preview of the copies' })).getAllByRole('listitem')

/** Two routines in another city, the first with music. */
async function danced(more: Parameters<typeof rehearsed>[0] = {}) {
  const before = await rehearsed({ casts: [[0, 1, 2, 3], [0]], dancers: 6, ...more })
  const { routines } = await before.record()
  const { id } = await db
    .insertInto('music')
    .values({
      registration_routine_id: routines[0].id,
      name: 'rain.mp3',
      url: 'music/rain.mp3',
      content_type: 'audio/mpeg',
      duration: 150,
      date_added: '2024-09-01T00:00:00Z',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('registration_routines').set({ music_id: id }).where('id', '=', routines[0].id).execute()
  return { ...before, music_id: id, routine_ids: routines.map((one: { id: number }) => one.id) as number[] }
}

test('COPY-001 COPY-003 COPY-007 COPY-010 COPY-013 COPY-014 several routines are ticked, seen as they will be here, and copied at once', async () => {
  const before = await danced()
  const rehearsal = await rehearsed({ studio: before.studio, people: { 3: { one_day: true } }, compete: true })
  const { sentCalls } = await open(rehearsal)
  await press('COPY A PREVIOUS ROUTINE')
  const copyDialog = await dialog('Copy a previous routine')
  within(copyDialog).getByText(/not in the full workshop cannot compete/)
  within(await list()).getByText('Study 1')
  fireEvent.click(box(/^Study 1/))
  fireEvent.click(box(/^Study 2/))
  await waitUntil(() => expect(previewRows().filter((row) => /Study/.test(row.textContent ?? ''))).toHaveLength(2))
  // Left by Escape, they are ticked still when the dialog is opened again.
  fireEvent.keyDown(copyDialog, { key: 'Escape' })
  await waitUntil(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('COPY A PREVIOUS ROUTINE')
  await list()
  expect([box(/^Study 1/).checked, box(/^Study 2/).checked]).toEqual([true, true])
  await waitUntil(() => expect(previewRows().filter((row) => /Study/.test(row.textContent ?? ''))).toHaveLength(2))
  const [group] = previewRows()
  // Four danced it; one of them is here for a day only.
  expect(group?.textContent).toContain('Duo/Trio')
  expect(group?.textContent).toMatch(/Left out:.*Please change this dancer to a full workshop dancer/)
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true)
  await press('Copy 2 routines')
  await waitUntil(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentCalls.filter(({ method, url }) => method === 'POST' && url.endsWith('/routines'))).toHaveLength(1)

  const { routines } = await rehearsal.record()
  expect(routines).toMatchObject([
    {
      routine: { name: 'Study 1', choreographer: 'Mia Sol' },
      performance_division_id: 1,
      copied_from: before.routine_ids[0],
      copy_music: true,
      old_music_id: before.music_id,
    },
    { routine: { name: 'Study 2' }, copied_from: before.routine_ids[1], copy_music: false, old_music_id: null },
  ])
  expect(routines[0].attendees.map((one: { person_id: number }) => one.person_id).toSorted()).toEqual(
    before.studio.dancers.slice(0, 3).toSorted(),
  )

  await press('COPY A PREVIOUS ROUTINE')
  await list()
  expect(box(/^Study 1/).disabled).toBe(true)
  within(await list()).getAllByText('Already in this registration')
})

test('COPY-007 without the music, and a routine that cannot be entered here says why and is not copied', async () => {
  const before = await danced()
  const { studio } = before
  const rehearsal = await rehearsed({ studio, casts: [[0]] })
  await open(rehearsal)
  await press('COPY A PREVIOUS ROUTINE')
  await list()
  fireEvent.click(box(/^Study 1/))
  fireEvent.click(box(/^Study 2/))
  await screen.findByText('Solos are limited to one Solo per dancer.', {}, { timeout: 30_000 })
  fireEvent.click(screen.getByRole('radio', { name: 'No' }))
  await press('Copy 1 routine')
  await waitUntil(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { routines } = await rehearsal.record()
  expect(routines.slice(1)).toMatchObject([{ copied_from: before.routine_ids[0], copy_music: false }])
})

test('COPY-001 COPY-004 nationals transfer what was danced at regionals; an event without copying has no such button', async () => {
  const before = await danced()
  await open(
    await rehearsed({ studio: before.studio, city: { event_id: 14, disabled_best_dancers: true }, compete: true }),
  )
  await press('TRANSFER REGIONAL ROUTINES')
  await dialog('Transfer regional routines')
  within(await list()).getByText('Study 1')
  closeRoutinesScreen()
  await open(await rehearsed({ studio: before.studio, city: { event_id: 15 }, compete: true }))
  await heading('ADD ROUTINES TO THE COMPETITION')
  await button('ADD NEW ROUTINE')
  expect(screen.queryByRole('button', { name: /COPY A PREVIOUS|TRANSFER/ })).toBeNull()
})

test('COMP-061 a studio without earlier registrations sees that there is nothing to copy', async () => {
  await open(await rehearsed({ compete: true }))
  await press('COPY A PREVIOUS ROUTINE')
  await screen.findByText('Sorry, you did not have any routines for this city.', {}, { timeout: 30_000 })
})

test('COPY-009 a virtual event takes no music', async () => {
  const before = await danced()
  await open(await rehearsed({ studio: before.studio, city: { virtual_only: true }, compete: true }))
  await press('COPY A PREVIOUS ROUTINE')
  await list()
  expect(screen.getByRole<HTMLFieldSetElement>('group', { name: 'Copy the music?' }).disabled).toBe(true)
  screen.getByText('Music is not copied for virtual routines.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true)
})

test('COPY-008 a copied routine that becomes virtual gives its music up', async () => {
  const before = await danced()
  await open(await rehearsed({ studio: before.studio, compete: true, city: { allows_virtual: true } }))
  await press('COPY A PREVIOUS ROUTINE')
  await list()
  fireEvent.click(box(/^Study 1/))
  await press('Copy 1 routine')
  await waitUntil(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Edit Study 1')
  await dialog('Study 1')
  const music = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Copy its music/ })
  expect([music().checked, music().disabled]).toEqual([true, false])
  fireEvent.click(screen.getByRole('switch', { name: /^Virtual/ }))
  await waitUntil(() => expect(music().disabled).toBe(true))
  screen.getByText('Music is not copied for virtual routines.')
})
