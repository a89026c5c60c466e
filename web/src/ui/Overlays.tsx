import { useSyncExternalStore, lazy, Suspense } from 'react'
import { StatusBadge } from './StatusBadge.tsx'
import { toasts } from './toasts.ts'
import styles from './Overlays.module.css'
import { dialogs } from './dialogs.ts'

export function ToastHost() {
  const visibleToasts = useSyncExternalStore(toasts.subscribe, toasts.shown, toasts.shown)
  return (
    <output className={styles['host']} aria-live="polite">
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
