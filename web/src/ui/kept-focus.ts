import { useEffect } from 'react'

/** An element that had focus and all around it, from the inside out: what it stood in is known after it is gone. */
type Trail = readonly Element[]

function trailOf(element: Element): Trail {
  const trail: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) trail.push(at)
  return trail
}

const isInDialog = (trail: Trail) => trail.some((element) => element.matches('[role="dialog"]'))

/** Later than a dialog that closes and a part that takes focus by itself: those know better. */
const settleMilliseconds = 50

/**
 * Returns focus that a change took away: to the button that waited for its answer, else to the heading of what it stood
 * in. A person who pressed beside everything has put focus down, and gets none.
 */
export function keepFocus(): () => void {
  const { body } = document
  let trail: Trail = []
  /** The focus from before a dialog opened: the dialog itself leaves nothing behind. */
  let behind: Trail = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function note({ target }: FocusEvent) {
    if (!(target instanceof Element) || target === body) return
    const next = trailOf(target)
    if (isInDialog(next) && !isInDialog(trail)) behind = trail
    trail = next
  }
  function putDown({ target }: PointerEvent) {
    if (!(target instanceof Node && trail[0]?.contains(target))) trail = []
  }
  const isLost = () => document.activeElement === null || document.activeElement === body

  function settle() {
    if (!isLost()) return
    const isInOpenDialog = isInDialog(trail.filter(({ isConnected }) => isConnected))
    // An open dialog brings its focus by itself, but does not notice that a refused button lost it.
    if (!isInOpenDialog && body.querySelector('[role="dialog"]')) return
    const from = isInDialog(trail) && !isInOpenDialog ? behind : trail
    const [element] = from
    if (!(element instanceof HTMLElement)) return
    if (element.isConnected && element.matches('[data-loading]')) return
    if (element.isConnected && !element.matches(':disabled')) return element.focus({ preventScroll: true })
    for (const place of from.slice(1)) {
      const heading = place.isConnected ? place.querySelector<HTMLElement>('h1, h2, h3') : null
      if (!heading) continue
      heading.tabIndex = -1
      return heading.focus({ preventScroll: true })
    }
  }
  const observer = new MutationObserver(() => {
    if (trail.length === 0 || !isLost()) return
    clearTimeout(timer)
    timer = setTimeout(settle, settleMilliseconds)
  })

  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', putDown)
  observer.observe(body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', putDown)
  }
}

/** For an area whose buttons go away with their press: publish, lock, confirm, delete. */
export function useKeptFocus(): void {
  useEffect(keepFocus, [])
}
