import { StatusIcon } from './StatusBadge.tsx'
import { useOnline } from './use-online.ts'
import styles from './OfflineBanner.module.css'

type BannerProps = { isRetrying?: boolean; isSlow?: boolean }

/** Says that the connection is gone, that a call is made again or that it takes long, for as long as it is so (UI-030). Input is kept. */
export function OfflineBanner({ isRetrying = false, isSlow = false }: BannerProps) {
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
      {online && !isRetrying && isSlow && (
        <span className={styles['banner']}>
          <StatusIcon state="standby" /> Callboard is taking longer than usual. Still waiting…
        </span>
      )}
    </output>
  )
}
