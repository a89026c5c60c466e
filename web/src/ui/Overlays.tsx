import { lazy, Suspense, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { StatusBadge } from './StatusBadge.tsx'
import { placeToasts } from './toast-place.ts'
import { toasts } from './toasts.ts'
import styles from './Overlays.module.css'
import { dialogs } from './dialogs.ts'

export function ToastHost() {
  const visibleToasts = useSyncExternalStore(toasts.subscribe, toasts.shown, toasts.shown)
  const host = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => {
    const output = host.current
    if (!output || visibleToasts.length === 0) return
    const place = () => placeToasts(output)
    place()
    // The page often changes with its toast: a bill gets a line, a bar at the foot another button.
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    window.addEventListener('scroll', place, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', place)
    }
  }, [visibleToasts])
  return (
    <output ref={host} className={styles['host']} aria-live="polite">
      {visibleToasts.map(({ id, text, tone }) => (
        <div key={id} className={styles['toast']}>
          <StatusBadge state={tone}>{text}</StatusBadge>
        </div>
      ))}
    </output>
  )
}

const PromptDialog = lazy(() => import('./PromptDialog.tsx').then((file) => ({ default: file.PromptDialog })))

/** Shows what `notice`, `confirm` and `askText` ask. Its code loads with the first question. */
export function DialogHost() {
  const open = useSyncExternalStore(dialogs.subscribe, dialogs.open, dialogs.open)
  return (
    <Suspense fallback={null}>
      {open.map((dialog) => (
        <PromptDialog key={dialog.id} dialog={dialog} />
      ))}
    </Suspense>
  )
}
