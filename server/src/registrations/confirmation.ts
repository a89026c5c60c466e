import { confirmationBody, type ConfirmationBody } from '@callboard/domain/reports/confirmation.ts'
import type { RegistrationContext } from './facts.ts'
import { priceOf } from './present.ts'
import type { Tx } from '../platform/db/connect.ts'
import { loadOwed } from './owed.ts'

/** Returns the confirmation of a registration's current state. EVT-022. */
export async function currentConfirmation(tx: Tx, context: RegistrationContext): Promise<ConfirmationBody> {
  const { registration, facts, owner } = context
  const price = await priceOf(tx, context)
  return confirmationBody(registration, {
    facts,
    price,
    ...(await loadOwed(tx, registration, price)),
    registrant: owner,
    studio_name: owner.studio?.name ?? null,
  })
}
