/** Where each row begins, in pixels from the first, and after them where the last ends. */
export function rowStarts(count: number, usual: number, heights: ReadonlyMap<number, number>): readonly number[] {
  const starts = [0]
  for (let index = 0; index < count; index += 1) starts.push((starts[index] ?? 0) + (heights.get(index) ?? usual))
  return starts
}

/** The row at a height, and the last or first one beyond the ends. */
export function rowAt(starts: readonly number[], pixel: number): number {
  let low = 0
  let high = Math.max(0, starts.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= pixel) low = middle
    else high = middle - 1
  }
  return low
}

/** How far a window from `top` down has to move until a row is whole in it; 0 when it is. */
export function moveToSee(starts: readonly number[], index: number, top: number, height: number): number {
  const [start = 0, end = 0] = [starts[index], starts[index + 1]]
  if (start < top) return start - top
  return end > top + height ? end - top - height : 0
}
