import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { root } from '@callboard/server/config.ts'

/** A moment of asking the gateway. */
export type Phase = 'before' | 'during' | 'after'

type AppProcessOptions = {
  /** The database. */
  url: string
  /** Where files are kept. */
  folder: string
  /** The time that its clock shows always, as an ISO text. */
  now: string
  nmi: object
  /** For each amount in cents the moment of asking the gateway at which it stops. */
  stopsAt?: Record<string, Phase>
}

/**
 * Starts the app as a process of its own, which the caller ends. Its first message tells its `port`. It is bundled: from
 * source it takes three times as long to start.
 */
export function startAppProcess(options: AppProcessOptions): ChildProcess {
  // It asks the server's own bundle for PDFs and files that people sent.
  execFileSync(process.execPath, ['build.mjs', 'server', 'app-process'], { cwd: root })
  return fork(path.join(root, 'tests/dist/app-process.js'), {
    env: { ...process.env, APP_PROCESS: JSON.stringify(options) },
    // Not those of the test's own process.
    execArgv: [],
  })
}
