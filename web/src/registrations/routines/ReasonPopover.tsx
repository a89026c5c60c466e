import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './ReasonPopover.module.css'

type ReasonPopoverProps = {
  /** Accessible name of the explanation: 'Why Junior for Rain'. */
  label: string
  /** Asked for only once it is opened: a list has hundreds of these. */
  because: () => readonly string[]
  children: ReactNode
}

type Place = { top: number; left: number; because: readonly string[] }

const width = 300
const margin = 8

/** A value that opens its reasons below itself; Escape, scrolling and a press elsewhere close them. */
export function ReasonPopover({ label, because, children }: ReasonPopoverProps) {
  const [place, setPlace] = useState<Place>()
  const button = useRef<HTMLButtonElement>(null)
  const open = place !== undefined

  useEffect(() => {
    if (!open) return
    const close = () => setPlace(undefined)
    const closeElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node && button.current?.contains(target))) close()
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close()
    }
    document.addEventListener('mousedown', closeElsewhere)
    document.addEventListener('keydown', closeByKey)
    window.addEventListener('scroll', close, { passive: true, capture: true })
    window.addEventListener('resize', close)
    return () => {
      document.removeEventListener('mousedown', closeElsewhere)
      document.removeEventListener('keydown', closeByKey)
      window.removeEventListener('scroll', close, { capture: true })
      window.removeEventListener('resize', close)
    }
  }, [open])

  function toggle() {
    const box = button.current?.getBoundingClientRect()
    if (open || !box) {
      setPlace(undefined)
      return
    }
    const left = Math.max(margin, Math.min(box.left, window.innerWidth - width - margin))
    setPlace({ top: box.bottom + margin, left, because: because() })
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['why']}
        aria-label={label}
        aria-expanded={open}
        onClick={toggle}
        onBlur={() => setPlace(undefined)}
      >
        {children}
      </button>
      {place &&
        createPortal(
          <output className={styles['reasons']} style={{ top: place.top, left: place.left, width }} aria-label={label}>
            {place.because.map((sentence) => (
              <span key={sentence}>{sentence}</span>
            ))}
          </output>,
          document.body,
        )}
    </>
  )
}
