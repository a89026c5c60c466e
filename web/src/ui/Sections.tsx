import { useEffect, useRef, useState, type ReactNode } from 'react'
import { usePhone } from './clock.ts'
import { CompactSelect } from './CompactSelect.tsx'
import styles from './Sections.module.css'

/** Titles of sections, without the sentences of empty panels. */
const headingsIn = (content: HTMLElement | null) =>
  [...(content?.querySelectorAll('h2') ?? [])].filter((heading) => !heading.closest('[data-empty]'))

type SectionsProps = {
  label: string
  /** Beside a bill: the index is narrow, so that tables keep their room. */
  isNarrow?: boolean
  children: ReactNode
}

/** A long page with an index of its sections beside it; on a phone the index is a list above it. */
export function Sections({ label, isNarrow = false, children }: SectionsProps) {
  const phone = usePhone()
  const content = useRef<HTMLDivElement>(null)
  const [titles, setTitles] = useState<readonly string[]>([])

  // Sections come and go with what is typed, so the index is read from what is drawn.
  useEffect(() => {
    const readTitles = () => {
      const drawnTitles = headingsIn(content.current).map(({ textContent }) => textContent ?? '')
      setTitles((before) => (before.join('\n') === drawnTitles.join('\n') ? before : drawnTitles))
    }
    readTitles()
    const observer = new MutationObserver(readTitles)
    if (content.current) observer.observe(content.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  function goTo(index: number) {
    const heading = headingsIn(content.current)[index]
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    heading.scrollIntoView({ block: 'start' })
  }

  return (
    <div className={styles['layout']} data-narrow={isNarrow || undefined}>
      <nav className={`${styles['index']} no-print`} aria-label={label}>
        {phone ? (
          <CompactSelect
            aria-label="Go to section"
            value=""
            onChange={(event) => goTo(Number(event.currentTarget.value))}
          >
            <option value="" disabled>
              Go to section…
            </option>
            {titles.map((title, index) => (
              <option key={title} value={index}>
                {title}
              </option>
            ))}
          </CompactSelect>
        ) : (
          <ul>
            {titles.map((title, index) => (
              <li key={title}>
                <button type="button" onClick={() => goTo(index)}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        )}
      </nav>
      <div ref={content} className={styles['content']}>
        {children}
      </div>
    </div>
  )
}
