// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import encodeQR from 'qr'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeCamera } from '../../web/src/judging/office/CodeCamera.tsx'

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const stop = vi.fn()
const getUserMedia = vi.fn(() => Promise.resolve({ getTracks: () => [{ stop }] }))

/** A browser that reads codes itself, in these formats. */
function stubDetector(formats: readonly string[], code: string) {
  class Detector {
    static getSupportedFormats = () => Promise.resolve(formats)
    detect = () => Promise.resolve([{ rawValue: code }])
  }
  vi.stubGlobal('BarcodeDetector', Detector)
}

/** Makes each frame of the camera this image. */
function stubFrames(image: { width: number; height: number; data: Uint8ClampedArray }) {
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(image.width)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(image.height)
  const drawImage = vi.fn()
  const context = { drawImage, getImageData: () => image }
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { configurable: true, value: () => context })
  return drawImage
}

/** A code in the middle of a gray frame, black on white. */
function frameOf(text: string, pixels: number) {
  const rows = encodeQR(text, 'raw', { border: 3, ecc: 'low' })
  const size = rows.length * pixels + 80
  const data = new Uint8ClampedArray(size * size * 4).fill(128)
  for (let y = 0; y < rows.length * pixels; y += 1) {
    for (let x = 0; x < rows.length * pixels; x += 1) {
      const at = 4 * ((y + 40) * size + x + 40)
      data.fill(rows[Math.floor(y / pixels)]?.[Math.floor(x / pixels)] ? 0 : 255, at, at + 3)
    }
  }
  return { width: size, height: size, data }
}

beforeEach(() => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(globalThis, 'BarcodeDetector')
})

const camera = (onRead: (code: string) => void) =>
  createElement(MantineProvider, null, createElement(CodeCamera, { onRead }))

function open() {
  const onRead = vi.fn()
  const { rerender } = render(camera(onRead))
  press('Scan with the camera')
  return { onRead, rerender }
}

test('the office’s camera reads codes by the browser’s own reader', async () => {
  stubDetector(['qr_code'], 'CALLBOARD-SHEETS …')
  const { onRead } = open()
  await waitFor(() => expect(onRead).toHaveBeenCalledWith('CALLBOARD-SHEETS …'))
  press('Close the camera')
  await waitFor(() => expect(stop).toHaveBeenCalled())
})

test.each([
  ['that has no reader', null],
  ['whose reader reads no QR codes', ['ean_13']],
])('a browser %s reads a full code of a hand-over by ours', async (_, formats) => {
  if (formats) stubDetector(formats, 'read by the browser')
  // As long as the codes of a tablet get: 1,600 characters and their head.
  const text = `CALLBOARD-SHEETS 12 ${'0af3'.repeat(8)} 1/2 ${'["4f",912,1,9850,0,0,"","",[]],'.repeat(52).slice(0, 1_600)}`
  stubFrames(frameOf(text, 5))
  const { onRead } = open()
  await waitFor(() => expect(onRead).toHaveBeenCalledWith(text), { timeout: 5_000 })
})

test('the camera stays on while the page that reads is rendered anew, and tells its newest reader', async () => {
  stubDetector(['qr_code'], 'CALLBOARD-SHEETS …')
  getUserMedia.mockClear()
  const { onRead, rerender } = open()
  await waitFor(() => expect(onRead).toHaveBeenCalled())
  const newest = vi.fn()
  rerender(camera(newest))
  await waitFor(() => expect(newest).toHaveBeenCalledWith('CALLBOARD-SHEETS …'))
  expect(getUserMedia).toHaveBeenCalledTimes(1)
})

test('a frame without a code is passed over', async () => {
  const drawImage = stubFrames({ width: 200, height: 200, data: new Uint8ClampedArray(200 * 200 * 4).fill(90) })
  const { onRead } = open()
  await screen.findByLabelText('Camera view')
  await waitFor(() => expect(drawImage.mock.calls.length).toBeGreaterThan(2), { timeout: 5_000 })
  expect(onRead).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toBe('')
})

test.each([
  ['NotAllowedError', 'The browser does not let this page use the camera. Allow it, or paste the codes as text.'],
  ['NotFoundError', 'This device has no camera. Paste the codes as text.'],
  ['NotReadableError', 'Another program uses the camera. Close it, or paste the codes as text.'],
  ['AbortError', 'The camera did not start. Paste the codes as text.'],
])('a camera that fails with %s says so', async (name, sentence) => {
  stubDetector(['qr_code'], '')
  getUserMedia.mockRejectedValueOnce(new DOMException('no', name))
  open()
  await screen.findByText(sentence)
  screen.getByRole('button', { name: 'Scan with the camera' })
})

test('the page is loaded anew once where the document that was loaded forbids the camera', () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { pathname: '/office/tour-dates/1/scores/receive', reload })
  const loadedAt = (path: string) =>
    vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [{ name: `http://localhost${path}` }] })
  const allow = (isAllowed: boolean) =>
    Object.defineProperty(document, 'featurePolicy', { configurable: true, value: { allowsFeature: () => isAllowed } })
  const look = () => {
    cleanup()
    render(createElement(MantineProvider, null, createElement(CodeCamera, { onRead: () => {} })))
    return reload.mock.calls.length
  }
  loadedAt('/dashboard')
  allow(true)
  expect(look()).toBe(0)
  allow(false)
  expect(look()).toBe(1)
  loadedAt('/office/tour-dates/1/scores/receive')
  expect(look(), 'its own document').toBe(1)
  Reflect.deleteProperty(document, 'featurePolicy')
  vi.unstubAllGlobals()
})
