import { readEventHosts } from './platform/http/event-hosts.ts'
import { readTrustProxy } from './platform/http/trust-proxy.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseLimits } from './platform/db/connect.ts'
import type { LoadLimits } from './platform/http/in-flight.ts'
import type { HttpTimeouts } from './platform/http/timeouts.ts'
import { aesSealer } from './platform/sealer.ts'

/** Whether this runs bundled rather than from its source. */
export const isBundled = path.extname(import.meta.filename) === '.js'

/** The project's folder: two folders above this file and above the bundle. */
export const root = path.resolve(import.meta.dirname, '../..')

export type Config = ReturnType<typeof readConfig>

/** Reads and validates the environment once at startup. docs/operations.md explains each variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const production = env.NODE_ENV === 'production'
  // Truth, not presence: an empty DATABASE_URL counts as none.
  const DATABASE_URL = env.DATABASE_URL || undefined
  const host = env.HOST || 'localhost'
  const port = Number(env.PORT || 3000)
  const dataDir = path.resolve(env.DATA_DIR || path.join(root, 'data'))
  if (production) refuseMissing(env)

  const origin = env.ORIGIN || `http://${host}:${port}`
  return {
    root,
    production,
    // Sign-in without a password must be enabled explicitly where data may be real.
    dev: !production && (!DATABASE_URL || env.CALLBOARD_DEV === '1'),
    DATABASE_URL,
    preparedStatements: env.DATABASE_PREPARED !== '0',
    database: requestLimits(env),
    jobDatabase: jobLimits(env),
    load: loadLimits(env),
    httpTimeouts: httpTimeouts(env),
    host,
    port,
    origin,
    eventHosts: readEventHosts(env.EVENT_HOSTS, origin),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    dataDir,
    /** The built web app. */
    pagesDir: path.resolve(env.PAGES_DIR || path.join(root, 'web/dist')),
    /** Time between shutdown and close during which requests are served while /readyz fails. */
    shutdownDelayMs: Number(env.SHUTDOWN_DELAY_SECONDS || (production ? 5 : 0)) * 1000,
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
    media: {
      // Every server must see the same folder: an upload that is interrupted goes on at any of them.
      folder: path.resolve(env.MEDIA_DIR || path.join(dataDir, 'media')),
      ffmpeg: env.FFMPEG || 'ffmpeg',
      ffprobe: env.FFPROBE || 'ffprobe',
    },
    fileSecret: env.FILE_SECRET || keptSecret(dataDir, 'file-secret'),
    sealer: aesSealer(env.SECRETS_KEY || keptSecret(dataDir, 'secrets-key')),
    paymentGateway: env.PAYMENT_GATEWAY || 'nmi',
    /** For the gateway's own reader, and for the sandbox's process. */
    environment: env,
    sandboxPort: Number(env.SANDBOX_PORT || 4010),
    useSandbox: !production && !env.NMI_ORIGIN,
  }
}

const fileSecret: [name: string, why: string] = [
  'FILE_SECRET',
  'must sign the addresses of files on disk. Make one: openssl rand -base64 32',
]

/** Variables required in production, each with the reason. */
const requiredVariables = (env: NodeJS.ProcessEnv): [name: string, why: string][] => [
  ['DATABASE_URL', 'must name a PostgreSQL server'],
  // Users may enable the second factor at any time, so its key is required from the start.
  ['SECRETS_KEY', 'must hold a key for secrets. Make one: openssl rand -base64 32'],
  ['ORIGIN', 'must be the https address that people use: links in emails begin with it'],
  ['SMTP_URL', 'must name the server that emails leave by: smtp://user:password@host:587'],
  ['MAIL_FROM', 'must be the address that emails come from'],
  ...(env.S3_ENDPOINT ? [] : [fileSecret]),
  ...(env.PAYMENT_GATEWAY === 'stripe'
    ? ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
    : ['NMI_ORIGIN', 'NMI_SECURITY_KEY', 'NMI_TOKENIZATION_KEY', 'NMI_WEBHOOK_KEY']
  ).map((name): [string, string] => [name, 'must be set, so that payments can be taken']),
]

const isMissing = (env: NodeJS.ProcessEnv, name: string) =>
  !env[name]?.trim() || (name === 'ORIGIN' && !env[name].startsWith('https://'))

/** Refuses a start in production that would lose mails or money, naming everything that is missing at once. */
function refuseMissing(env: NodeJS.ProcessEnv) {
  const missing = requiredVariables(env).filter(([name]) => isMissing(env, name))
  if (missing.length === 0) return
  throw new Error(`In production\n${missing.map(([name, why]) => `  ${name} ${why}.`).join('\n')}`)
}

/** The database that a command reads: DATABASE_URL, and nothing else. */
export function commandDatabase(env: NodeJS.ProcessEnv = process.env): string {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL must name the database to read.')
  return env.DATABASE_URL
}

/** A whole number of the environment, such as milliseconds; 0 where `least` is 0 means without end. */
function whole(env: NodeJS.ProcessEnv, name: string, usual: number, least = 0): number {
  const text = env[name] || String(usual)
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least) throw new Error(`${name} must be a whole number of at least ${least}.`)
  return value
}

/** Limits for requests, where a user waits for the response. */
const requestLimits = (env: NodeJS.ProcessEnv): DatabaseLimits => ({
  poolSize: whole(env, 'DATABASE_POOL_SIZE', 10, 2),
  perCaller: whole(env, 'DATABASE_CONNECTIONS_PER_ACCOUNT', 4, 1),
  waitMs: whole(env, 'DATABASE_WAIT_TIMEOUT_MS', 800),
  connectMs: whole(env, 'DATABASE_CONNECT_TIMEOUT_MS', 5_000),
  lockMs: whole(env, 'DATABASE_LOCK_TIMEOUT_MS', 2_000),
  statementMs: whole(env, 'DATABASE_STATEMENT_TIMEOUT_MS', 10_000),
  idleMs: whole(env, 'DATABASE_IDLE_TIMEOUT_MS', 15_000),
  silenceMs: whole(env, 'DATABASE_SILENCE_TIMEOUT_MS', 600),
})

/** Limits for jobs, which may recount a season or read a whole ledger; no user waits for them. */
const jobLimits = (env: NodeJS.ProcessEnv): DatabaseLimits => ({
  ...requestLimits(env),
  poolSize: whole(env, 'JOB_POOL_SIZE', 5, 1),
  waitMs: whole(env, 'JOB_WAIT_TIMEOUT_MS', 60_000),
  lockMs: whole(env, 'JOB_LOCK_TIMEOUT_MS', 30_000),
  statementMs: whole(env, 'JOB_STATEMENT_TIMEOUT_MS', 300_000),
  idleMs: whole(env, 'JOB_IDLE_TIMEOUT_MS', 300_000),
  silenceMs: 0,
})

const loadLimits = (env: NodeJS.ProcessEnv): LoadLimits => ({
  inFlight: whole(env, 'CALLS_IN_FLIGHT', 300, 1),
  inFlightPerCaller: whole(env, 'CALLS_IN_FLIGHT_PER_ACCOUNT', 32, 1),
})

const httpTimeouts = (env: NodeJS.ProcessEnv): HttpTimeouts => ({
  headersMs: whole(env, 'HTTP_HEADERS_TIMEOUT_MS', 15_000),
  requestMs: whole(env, 'HTTP_REQUEST_TIMEOUT_MS', 600_000),
  idleMs: whole(env, 'HTTP_IDLE_TIMEOUT_MS', 120_000),
  keepAliveMs: whole(env, 'HTTP_KEEP_ALIVE_TIMEOUT_MS', 72_000),
})

function need(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} must be set.`)
  return value
}

/**
 * Generated once and stored with the data, so that signed or sealed values stay valid after a restart. When several
 * processes start at once, all use the first one's secret: a hard link appears atomically.
 */
function keptSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(file, 'utf8')
}
