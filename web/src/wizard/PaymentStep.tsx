import { Button } from '@mantine/core'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useState } from 'react'
import { paths } from '../shell/paths.ts'
import { PaymentPanel } from '../payments/PaymentPanel.tsx'
import { StepPage } from './StepPage.tsx'
import styles from './WizardFrame.module.css'
import { WizardHold } from './WizardHold.tsx'
import { useStore, useWizard } from './wizard-context.tsx'

/** The payment step: paid while the places are held, then on to being completed. PAY-031, WIZ-014. */
export function PaymentStep() {
  const store = useStore()
  const navigate = useOpenScreen()
  const locked = useWizard((state) => state.locked)
  const editing = useWizard(({ registration }) => registration.editing)

  const [bar, setBar] = useState<HTMLElement | null>(null)

  async function complete() {
    await store.flush()
    store.lock(true)
    await navigate(paths.step(store.id, 'success'))
  }
  return (
    <StepPage
      name="payment"
      title="Payment"
      foot={
        <section
          id="actions"
          tabIndex={-1}
          aria-label="Actions"
          className={`${styles['foot']} ${styles['payFoot']} no-print`}
        >
          <Button variant="default" disabled={locked} onClick={() => void navigate(paths.step(store.id, 'review'))}>
            Go back
          </Button>
          <div ref={setBar} className={styles['pay']} />
        </section>
      }
    >
      <div className={styles['stack']}>
        <WizardHold />
        <PaymentPanel
          registration={store}
          onChanged={() => store.reload()}
          onReserve={() => store.saveRoot({ paying_by_check: true })}
          onComplete={complete}
          editing={editing}
          bar={bar}
        />
      </div>
    </StepPage>
  )
}
