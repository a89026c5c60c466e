import { startSandbox, type SandboxOptions } from './start-sandbox.ts'

const { env } = process
const origins = env.SANDBOX_ALLOWED_ORIGINS?.split(',')
  .map((origin) => origin.trim())
  .filter(Boolean)

const options: SandboxOptions = {
  port: Number(env.SANDBOX_PORT || 4010),
  host: env.SANDBOX_HOST || '127.0.0.1',
  ...(env.SANDBOX_SECURITY_KEY && { securityKey: env.SANDBOX_SECURITY_KEY }),
  ...(env.SANDBOX_TOKENIZATION_KEY && { tokenizationKey: env.SANDBOX_TOKENIZATION_KEY }),
  ...(env.SANDBOX_WEBHOOK_KEY && { webhookKey: env.SANDBOX_WEBHOOK_KEY }),
  ...(env.SANDBOX_WEBHOOK_URL && { webhookUrl: env.SANDBOX_WEBHOOK_URL }),
  ...(env.SANDBOX_DATA && { data: env.SANDBOX_DATA }),
  ...(origins?.length && { allowedOrigins: origins }),
  duplicateWindow: Number(env.SANDBOX_DUP_WINDOW || 0),
  forbidDuplicateZero: env.SANDBOX_FORBID_DUP_ZERO === '1',
  timeScale: Number(env.SANDBOX_TIME_SCALE || 1),
}

try {
  const sandbox = await startSandbox(options)
  let closing: Promise<void> | undefined
  // The channel to the app that started it would keep the process alive.
  const stop = () => void (closing ??= sandbox.close().finally(() => process.connected && process.disconnect()))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  process.on('message', ({ offset_ms }: { offset_ms: number }) => sandbox.followClock(offset_ms))
  // Started by the app, it ends with the app, also when that one was killed and could not say goodbye.
  if (process.connected) process.on('disconnect', stop)
  process.send?.({ ready: sandbox.origin })
  console.log(`The payment sandbox is ready: ${sandbox.origin}`)
} catch (error) {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) }
  const portInUse = `Port ${options.port} is taken. Stop what uses it, or set SANDBOX_PORT.`
  console.error(code === 'EADDRINUSE' ? portInUse : message)
  process.exitCode = 1
  process.disconnect?.()
}
