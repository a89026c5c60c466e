import { Button } from '@mantine/core'
import { failureSentence } from '../api/failure.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from '../ui/Office.module.css'

type LoadErrorProps = { error: unknown; onRetry: () => void }

/** Shows that data failed to load, with a retry button. */
export const LoadError = ({ error, onRetry }: LoadErrorProps) => (
  <div role="alert" className={`${styles['notice']} ${styles['pair']}`}>
    <StatusBadge state="stop">{failureSentence(error)}</StatusBadge>
    <Button variant="default" size="sm" onClick={onRetry}>
      Try again
    </Button>
  </div>
)
