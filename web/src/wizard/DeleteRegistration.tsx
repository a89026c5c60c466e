import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { paths } from '../shell/paths.ts'
import { useStore, useWizard } from './wizard-context.tsx'

/** Lets the owner delete an unfinished registration; after a payment only the office can cancel it. WIZ-050. */
export function DeleteRegistration() {
  const { id } = useStore()
  const city = useWizard(({ facts }) => facts.tour_date.event_city.name)
  const locked = useWizard((state) => state.locked)
  const hasPayments = useWizard(({ record }) => record.payments.length > 0)
  const [, navigate] = useLocation()

  async function ask() {
    const { deleteRegistration } = await import('./delete-registration.ts')
    if (await deleteRegistration(id, city)) navigate(paths.account)
  }

  if (hasPayments) return null
  return (
    <Button variant="subtle" color="gray" size="sm" c="var(--quiet)" disabled={locked} onClick={() => void ask()}>
      Delete registration
    </Button>
  )
}
