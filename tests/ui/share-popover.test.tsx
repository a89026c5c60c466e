// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SharePopover } from '../../web/src/ui/SharePopover.tsx'

const open = async () => {
  render(
    <MantineProvider env="test">
      <SharePopover
        onMake={() => Promise.resolve('https://callboard.example/link')}
        onWithdraw={() => Promise.resolve()}
      >
        Anyone with the link sees these codes.
      </SharePopover>
      <button type="button">Email code</button>
    </MantineProvider>,
  )
  const button = screen.getByRole('button', { name: 'Share a link' })
  button.focus()
  fireEvent.click(button)
  const link = await screen.findByLabelText('Link to this page')
  await waitFor(() => expect(document.activeElement).toBe(link))
  return { button, link }
}

test('UI-025 a shared link takes the focus, and Escape closes it and goes back to its button', async () => {
  const { button, link } = await open()
  fireEvent.keyDown(link, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText('Link to this page')).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('UI-025 a shared link closes when focus goes on to what it covers', async () => {
  await open()
  screen.getByRole('button', { name: 'Email code' }).focus()
  await waitFor(() => expect(screen.queryByLabelText('Link to this page')).toBeNull())
})
