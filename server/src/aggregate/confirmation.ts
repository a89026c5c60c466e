import { confirmationBody, type ConfirmationBody } from '@callboard/domain/reports/confirmation.ts'
import type { Opened } from './facts.ts'
import { priceOf } from './present.ts'
import type { Tx } from '../db/connect.ts'
import { loadPayments } from '../registrations/queries.ts'

/** The confirmation of a registration as it stands now. EVT-022. */
export async function currentConfirmation(tx: Tx, opened: Opened): Promise<ConfirmationBody> {
  const { registration, facts, owner } = opened
  const [price, payments] = await Promise.all([priceOf(tx, opened), loadPayments(tx, registration.id)])
  return confirmationBody(registration, {
    facts,
    price,
    payments,
    registrant: owner,
    studio_name: owner.studio?.name ?? null,
  })
}
