/** Host names of events. EDIT-014, WIZ-028, A91. */
export type EventHosts = {
  /** Parent domain of the event hosts; session cookies are valid for it and its subdomains. */
  domain: string
  /** An event's origin; null: its name is no part of a host name. */
  originOf: (subdomain: string) => string | null
}

const pattern = /^\{event\}\.((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,})$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Reads a pattern like '{event}.callboard.example'. The product itself must be reached at that domain or below it, else
 * its sessions would hold at neither. An address is made of the pattern and the event's own name, never of a request.
 */
export function readEventHosts(text: string | undefined, origin: string): EventHosts | undefined {
  if (!text) return undefined
  const domain = pattern.exec(text)?.[1]
  if (!domain) throw new Error('EVENT_HOSTS must read like {event}.callboard.example.')
  const { protocol, hostname, port } = new URL(origin)
  if (hostname !== domain && !hostname.endsWith(`.${domain}`)) {
    throw new Error(`EVENT_HOSTS asks for ORIGIN to be at ${domain} or below it.`)
  }
  return {
    domain,
    originOf: (subdomain) =>
      label.test(subdomain) ? `${protocol}//${subdomain}.${domain}${port && `:${port}`}` : null,
  }
}
