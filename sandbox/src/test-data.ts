/**
 * The documented test numbers. All others are rejected, so that no real card is stored here. Records reference a number
 * by its row and never hold the digits.
 */
export const testCards = [
  { name: 'visa', brand: 'visa', number: '4111111111111111' },
  { name: 'mastercard', brand: 'mastercard', number: '5431111111111111' },
  { name: 'discover', brand: 'discover', number: '6011000991300009' },
  { name: 'discover-older', brand: 'discover', number: '6011601160116611' },
  { name: 'amex', brand: 'amex', number: '341111111111111' },
  { name: 'diners', brand: 'diners', number: '30205252489926' },
  { name: 'jcb', brand: 'jcb', number: '3541963594572595' },
  { name: 'maestro', brand: 'maestro', number: '6799990100000000019' },
] as const

export const testAccounts = [
  { name: 'account', aba: '490000018', account: '24413815' },
  { name: 'account-older', aba: '123123123', account: '123123123' },
] as const

/** Tokens that never wear out. The gateway documents them for trying a server without a browser. */
export const fixedTokens = {
  card: '00000000-000000-000000-000000000000',
  bank: '11111111-111111-111111-111111111111',
} as const

export const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

export function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return /^\d{13,19}$/.test(number) && sum % 10 === 0
}

export function passesAbaChecksum(aba: string): boolean {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
  const sum = weights.reduce((total, weight, place) => total + weight * Number(aba[place]), 0)
  return /^\d{9}$/.test(aba) && sum % 10 === 0
}

/** Checks an MMYY expiry against the current month. 1025 is always valid because the gateway's examples use it. */
export function expiryStands(exp: string, now: number): boolean {
  if (exp === '1025') return true
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(exp) ?? []
  return month !== '' && Date.UTC(2000 + Number(year), Number(month), 1) > now
}
