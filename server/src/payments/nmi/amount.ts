import { cents, type Cents } from '@callboard/domain/kernel/money.ts'

/** Formats an amount as `x.xx`. Throws for zero and negative amounts: on a refund 0.00 would mean the full amount. */
export function writeAmount(amount: Cents): string {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`Not an amount to send: ${amount}`)
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** Parses cents from text without floating point. A sign is dropped: the action gives the direction. */
export function readAmount(text: string | undefined): Cents | undefined {
  const [, whole = '', part = ''] = /^-?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text?.trim() ?? '') ?? []
  return whole === '' ? undefined : cents(Number(whole) * 100 + Number(part.padEnd(2, '0')))
}
