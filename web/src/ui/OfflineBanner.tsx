import { StatusIcon } from './StatusBadge.tsx'
import { useOnline } from './use-online.ts'
import styles from './OfflineBanner.module.css'

/** Says that the connection is gone, or that a call is made again, for as long as it is so (UI-030). Input is kept. */
export function OfflineBanner({ isRetrying = false }: { isRetrying?: boolean }) {
  const online = useOnline()
  return (
    <output className={styles['host']}>
      {!online && (
        <span className={styles['banner']}>
          <StatusIcon state="standby" /> You are offline. What you have typed is safe; saving works again once you are
          back.
        </span>
      )}
      {online && isRetrying && (
        <span className={styles['banner']}>
          <StatusIcon state="standby" /> Callboard is not responding right now. Trying again…
        </span>
      )}
    </output>
  )
}
