import { randomInt } from 'node:crypto'
import { recoveryAlphabet, recoveryCodes } from '@callboard/domain/accounts/second-factor.ts'
import { Secret, TOTP } from 'otpauth'

const period = 30

// Authenticator apps use real time even when the product's clock is shifted, so the product's `now` is not used here.
const appOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Callboard', label, secret: Secret.fromBase32(secret), period })

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the `otpauth` URI that an authenticator app reads from the QR code. */
export const uriFor = (secret: string, email: string): string => appOf(secret, email).toString()

/** The code an app shows at this moment. */
export const codeAt = (secret: string, ms: number): string => appOf(secret).generate({ timestamp: ms })

/** The next code that has not been used: this moment's, or the one after it, which is taken as well. */
export const unusedCodeAt = (secret: string, last_step: number, ms: number): string =>
  codeAt(secret, Math.max(ms, (last_step + 1) * period * 1000))

/** The step a code belongs to, if it is one of now, of just before or of just after; steps only grow. */
export function stepOf(secret: string, code: string, ms: number): number | null {
  const delta = appOf(secret).validate({ token: code, timestamp: ms, window: 1 })
  return delta === null ? null : Math.floor(ms / 1000 / period) + delta
}

const recoveryCode = () =>
  Array.from({ length: recoveryCodes.length }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodes.count }, recoveryCode)
