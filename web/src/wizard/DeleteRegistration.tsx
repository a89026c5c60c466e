import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { call } from '../api/call.ts'
import { paths } from '../shell/paths.ts'
import { confirm } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'
import { clearStep } from './step-storage.ts'
import { forgetUnsaved } from './people-changes.ts'
import { useStore, useWizard } from './wizard-context.tsx'

/** Lets the owner delete an unfinished registration; after a payment only the office can cancel it. WIZ-050. */
export function DeleteRegistration() {
  const { id } = useStore()
  const city = useWizard(({ facts }) => facts.tour_date.event_city.name)
  const locked = useWizard((state) => state.locked)
  const hasPayments = useWizard(({ record }) => record.payments.length > 0)
  const [, navigate] = useLocation()

  async function ask() {
    const isConfirmed = await confirm({
      title: 'Delete this registration?',
      message: `Everyone and every routine you entered for ${city} is deleted. Your roster stays the same.`,
      yes: 'Yes, delete it',
      no: 'No, I want to keep it',
      grave: true,
      act: () => call('DELETE /v1/mybtf/delete-registration/{id}', { params: { id } }),
    })
    if (!isConfirmed) return
    forgetUnsaved(id)
    clearStep(id)
    toast('Registration deleted')
    navigate(paths.account)
  }

  if (hasPayments) return null
  return (
    <Button variant="subtle" color="gray" size="sm" c="var(--quiet)" disabled={locked} onClick={() => void ask()}>
      Delete registration
    </Button>
  )
}
