import { cents, type Cents } from '@callboard/domain/kernel/money.ts'

/** As the gateway wants it, `x.xx`. Nothing and less than nothing are refused: on a refund 0.00 would mean all of it. */
export function writeAmount(amount: Cents): string {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`Not an amount to send: ${amount}`)
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** Read as text, never through a fraction. A sign is dropped: the action says which way the money went. */
export function readAmount(text: string | undefined): Cents | undefined {
  const [, whole = '', part = ''] = /^-?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text?.trim() ?? '') ?? []
  return whole === '' ? undefined : cents(Number(whole) * 100 + Number(part.padEnd(2, '0')))
}
