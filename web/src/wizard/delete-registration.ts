import { call } from '../api/call.ts'
import { confirm } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'
import { forgetUnsaved } from './people-changes.ts'
import { clearStep } from './step-storage.ts'

/** Asks, and deletes the registration with what is kept of it in this browser; returns whether it was deleted. WIZ-050. */
export async function deleteRegistration(id: number, city: string): Promise<boolean> {
  const isConfirmed = await confirm({
    title: 'Delete this registration?',
    message: `Everyone and every routine you entered for ${city} is deleted. Your roster stays the same.`,
    yes: 'Yes, delete it',
    no: 'No, I want to keep it',
    consequence: 'loss',
    act: () => call('DELETE /v1/mybtf/delete-registration/{id}', { params: { id } }),
  })
  if (!isConfirmed) return false
  forgetUnsaved(id)
  clearStep(id)
  toast('Registration deleted')
  return true
}
