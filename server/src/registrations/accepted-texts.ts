import type { saveRegistration } from '@callboard/contract/registrations/registrations.ts'
import { checkShown, type LegalTextName } from '@callboard/domain/accounts/legal-text.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { orRefuse } from '../platform/http/errors.ts'
import { insertAgreements, loadVersions } from '../accounts/legal-text-queries.ts'
import type { RegistrationContext } from './facts.ts'

type Body = Pick<
  z.output<typeof saveRegistration.body>,
  'waiver' | 'competitionCodeWaiver' | 'terms_version' | 'competition_code_version'
>
type AcceptedText = { name: LegalTextName; version: number }

/** Returns the legal text versions this save agrees to. Fails when one is no longer current. OFF-035. */
export async function findAcceptedTexts(tx: Tx, body: Body): Promise<AcceptedText[]> {
  const textsShown = [
    ...(body.waiver ? [{ name: 'terms' as const, shown: body.terms_version }] : []),
    ...(body.competitionCodeWaiver
      ? [{ name: 'competition_code' as const, shown: body.competition_code_version }]
      : []),
  ]
  if (textsShown.length === 0) return []
  const current = await loadVersions(tx)
  return textsShown.map(({ name, shown }) => ({
    name,
    version: orRefuse(checkShown(name, shown, current.get(name) ?? 0)),
  }))
}

/** Keeps who agreed to what, and when, for as long as the registration is kept. */
export async function insertAcceptedTexts(
  tx: Tx,
  acceptedTexts: readonly AcceptedText[],
  context: RegistrationContext,
  user_id: number,
): Promise<void> {
  if (acceptedTexts.length === 0) return
  const { registration, facts } = context
  const { id: registration_id, editing } = registration
  await insertAgreements(
    tx,
    acceptedTexts.map((text) => ({ ...text, registration_id, user_id, agreed_at: facts.now, editing })),
  )
}
