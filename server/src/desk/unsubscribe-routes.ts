import { openUnsubscribe, subscribeAgain, unsubscribe } from '@callboard/contract/desk/group-mails.ts'
import { maskedEmail } from '@callboard/domain/accounts/email-token.ts'
import { Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { readUnsubscribeToken } from './group-mail-letter.ts'
import { deleteUnsubscription, findBrand, findUnsubscribed, insertUnsubscription } from './group-mail-queries.ts'

/** Unsubscribing from the news of a brand, by the link of a mail and without an account. */
export function unsubscribeRoutes(app: App) {
  const read = (token: string) => {
    const unsubscription = readUnsubscribeToken(app.sealer, token)
    if (!unsubscription) throw new Refused({ code: 'group_mail.link_over' })
    return unsubscription
  }

  serve(app, openUnsubscribe, async (tx, { body }) => {
    const { event_id, email } = read(body.token)
    const { name: event } = await findBrand(tx, event_id)
    const unsubscribed = (await findUnsubscribed(tx, event_id, [email])).size > 0
    return { event, email: maskedEmail(email), unsubscribed }
  })

  serve(app, subscribeAgain, async (tx, { params }) => {
    const { event_id, email } = read(params.token)
    await deleteUnsubscription(tx, event_id, email)
    return {}
  })

  void app.register(async (scope) => {
    // A mail program posts a form with one field, which says nothing that the address does not.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, callback) =>
      callback(null, undefined),
    )
    // The scope inherits the parts of the app.
    serve(scope as unknown as App, unsubscribe, async (tx, { params, now }) => {
      const { event_id, email } = read(params.token)
      await insertUnsubscription(tx, event_id, email, now)
      return {}
    })
  })
}
