// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { CodeCamera } from '../../web/src/judging/office/CodeCamera.tsx'

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the office’s camera reads codes where the browser can, and says so where it is not allowed', async () => {
  const detect = vi.fn(() => Promise.resolve([{ rawValue: 'CALLBOARD-SHEETS …' }]))
  class Detector {
    detect = detect
  }
  vi.stubGlobal('BarcodeDetector', Detector)
  const stop = vi.fn()
  const getUserMedia = vi.fn(() => Promise.resolve({ getTracks: () => [{ stop }] }))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const onRead = vi.fn()
  render(createElement(MantineProvider, null, createElement(CodeCamera, { onRead })))
  press('Scan with the camera')
  await waitFor(() => expect(onRead).toHaveBeenCalledWith('CALLBOARD-SHEETS …'))
  press('Close the camera')
  await waitFor(() => expect(stop).toHaveBeenCalled())
  getUserMedia.mockRejectedValueOnce(new Error('denied'))
  press('Scan with the camera')
  await screen.findByText('This page cannot use the camera. Allow it, or paste the codes as text.')
  vi.unstubAllGlobals()
})
