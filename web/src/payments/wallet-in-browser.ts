import type { ScreenMethod } from '@callboard/domain/payments/methods.ts'

declare global {
  interface Window {
    ApplePaySession?: { canMakePayments: () => boolean }
  }
}

/** Apple Pay is only there where the browser has it; which others can be used, the gateway's script finds out. */
export const isInBrowser = (method: ScreenMethod): boolean =>
  method !== 'apple_pay' || window.ApplePaySession?.canMakePayments() === true
