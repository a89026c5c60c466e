import { Button } from '@mantine/core'
import { showsComplete } from '@callboard/domain/payments/covered.ts'
import { standing } from '@callboard/domain/registrations/settle.ts'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../app/paths.ts'
import { useStore, useWizard } from './wizard-context.tsx'

/** COMPLETE REGISTRATION, once what is required now is covered. PAY-031, M121. */
export function CompleteRegistration() {
  const store = useStore()
  const navigate = useNavigate()
  const registration = useWizard((state) => state.registration)
  const facts = useWizard((state) => state.facts)
  const price = useWizard((state) => state.price)
  const payments = useWizard(({ record }) => record.payments)
  const locked = useWizard((state) => state.locked)
  const { due, required } = standing(registration, price, payments, facts)
  if (!showsComplete(registration, due, required, true)) return null

  async function complete() {
    await store.flush()
    store.lock(true)
    await navigate({ to: paths.step(store.id, 'success') })
  }
  return (
    <Button size="lg" disabled={locked} onClick={() => void complete()}>
      COMPLETE REGISTRATION
    </Button>
  )
}
