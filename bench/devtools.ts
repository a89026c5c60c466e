import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'

type Message = {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: { message: string }
}
type Listener = (params: Record<string, unknown>) => void

export type Devtools = {
  /** Sends a command of the protocol, to the browser or to the page of a session. */
  send: <Result>(method: string, params?: object, sessionId?: string) => Promise<Result>
  /** Calls for each event of this name until the returned function is called. */
  on: (method: string, listener: Listener) => () => void
  close: () => Promise<void>
}

/**
 * A Chromium that is driven by its own protocol alone. Playwright, as every tool that reads a page's errors and requests,
 * has V8 collect the places of a script's functions for their stack traces: it parses each script a second time, which is
 * half of what a first load is measured at.
 */
export async function openDevtools(executablePath: string): Promise<Devtools> {
  const folder = mkdtempSync(path.join(tmpdir(), 'callboard-devtools-'))
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const child = spawn(
    executablePath,
    [...flags, '--remote-debugging-pipe', `--user-data-dir=${folder}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    },
  )
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Duplex, Duplex]
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Set<{ method: string; listener: Listener }>()
  let lastId = 0

  function receive({ id, method, params = {}, result, error }: Message) {
    if (id === undefined) {
      for (const one of listeners) if (one.method === method) one.listener(params)
      return
    }
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  }

  let rest = ''
  output.setEncoding('utf8')
  output.on('data', (part: string) => {
    const messages = (rest + part).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) receive(JSON.parse(message) as Message)
  })
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const devtools: Devtools = {
    send: (method, params = {}, sessionId) => {
      lastId += 1
      const id = lastId
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      return new Promise((resolve, reject) =>
        waiting.set(id, { resolve: (result) => resolve(result as never), reject }),
      )
    },
    on(method, listener) {
      const one = { method, listener }
      listeners.add(one)
      return () => void listeners.delete(one)
    },
    async close() {
      await devtools.send('Browser.close').catch(() => {})
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return devtools
}
