import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './ScrollBox.module.css'

/** Which columns of a wide table are out of sight. `right`: some to the right; `left`: to the left alone. */
type Overflow = 'none' | 'right' | 'left'

const overflowOf = ({ scrollWidth, clientWidth, scrollLeft }: HTMLElement): Overflow =>
  scrollWidth <= clientWidth + 1 ? 'none' : scrollLeft + clientWidth < scrollWidth - 1 ? 'right' : 'left'

/** A table that may be wider than its place: it scrolls by itself, says so, and the keyboard reaches it. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  const [overflow, setOverflow] = useState<Overflow>('none')
  const measure = () => {
    if (box.current) setOverflow(overflowOf(box.current))
  }
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    for (const element of [box.current, ...(box.current?.children ?? [])]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div className={styles['frame']} data-overflow={overflow}>
      {overflow !== 'none' && <p className={`${styles['hint']} no-print`}>Scroll sideways to see every column.</p>}
      <section
        ref={box}
        className={styles['scroll']}
        aria-label={label}
        onScroll={measure}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        {...(overflow !== 'none' && { tabIndex: 0 })}
      >
        {children}
      </section>
    </div>
  )
}
