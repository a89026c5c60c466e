import { framePage, framePolicy, isAllowed, scripts, walletPage, walletTitles } from './frame-page.ts'
import { Rejection, type Gateway } from './gateway.ts'
import { isFieldName, type HostedFields } from './hosted-fields.ts'
import { isFromOwnFrame, readJson, send, sendJson, type Exchange, type Route } from './http.ts'

type Parts = { gateway: Gateway; hosted: HostedFields }

/** Routes that browsers call: the script, the frames, and the posts of the frames. */
export function tokenRoutes({ gateway, hosted }: Parts): Record<string, Route> {
  const { settings } = gateway
  const files = Object.fromEntries(
    Object.entries(scripts).map(([path, { type, text }]): [string, Route] => [
      `GET ${path}`,
      ({ response }) => send(response, 200, type, text, { 'cross-origin-resource-policy': 'cross-origin' }),
    ]),
  )
  /** A page for one frame, and only for who may show it. */
  const frame =
    (
      pageOf: (
        parameters: Record<'field' | 'title' | 'placeholder' | 'origin' | 'price', string>,
      ) => string | undefined,
    ): Route =>
    ({ response, url }) => {
      const parameter = (name: string) => url.searchParams.get(name) ?? ''
      const refuse = (why: string) => send(response, 403, 'text/plain; charset=utf-8', why)
      const [field, title, placeholder] = [parameter('field'), parameter('title'), parameter('placeholder')]
      const page = pageOf({ field, title, placeholder, origin: parameter('origin'), price: parameter('price') })
      if (!page) return refuse('There is no such field.')
      if (parameter('key') !== settings.tokenizationKey) return refuse('The tokenization key is not known here.')
      if (!isAllowed(parameter('origin'), settings.allowedOrigins))
        return refuse('This page may not show payment fields.')
      const policy = { 'content-security-policy': framePolicy(settings.allowedOrigins) }
      send(response, 200, 'text/html; charset=utf-8', page, policy)
    }
  return {
    ...files,
    'GET /token/frame': frame(({ field, ...parameters }) =>
      isFieldName(field) ? framePage({ field, ...parameters }) : undefined,
    ),

    'GET /token/wallet': frame(({ field, price, origin }) => {
      const title = walletTitles[field]
      return title && walletPage({ field, title, price, origin })
    }),

    'POST /token/api/field': fromFrame((exchange) => {
      const { sid = '', key = '', field = '', value = '' } = texts(exchange)
      if (!isFieldName(field)) throw new Rejection('Unknown field')
      return hosted.save({ sid, key, field, value })
    }),

    'POST /token/api/wallet': fromFrame((exchange) => {
      const { sid = '', key = '' } = texts(exchange)
      return hosted.wallet({ sid, key })
    }),

    'POST /token/api/finish': fromFrame((exchange) => {
      const { sid = '', key = '', tender = '' } = texts(exchange)
      return hosted.finish({ sid, key, kind: tender === 'check' ? 'check' : 'card' })
    }),
  }
}

const texts = (exchange: Exchange) =>
  Object.fromEntries(
    Object.entries(readJson(exchange)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

function fromFrame(act: (exchange: Exchange) => unknown): Route {
  return (exchange) => {
    if (!isFromOwnFrame(exchange))
      return sendJson(exchange.response, 403, { error: 'Only the hosted fields may post.' })
    try {
      sendJson(exchange.response, 200, act(exchange))
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      sendJson(exchange.response, 422, { error: error.message, valid: false, message: error.message })
    }
  }
}
