import { Button } from '@mantine/core'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import styles from './Several.module.css'
import { TotalChange } from './TotalChange.tsx'

type SeveralFootProps = {
  /** Label of the button. */
  label: string
  /** Undefined while nothing is tried yet. */
  total: { before: Cents; after: Cents } | undefined
  pending: boolean
  disabled: boolean
  onClose: () => void
  act: () => void
}

/** Shows the effect of a bulk action on the total, with its submit and cancel buttons. */
export const SeveralFoot = ({ label, total, pending, disabled, onClose, act }: SeveralFootProps) => (
  <div className={styles['foot']} data-actions>
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
