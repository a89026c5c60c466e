import { paymentNews } from '@callboard/contract/payment-news.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { BadBody } from '../platform/http/guard-body.ts'
import { Forbidden } from '../platform/http/errors.ts'
import type { App } from '../platform/http/serve.ts'
import { addJob } from '../platform/queue/queue.ts'
import { keepNews } from './queries.ts'

/**
 * Receives gateway webhooks: verifies the signature of the raw body, stores the event, replies at once and processes it
 * in a job. Repeated events get the same reply and are dropped.
 */
export function webhookRoute(app: App) {
  void app.register((scope, _options, callback) => {
    // The signature covers the bytes, so nothing may read them before. It guards this one address only.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1_000_000 }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post(paymentNews.path, async (request) => {
      const signature = request.headers[app.payments.signatureHeader]
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const verified = app.payments.verifyWebhook(typeof signature === 'string' ? signature : undefined, bytes)
      if (!verified.ok && verified.why === 'signature') {
        throw new Forbidden('signature', 'This message did not come from the payment gateway.')
      }
      if (!verified.ok) throw new BadBody('This message cannot be read.')
      const { eventId, eventType, body } = verified.news
      await inTransaction(app.db, async (tx) => {
        const news = { event_id: eventId, event_type: eventType, body: JSON.stringify(body) }
        const isNew = await keepNews(tx, { ...news, received_at: app.clock.now() })
        if (isNew) await addJob(tx, 'payment_news', { event_id: eventId }, { key: `news:${eventId}` })
      })
      return { received: true }
    })
    callback()
  })
}
