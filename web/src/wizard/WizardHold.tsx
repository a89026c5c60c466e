import { call } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'
import { HoldNotice } from '../registrations/review/HoldNotice.tsx'
import { useStore, useWizard } from './wizard-context.tsx'
import { statusOf } from '@callboard/domain/registrations/registration-status.ts'

/** Until when places and prices are held, in every step from the review on. COMP-084. */
export function WizardHold() {
  const store = useStore()
  const hold = useWizard(({ record }) => record.hold)
  const reviewed = useWizard(({ registration }) => statusOf(registration) === 'reviewed')
  if (!reviewed) return null

  async function renew() {
    const renewed = await call('POST /v1/dance360/registrations/{id}/hold', { params: { id: store.id } })
    store.setHold(renewed)
  }
  return (
    <HoldNotice
      hold={hold}
      now={store.now}
      renew={() => renew().catch((error: unknown) => showFailure(error, () => undefined))}
      onEnd={() => void store.reload().catch(() => undefined)}
    />
  )
}
