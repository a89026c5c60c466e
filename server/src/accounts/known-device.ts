import { deviceAccounts, deviceDays } from '@callboard/domain/accounts/attempt-limits.ts'
import { daysAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sealer } from '../platform/sealer.ts'
import { cookieDomain, hashOf, newToken, secureFlag } from '../platform/http/sessions.ts'

const cookieName = 'callboard_device'
/** The purpose of the seal: what was sealed for another opens nothing here. */
const about = 'known device'

/** A known browser: the content of its cookie, sealed against forgery. `addresses` are hashes of email addresses. */
type Device = { id: string; addresses: string[]; until: Instant }

const emailKey = (email: string) => hashOf(email.trim().toLowerCase())

function readDevice(sealer: Sealer, request: FastifyRequest, now: Instant): Device | undefined {
  const value = /(?:^|; )callboard_device=([\w.-]+)/.exec(request.headers.cookie ?? '')?.[1]
  if (!value) return undefined
  try {
    const text = sealer.open(value, about)
    // `open` returns unsealed text unchanged; such a value is forged.
    const device = text === value ? undefined : (JSON.parse(text) as Device)
    return device && device.until > now ? device : undefined
  } catch {
    return undefined
  }
}

/** The device's own name, where this account has signed in with it before. */
export function knownDevice(sealer: Sealer, request: FastifyRequest, email: string, now: Instant): string | undefined {
  const device = readDevice(sealer, request, now)
  return device?.addresses.includes(emailKey(email)) ? device.id : undefined
}

/** After a sign-in: this browser is known for the account from now on. It opens nothing by itself. */
export function rememberDevice(sealer: Sealer, reply: FastifyReply, email: string, now: Instant): void {
  const currentDevice = readDevice(sealer, reply.request, now)
  const key = emailKey(email)
  const others = (currentDevice?.addresses ?? []).filter((one) => one !== key)
  const device: Device = {
    id: currentDevice?.id ?? newToken(),
    addresses: [key, ...others].slice(0, deviceAccounts),
    until: daysAfter(now, deviceDays),
  }
  const flags = `Path=/v1/mybtf; HttpOnly; SameSite=Lax; Max-Age=${deviceDays * 24 * 60 * 60}`
  const value = sealer.seal(JSON.stringify(device), about)
  void reply.header('set-cookie', `${cookieName}=${value}; ${flags}${secureFlag(reply)}${cookieDomain(reply)}`)
}
