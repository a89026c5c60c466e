import { Button } from '@mantine/core'
import { failureSentence } from '../api/failure.ts'
import { CueLight } from '../ui/CueLight.tsx'
import styles from '../ui/Office.module.css'

type LoadErrorProps = { error: unknown; onAgain: () => void }

/** A list that could not be read, and the way to try again. */
export const LoadError = ({ error, onAgain }: LoadErrorProps) => (
  <div role="alert" className={`${styles['notice']} ${styles['pair']}`}>
    <CueLight state="stop">{failureSentence(error)}</CueLight>
    <Button variant="default" size="sm" onClick={onAgain}>
      Try again
    </Button>
  </div>
)
