// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeJudgedOrder, makePanel } from '../scenarios/judging.ts'
import { openJudgingScreens } from './judging-screens-kit.tsx'

const { stage, db, season, desk, visit } = await openJudgingScreens()

test('OFF-031 a judge who has two seats is refused at the second of them, and focus goes there', async () => {
  const { tour_date_id } = await makeJudgedOrder(stage, season, desk)
  await db.insertInto('judges').values({ name: 'Paloma Reyes' }).execute()
  await visit(`/office/tour-dates/${tour_date_id}/judging`, desk)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a panel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a panel' }))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Panel A' } })
  const [option] = await dialog.findAllByRole<HTMLOptionElement>('option', { name: 'Paloma Reyes' })
  const seat = (position: number) => dialog.getByLabelText<HTMLSelectElement>(`Judge ${position}`)
  for (const position of [1, 3]) fireEvent.change(seat(position), { target: { value: option?.value } })
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.click(save)
  const sentence = 'This judge has another seat already. Choose another judge for one of them.'
  await waitFor(() => expect(document.activeElement).toBe(seat(3)))
  expect(dialog.getAllByText(sentence)).toHaveLength(1)
  expect(document.getElementById(seat(3).getAttribute('aria-describedby') ?? '')?.textContent).toContain(sentence)
  expect(dialog.getByLabelText('Seats').getAttribute('aria-invalid')).not.toBe('true')

  fireEvent.change(seat(3), { target: { value: '' } })
  await waitFor(() => expect(dialog.queryByText(sentence)).toBeNull())
})

test('OFF-030 scores count no mark as missing of an entry that was scratched or did not show up', async () => {
  const { tour_date_id, blocks, routines } = await makeJudgedOrder(stage, season, desk)
  await makePanel(stage, tour_date_id, { blocks: blocks.slice(0, 1), seats: 4 })
  await visit(`/office/tour-dates/${tour_date_id}/scores`, desk)
  await screen.findByText(/^8 missing, 0 to confirm, 0 contested\./)
  for (const [index, state] of (['scratched', 'no_show'] as const).entries()) {
    await db
      .updateTable('running_order_entries')
      .set({ state })
      .where('registration_routine_id', '=', routines[index] ?? 0)
      .execute()
    await visit(`/office/tour-dates/${tour_date_id}/scores`, desk)
    await screen.findByText(new RegExp(`^${4 - 4 * index} missing, 0 to confirm, 0 contested\\.`))
  }
})
