import { Loader } from '@mantine/core'
import { PageHeader } from '../../ui/PageHeader.tsx'
import styles from './Success.module.css'

/** The registration is being completed. REV-017, M122. */
export const Submitting = () => (
  <div className={styles['submitting']} aria-busy="true">
    <Loader size={28} aria-hidden />
    <PageHeader title="SUBMITTING YOUR REGISTRATION...">
      <output>This takes a moment. Your payment is safe; you can wait here.</output>
    </PageHeader>
  </div>
)
