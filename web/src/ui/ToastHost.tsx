import { useSyncExternalStore } from 'react'
import { CueLight } from './CueLight.tsx'
import { toasts } from './toasts.ts'
import styles from './ToastHost.module.css'

export function ToastHost() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown, toasts.shown)
  return (
    <output className={styles['host']} aria-live="polite">
      {shown.map(({ id, text, cue }) => (
        <div key={id} className={styles['toast']}>
          <CueLight state={cue}>{text}</CueLight>
        </div>
      ))}
    </output>
  )
}
