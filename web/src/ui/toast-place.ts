/** Where toasts may stand, the usual place first; the style sheet says where each is on a desk and on a phone. */
const toastPlaces = ['usual', 'second', 'third'] as const

/** Filled buttons are not covered, nor the bars at the foot of a page or a form. */
const primaryActions =
  '.mantine-Button-root:is(:not([data-variant]), [data-variant="filled"]), [type="submit"], [data-actions], #actions'

/** The area that two boxes have in common, in square pixels. */
const overlapOf = (one: DOMRect, other: DOMRect): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))

/** Puts toasts at the first place where they cover no primary action, else where they cover the least of one. */
export function placeToasts(host: HTMLElement) {
  const actions = [...document.querySelectorAll(primaryActions)].map((action) => action.getBoundingClientRect())
  let least = Infinity
  let best: (typeof toastPlaces)[number] = 'usual'
  for (const place of toastPlaces) {
    host.dataset['place'] = place
    const box = host.getBoundingClientRect()
    const coveredArea = actions.reduce((sum, action) => sum + overlapOf(box, action), 0)
    if (coveredArea < least) [least, best] = [coveredArea, place]
    if (coveredArea === 0) break
  }
  host.dataset['place'] = best
}
