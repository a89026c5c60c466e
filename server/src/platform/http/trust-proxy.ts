import { isIP } from 'node:net'

/** Proxies trusted to report the client address: a number of nearest hops, or networks; false: none. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

const mostHops = 10
const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  if (namedNetworks.has(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0
  // A network of all addresses would believe any sender.
  return bits >= 1 && bits <= (family === 4 ? 32 : 128)
}

/**
 * Reads a count of hops like '1' or a list of networks like '10.0.0.0/8, 192.0.2.7'. `X-Forwarded-For` is read from its
 * end: an address that a client wrote in front is never believed.
 */
export function readTrustProxy(text: string | undefined): TrustProxy {
  const value = text?.trim() ?? ''
  if (value === '' || value === '0') return false
  if (/^\d+$/.test(value) && Number(value) <= mostHops) {
    const hops = Number(value)
    return (_address, hop) => hop < hops
  }
  const networks = value.split(',').map((one) => one.trim())
  if (networks.every(isNetwork)) return networks
  throw new Error(
    `TRUST_PROXY must be the number of proxies in front, 1 to ${mostHops}, or their networks like 10.0.0.0/8,192.0.2.7.`,
  )
}
