import { readBankAuthorization } from '@callboard/contract/bank-authorization.ts'
import type { BillTo } from '../platform/db/money-tables.ts'
import { loadContext, loadEditContext } from '../registrations/facts.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { findOwnRegistration } from '../registrations/queries.ts'
import { findProfile } from './saved-method-queries.ts'
import { bankAccountOf, debitText } from './bank-authorization.ts'

const noName: BillTo = { firstName: '', lastName: '', address: '', city: '', zip: null, state_id: null, country_id: 1 }

/** The text of a bank debit, made by the rule that judges the payment: a program need not know the template's words. */
export function bankAuthorizationRoute(app: App) {
  serve(app, readBankAuthorization, async (tx, { body, user, now }) => {
    const { billing_id, billTo } = body.paymentProfile
    const loadedRegistration = orNotFound(await findOwnRegistration(tx, body.registration_id, user.id))
    const context = await (body.editing ? loadEditContext : loadContext)(tx, loadedRegistration, now)
    const profile = billing_id ? await findProfile(tx, user.id, billing_id) : undefined
    if (billing_id && !profile) throw new Refused({ code: 'payment.method_gone', field: 'paymentProfile' })
    const bill_to = profile?.bill_to ?? { ...noName, ...billTo, country_id: billTo?.country_id ?? noName.country_id }
    const account = bankAccountOf(body, bill_to, profile)
    const { version, text } = debitText({ body, context, account, profile })
    return { version, text }
  })
}
