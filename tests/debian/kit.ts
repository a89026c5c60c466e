import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { sendMails } from '@callboard/server/platform/mail/queries.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../debian-postgres.ts'

const root = path.resolve(import.meta.dirname, '../..')
const stops: (() => unknown)[] = []

/** Ends everything that these tests started, the newest first. */
export async function stopAll() {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
}

export const stopLater = (stop: () => unknown) => void stops.push(stop)

export function openScratch(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-debian-'))
  stopLater(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A mail server that keeps who got which mail, and takes its time over each. */
export async function openMailServer(delay = 0) {
  const received: { to: string; messageId: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then(({ messageId = '' }) => {
          received.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId })
          setTimeout(callback, delay)
        })
      })
    },
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  stopLater(() => server.close())
  return { url: `smtp://127.0.0.1:${port}`, received }
}

/** A mail server that reads a mail and never answers, and what it does once it has begun to. */
async function openSilentMailServer(onMail: () => void) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream) {
      stream.resume()
      onMail()
    },
  })
  // The process is killed while it is connected.
  server.on('error', () => {})
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  return { url: `smtp://127.0.0.1:${port}`, close: () => server.close() }
}

export type AppProcess = { child: ChildProcess; origin: string; output: () => string; isReady: () => Promise<boolean> }

/** The bundled server in its own process. */
export async function startApp(folder: string, env: Record<string, string>): Promise<AppProcess> {
  const pages = path.join(folder, 'pages')
  mkdirSync(path.join(pages, 'assets'), { recursive: true })
  writeFileSync(path.join(pages, 'index.html'), '<!doctype html><title>Callboard</title>')
  const port = Number(env.PORT) || (await freePort())
  const gateway = {
    NMI_ORIGIN: 'http://127.0.0.1:1',
    NMI_SECURITY_KEY: 'k',
    NMI_TOKENIZATION_KEY: 'k',
    NMI_WEBHOOK_KEY: 'k',
  }
  const own = {
    NODE_ENV: 'development',
    DATA_DIR: folder,
    PAGES_DIR: pages,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...gateway, ...own, ...env },
  })
  stopLater(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const origin = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  return { child, origin, output: () => output, isReady }
}

/** Waits until a process serves. Fails with what it printed once it has ended. */
export async function ready(app: AppProcess) {
  for (let tries = 0; tries < 2_400; tries += 1) {
    if (await app.isReady()) return app
    if (hasEnded(app)) throw new Error(`The process ended:\n${app.output()}`)
    await wait(100)
  }
  throw new Error(`The process is not ready:\n${app.output()}`)
}

export const hasEnded = ({ child }: AppProcess) => child.exitCode !== null || child.signalCode !== null

/**
 * Starts the app and kills it in the middle of a mail that it took from the queue. `queueMails` gives it something to
 * take. An app that a database outage kept from starting is started again.
 */
export async function killAtWork(folder: string, env: Record<string, string>, queueMails: () => Promise<unknown>) {
  for (let isKilledAtWork = false; !isKilledAtWork;) {
    const atWork = new AbortController()
    const smtp = await openSilentMailServer(() => atWork.abort())
    const app = await startApp(folder, { ...env, SMTP_URL: smtp.url })
    while (!hasEnded(app) && !atWork.signal.aborted) {
      if (await app.isReady()) await queueMails().catch(() => {})
      await wait(100)
    }
    isKilledAtWork = !hasEnded(app)
    if (isKilledAtWork) {
      const exit = once(app.child, 'exit')
      app.child.kill('SIGKILL')
      await exit
    }
    smtp.close()
  }
}

const letter = { subject: 'Places', preview: 'Places', heading: 'Places', paragraphs: ['Hello'] }

/** Queues mails, as requests do. `queued` holds those of which the database said that they are kept. */
export function openMailSender(url: string) {
  const db = connect(url)
  stopLater(() => db.destroy())
  const queued: string[] = []
  let number = 0
  return {
    db,
    queued,
    async send(count = 1) {
      const addresses = Array.from({ length: count }, () => `mail${(number += 1)}@example.com`)
      const mails = addresses.map((to) => ({ envelope: { to, template: 'test' }, letter }))
      await db.transaction().execute((tx) => sendMails(tx, mails, instant('2024-10-01T12:00:00Z')))
      queued.push(...addresses)
    },
  }
}
