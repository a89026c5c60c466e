// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dialog, openRoutinesScreen, press, visitStep } from './routines-kit.tsx'

vi.setConfig({ testTimeout: 60_000 })
const { stage, rehearsed } = await openRoutinesScreen({ needs_no_prequalification: true })

test('COMP-046 COMP-048 VAR-015 where no prequalification is needed the form reminds of it; one dancer makes a solo, category 1', async () => {
  const rehearsal = await rehearsed({ casts: [[0]] })
  const { routines } = await rehearsal.record()
  expect(routines[0].routine_category).toMatchObject({ category_id: 1, name: 'Solo' })
  await visitStep(stage, rehearsal.studio, rehearsal.id, 'competition')
  await press('ADD NEW ROUTINE')
  await dialog('New routine')
  screen.getByText('No prequalification is needed for this event.')
  expect(screen.queryByRole('switch', { name: /Pre-qualify|Crew showdown/ })).toBeNull()
})
