import { readEventHosts } from './http/event-hosts.ts'
import { readTrustProxy } from './http/trust-proxy.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { aesSealer } from './ports/sealer.ts'
import { root } from './root.ts'

export type Config = ReturnType<typeof readConfig>

/** What the environment says, checked once at the start. docs/operations.md explains each name. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const production = env.NODE_ENV === 'production'
  // Truth, not presence: an empty DATABASE_URL counts as none.
  const DATABASE_URL = env.DATABASE_URL || undefined
  const host = env.HOST || 'localhost'
  const port = Number(env.PORT || 3000)
  const dataDir = path.resolve(env.DATA_DIR || path.join(root, 'data'))
  if (production && !DATABASE_URL) throw new Error('In production DATABASE_URL must name a PostgreSQL server.')
  // Anybody may turn the second step on at any time: its key is there before.
  if (production && !env.SECRETS_KEY)
    throw new Error('In production SECRETS_KEY must hold a key for secrets. Make one: openssl rand -base64 32')

  const origin = env.ORIGIN || `http://${host}:${port}`
  return {
    root,
    production,
    // Signing in without a password must be asked for wherever the data may be real.
    dev: !production && (!DATABASE_URL || env.CALLBOARD_DEV === '1'),
    DATABASE_URL,
    preparedStatements: env.DATABASE_PREPARED !== '0',
    host,
    port,
    origin,
    eventHosts: readEventHosts(env.EVENT_HOSTS, origin),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    dataDir,
    /** The built web app. */
    pagesDir: path.resolve(env.PAGES_DIR || path.join(root, 'web/dist')),
    logLevel: env.LOG_LEVEL || (production ? 'info' : 'warn'),
    smtpUrl: env.SMTP_URL || undefined,
    contactEmail: env.CONTACT_EMAIL || 'hello@callboard.example',
    mailFrom: env.MAIL_FROM || 'Callboard <no-reply@callboard.example>',
    s3: env.S3_ENDPOINT
      ? {
          endpoint: env.S3_ENDPOINT,
          bucket: need(env, 'S3_BUCKET'),
          region: env.S3_REGION || 'us-east-1',
          accessKeyId: need(env, 'S3_ACCESS_KEY_ID'),
          secretAccessKey: need(env, 'S3_SECRET_ACCESS_KEY'),
        }
      : undefined,
    fileSecret: env.FILE_SECRET || keptSecret(dataDir, 'file-secret'),
    sealer: aesSealer(env.SECRETS_KEY || keptSecret(dataDir, 'secrets-key')),
    paymentGateway: env.PAYMENT_GATEWAY || 'nmi',
    sandboxPort: Number(env.SANDBOX_PORT || 4010),
    useSandbox: !production && !env.NMI_ORIGIN,
  }
}

function need(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} must be set.`)
  return value
}

/** Made once and kept beside the data, so that what was signed or sealed before a restart still opens after it. */
function keptSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8')
}
