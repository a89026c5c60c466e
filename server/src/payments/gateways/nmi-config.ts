import { isLoopback, UnfitPaymentConfig } from './gateway.ts'

export type NmiConfig = {
  origin: string
  securityKey: string
  tokenizationKey: string
  webhookKey: string
  timeoutMs: number
  /** Within how many seconds the gateway takes an equal charge for a duplicate; absent: as its account is set. */
  dupSeconds?: number
}

const defaultTimeoutMs = 60_000
/** The gateway knows no longer time. */
const mostDupSeconds = 7_862_400

/** Reads NMI_ORIGIN, NMI_SECURITY_KEY, NMI_TOKENIZATION_KEY, NMI_WEBHOOK_KEY, NMI_TIMEOUT_MS and NMI_DUP_SECONDS. */
export function readNmiConfig(env: Record<string, string | undefined>): NmiConfig {
  const required = (name: string) => {
    const value = env[name]?.trim()
    if (!value) throw new UnfitPaymentConfig(`${name} is not set, so no payment could be taken.`)
    return value
  }
  const config = {
    origin: required('NMI_ORIGIN'),
    securityKey: required('NMI_SECURITY_KEY'),
    tokenizationKey: required('NMI_TOKENIZATION_KEY'),
    webhookKey: required('NMI_WEBHOOK_KEY'),
    timeoutMs: Number(env.NMI_TIMEOUT_MS || defaultTimeoutMs),
    ...(env.NMI_DUP_SECONDS && { dupSeconds: Number(env.NMI_DUP_SECONDS) }),
  }
  return checkNmiConfig(config, { production: env.NODE_ENV === 'production' })
}

/** Refuses what would send real buyers to the sandbox, or real keys over an open line. */
function checkNmiConfig(config: NmiConfig, { production }: { production: boolean }): NmiConfig {
  if (!URL.canParse(config.origin)) throw new UnfitPaymentConfig('NMI_ORIGIN is not an address.')
  const { protocol, hostname, origin } = new URL(config.origin)
  if (protocol !== 'https:' && protocol !== 'http:') throw new UnfitPaymentConfig('NMI_ORIGIN is not a web address.')
  if (!Number.isInteger(config.timeoutMs) || config.timeoutMs < 1) {
    throw new UnfitPaymentConfig('NMI_TIMEOUT_MS must be a whole number of milliseconds.')
  }
  const { dupSeconds = 0 } = config
  if (!Number.isInteger(dupSeconds) || dupSeconds < 0 || dupSeconds > mostDupSeconds) {
    throw new UnfitPaymentConfig(`NMI_DUP_SECONDS must be a whole number of seconds, at most ${mostDupSeconds}.`)
  }
  if (production) {
    if (protocol !== 'https:') throw new UnfitPaymentConfig('NMI_ORIGIN must begin with https:// in production.')
    if (isLoopback(hostname)) throw new UnfitPaymentConfig('NMI_ORIGIN points to this very machine.')
    if (usesSandboxKeys(config)) throw new UnfitPaymentConfig('The keys are those of the payment sandbox.')
  }
  return { ...config, origin }
}

export const usesSandboxKeys = ({ securityKey, tokenizationKey, webhookKey }: NmiConfig) =>
  securityKey.startsWith('sandbox_') || tokenizationKey.startsWith('sandbox_') || webhookKey === 'whsec_sandbox_key'
