/** A configuration that must not be used. The start of the app shows the sentence and stops. */
export class UnfitPaymentConfig extends Error {}

/** This very machine, under any of its names. */
export const isLoopback = (hostname: string) =>
  /(^|\.)localhost\.?$/.test(hostname) || /^(127\.|0\.0\.0\.0$|\[(::1?|::ffff:7f.*)\]$)/.test(hostname)
