// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CropBox, type Square } from '../../web/src/registrations/best-dancers/CropBox.tsx'
import '../ui/browser.ts'

const boxSide = 320

/** jsdom lays nothing out: the box is 320 pixels wide, and the picture covers it. */
function showPicture(width: number, height: number) {
  const scale = boxSide / Math.min(width, height)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, boxSide, boxSide))
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(height)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width * scale)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height * scale)
  const squares: Square[] = []
  const { container } = render(
    <CropBox url="data:image/png;base64," name="Uma Reyes" onChange={(square) => squares.push(square)} />,
  )
  fireEvent.load(container.querySelector('img') as HTMLImageElement)
  return { latest: () => squares.at(-1), part: screen.getByLabelText('Photo of Uma Reyes. Arrow keys move it.') }
}

test.each([
  ['wide', 600, 400, { x: 100, y: 0, width: 400, height: 400 }],
  ['upright', 400, 600, { x: 0, y: 100, width: 400, height: 400 }],
])('PROG-011 a photo that is %s starts with the middle square, as large as fits', (_, width, height, square) => {
  expect(showPicture(width, height).latest()).toEqual(square)
})

test('PROG-011 arrow keys move the square, and it never leaves the picture', () => {
  const { latest, part } = showPicture(600, 400)
  fireEvent.keyDown(part, { key: 'ArrowRight' })
  expect(latest()).toEqual({ x: 80, y: 0, width: 400, height: 400 })
  for (let n = 0; n < 20; n += 1) fireEvent.keyDown(part, { key: 'ArrowRight' })
  fireEvent.keyDown(part, { key: 'ArrowDown' })
  expect(latest()).toEqual({ x: 0, y: 0, width: 400, height: 400 })
})

test('PROG-011 a nearer picture keeps a smaller square around the same middle', () => {
  const { latest } = showPicture(600, 400)
  fireEvent.change(screen.getByLabelText('Nearer'), { target: { value: '2' } })
  expect(latest()).toEqual({ x: 200, y: 100, width: 200, height: 200 })
})
