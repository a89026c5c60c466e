import { Button } from '@mantine/core'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import styles from './Several.module.css'
import { TotalChange } from './TotalChange.tsx'

type SeveralFootProps = {
  /** What the button says. */
  label: string
  /** Undefined while nothing is tried yet. */
  total: { before: Cents; after: Cents } | undefined
  pending: boolean
  disabled: boolean
  onClose: () => void
  act: () => void
}

/** What an act on several routines makes of the total, and the two ways out of its dialog. */
export const SeveralFoot = ({ label, total, pending, disabled, onClose, act }: SeveralFootProps) => (
  <div className={styles['foot']}>
    {total && <TotalChange {...total} />}
    <div className={styles['acts']}>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button loading={pending} disabled={disabled} onClick={act}>
        {label}
      </Button>
    </div>
  </div>
)
