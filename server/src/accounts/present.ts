import type { SignedInUser } from '@callboard/contract/accounts/accounts.ts'
import { isSupportedBrowser } from '@callboard/domain/accounts/supported-browser.ts'
import { paymentMethods } from '@callboard/domain/payments/methods.ts'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../platform/db/connect.ts'
import { findPendingEmail, loadAccount } from './queries.ts'

const methodId = (screen: 'card' | 'bank') => paymentMethods.find((method) => method.screen === screen)?.id

/**
 * Presents the account. `token` is included only for clients that sent it in a header; a cookie's token is never
 * returned.
 */
export async function presentAccount(
  tx: Tx,
  id: number,
  request: FastifyRequest,
  token: string | null = null,
  lacks_second_factor = false,
): Promise<SignedInUser> {
  const { methods, ...account } = await loadAccount(tx, id)
  const methodsOf = (screen: 'card' | 'bank') =>
    methods
      .filter(({ payment_method_id }) => payment_method_id === methodId(screen))
      .map(({ payment_method_id: _, ...method }) => method)
  return {
    ...account,
    pending_email: await findPendingEmail(tx, id),
    token,
    lacks_second_factor,
    supported_browser: isSupportedBrowser(request.headers['user-agent'] ?? ''),
    payment_methods: { card: methodsOf('card'), bank: methodsOf('bank') },
  }
}
