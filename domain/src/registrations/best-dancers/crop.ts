/** A picture as its file has it, in pixels. */
export type Picture = { width: number; height: number }

/** The square that is shown of a picture: how far it is enlarged (1: as much as fits) and its middle, from 0 to 1. */
export type View = { zoom: number; x: number; y: number }

export const mostZoom = 4
export const middle: View = { zoom: 1, x: 0.5, y: 0.5 }

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The square of a view in the picture's pixels; it never leaves the picture. PROG-011. */
export function cropOf({ width, height }: Picture, { zoom, x, y }: View): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / within(zoom, 1, mostZoom)
  return {
    left: within(x * width - side / 2, 0, width - side),
    top: within(y * height - side / 2, 0, height - side),
    side,
  }
}

/** A view moved by so many parts of its own side, and no further than the picture goes. */
export function movedView(picture: Picture, view: View, { right, down }: { right: number; down: number }): View {
  const { left, top, side } = cropOf(picture, view)
  const movedCrop = cropOf(picture, {
    ...view,
    x: (left + side / 2 + right * side) / picture.width,
    y: (top + side / 2 + down * side) / picture.height,
  })
  return { ...view, x: (movedCrop.left + side / 2) / picture.width, y: (movedCrop.top + side / 2) / picture.height }
}

/** How large the square is kept, in pixels: as it is, between what its print needs and what it can use. PROG-011. */
export const keptPixels = (side: number, least: number, most: number): number => Math.round(within(side, least, most))
