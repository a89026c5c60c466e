export const mostZoom = 4

/** How large the square is kept, in pixels: as it is, between what its print needs and what it can use. PROG-011. */
export const keptPixels = (side: number, least: number, most: number): number =>
  Math.round(Math.min(Math.max(side, least), most))
