import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type Config, isBundled } from '../../config.ts'
import { readNmiConfig } from './nmi-config.ts'
import { nmiGateway } from './nmi-gateway.ts'
import { readStripeConfig } from './stripe-config.ts'
import { type PaymentGateway, type PaymentLog, UnfitPaymentConfig } from './gateway.ts'

type OpenGateway = {
  payments: PaymentGateway
  origin: string
  stop: () => Promise<void>
  /** The sandbox follows the development clock, so that the nightly reconciliation compares the same days. */
  setClock?: (offset_ms: number) => void
}

/** Opens the configured payment gateway; by default the sandbox in a separate process. */
export async function openGateway(config: Config): Promise<OpenGateway> {
  if (config.paymentGateway === 'stripe') return openStripe(config)
  if (config.paymentGateway !== 'nmi') throw new UnfitPaymentConfig('PAYMENT_GATEWAY is neither nmi nor stripe.')
  if (config.useSandbox) return openSandbox(config)
  const nmi = readNmiConfig(config.environment)
  return { payments: nmiGateway(nmi, { log: logAt(config.logLevel) }), origin: nmi.origin, stop: async () => {} }
}

const levels = ['trace', 'debug', 'info', 'warn', 'error']
const usual = new Set(['approved', 'declined'])

/** Logs one line per gateway request with the gateway's text; unexpected outcomes are warnings. */
export function logAt(
  logLevel: string,
  write: (line: string) => unknown = (line) => process.stdout.write(line),
): PaymentLog {
  const least = levels.indexOf(logLevel)
  return (line) => {
    const level = usual.has(line.outcome) ? 'info' : 'warn'
    if (least === -1 || levels.indexOf(level) < least) return
    write(`${JSON.stringify({ level, time: new Date().toISOString(), ...line, msg: 'asked the gateway' })}\n`)
  }
}

async function openStripe({ logLevel, environment }: Config): Promise<OpenGateway> {
  // Large, and wanted by few.
  const { stripeGateway } = await import('./stripe-gateway.ts')
  const payments = stripeGateway(readStripeConfig(environment), { log: logAt(logLevel) })
  return { payments, origin: payments.clientConfig().origin, stop: async () => {} }
}

async function openSandbox({
  root,
  sandboxPort,
  dataDir,
  origin,
  logLevel,
  environment,
}: Config): Promise<OpenGateway> {
  const child = fork(path.join(root, isBundled ? 'sandbox/dist/main.js' : 'sandbox/src/main.ts'), {
    execArgv: isBundled ? [] : ['--import', 'tsx'],
    // Its own group: Ctrl-C reaches the app alone, which stops it after the last payment.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...environment,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_DATA: path.join(dataDir, 'sandbox-book.jsonl'),
      SANDBOX_ALLOWED_ORIGINS: `${origin},http://localhost:*,http://127.0.0.1:*`,
      SANDBOX_WEBHOOK_URL: `${origin}/v1/payments/webhook`,
    },
  })
  const sandbox = await readySandbox(child, sandboxPort)
  const nmi = readNmiConfig({
    NMI_ORIGIN: sandbox,
    NMI_SECURITY_KEY: 'sandbox_security_key',
    NMI_TOKENIZATION_KEY: 'sandbox_tokenization_key',
    NMI_WEBHOOK_KEY: 'whsec_sandbox_key',
  })
  const setClock = (offset_ms: number) => void (child.connected && child.send({ offset_ms }))
  return {
    payments: nmiGateway(nmi, { log: logAt(logLevel) }),
    origin: sandbox,
    stop: () => stopSandbox(child),
    setClock,
  }
}

function readySandbox(child: ChildProcess, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready))
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`The payment sandbox did not start on port ${port}. Set SANDBOX_PORT.`)))
  })
}

async function stopSandbox(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
