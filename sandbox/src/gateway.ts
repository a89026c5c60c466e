import type { Book } from './book.ts'

export type Settings = {
  securityKey: string
  tokenizationKey: string
  webhookKey: string
  allowedOrigins: readonly string[]
  /** Seconds in which the same instrument, type and amount count as a duplicate. 0 looks for none. */
  duplicateWindow: number
  forbidDuplicateZero: boolean
  /** How many times faster than the gateway settlement and webhook retries run. */
  timeScale: number
}

export type Gateway = { book: Book; settings: Settings; now: () => number }

/** Reply of transact.php. 1: approved, 2: declined, 3: rejected by the gateway. */
export type Reply = {
  response: 1 | 2 | 3
  text: string
  code: number
  type: string
  orderId: string
  transactionId?: string
  authCode?: string
  avs?: string
  cvv?: string
  vaultId?: string
}

/** A refusal by the gateway: 3/300, its words followed by a reference number. */
export class Rejection extends Error {}

const encode = (value: string) => encodeURIComponent(value).replace(/%20/g, '+')

/** The real gateway leaves spaces and colons of `responsetext` as they are. So does this one. */
export function replyText(reply: Reply): string {
  const { response, text, authCode = '', transactionId = '', avs = '', cvv = '', orderId, type, code, vaultId } = reply
  const fields = [
    `response=${response}`,
    `responsetext=${text.replace(/[%&+=#]/g, encode)}`,
    `authcode=${encode(authCode)}`,
    `transactionid=${encode(transactionId)}`,
    `avsresponse=${encode(avs)}`,
    `cvvresponse=${encode(cvv)}`,
    `orderid=${encode(orderId)}`,
    `type=${encode(type)}`,
    `response_code=${code}`,
  ]
  return [...fields, ...(vaultId === undefined ? [] : [`customer_vault_id=${encode(vaultId)}`])].join('&')
}

/** An amount as the gateway writes it, in whole cents, or nothing when it is not one. */
export function readAmount(text: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === '' ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

export function writeAmount(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
