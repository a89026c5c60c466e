import { useSyncExternalStore } from 'react'
import { StatusBadge } from './StatusBadge.tsx'
import { toasts } from './toasts.ts'
import styles from './ToastHost.module.css'

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
